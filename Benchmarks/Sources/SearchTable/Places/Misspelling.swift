/// A text whose longest word has two letters in the wrong order.
struct Misspelling {
  private static let shortestWord = 5

  let text: String

  /// `nil` if no word is long enough, or the letters are the same.
  init?(of name: String) {
    var words = name.split(separator: " ").map(Array.init)
    let longest = words.indices.max { (words[$0].count, $1) < (words[$1].count, $0) }
    guard let longest, words[longest].count >= Self.shortestWord,
      words[longest].allSatisfy({ $0.isASCII && $0.isLetter })
    else { return nil }
    let middle = words[longest].count / 2
    guard words[longest][middle] != words[longest][middle + 1] else { return nil }
    words[longest].swapAt(middle, middle + 1)
    text = words.map { String($0) }.joined(separator: " ")
  }
}
