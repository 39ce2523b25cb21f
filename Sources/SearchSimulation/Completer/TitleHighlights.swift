/// The parts of titles that match a fragment: the beginnings of words that are words of the
/// fragment, whatever the case of their letters.
struct TitleHighlights {
  private let words: Set<String>
  private let longestWord: Int

  init(fragment: String) {
    words = Set(Self.words(of: fragment).map { $0.lowercased() })
    longestWord = words.lazy.map(\.count).max() ?? 0
  }

  /// Of each word of the title its longest beginning that the fragment holds. O(title).
  func ranges(in title: String) -> [Range<String.Index>] {
    Self.words(of: title).compactMap { word in
      var longest: Range<String.Index>?
      var beginning = ""
      for index in word.indices {
        beginning += word[index].lowercased()
        guard beginning.count <= longestWord else { break }
        if words.contains(beginning) { longest = word.startIndex..<word.index(after: index) }
      }
      return longest
    }
  }

  private static func words(of text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber }
  }
}
