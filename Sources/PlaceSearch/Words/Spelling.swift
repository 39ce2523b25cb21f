/// Which words are one typing error apart: an insertion, an omission, a substitution or a
/// transposition of neighbours.
///
/// Two such words have a word in common among themselves and what remains of them without one
/// letter (Garbe, SymSpell), which an index can look up.
enum Spelling {
  /// The fewest letters of a word that is corrected.
  static let shortestCorrected = 4
  /// The fewest letters of a word that is offered as a correction.
  static let shortestOffered = shortestCorrected - 1
  /// The most letters of both.
  static let longest = 32

  /// Whether a word may be offered as a correction: one of 3 to 32 letters and no digit.
  static func isOffered(_ word: String) -> Bool {
    (shortestOffered...longest).contains(word.unicodeScalars.count) && !hasDigit(word)
  }

  /// Whether a word may be corrected: one of 4 to 32 letters and no digit.
  static func isCorrected(_ word: String) -> Bool {
    (shortestCorrected...longest).contains(word.unicodeScalars.count) && !hasDigit(word)
  }

  private static func hasDigit(_ word: String) -> Bool {
    word.utf8.contains { (0x30...0x39).contains($0) }
  }

  /// The hashes of the word and of what remains of it without one letter; ascending, each once.
  static func keys(of word: String) -> [Int64] {
    let letters = Array(word.unicodeScalars)
    var keys = [key(of: letters[...], and: [])]
    for index in letters.indices {
      keys.append(key(of: letters[..<index], and: letters[(index + 1)...]))
    }
    keys.sort()
    return keys.enumerated().filter { $0.offset == 0 || keys[$0.offset - 1] != $0.element }
      .map(\.element)
  }

  private static func key(
    of start: ArraySlice<Unicode.Scalar>, and end: ArraySlice<Unicode.Scalar>
  ) -> Int64 {
    var hash = FNV1a()
    for letter in start { hash.add(letter.utf8) }
    for letter in end { hash.add(letter.utf8) }
    return Int64(bitPattern: hash.value)
  }

  /// Whether exactly one typing error lies between two words.
  static func areOneErrorApart(_ first: String, _ second: String) -> Bool {
    var shorter = Array(first.unicodeScalars)[...]
    var longer = Array(second.unicodeScalars)[...]
    if shorter.count > longer.count { swap(&shorter, &longer) }
    while let letter = shorter.first, letter == longer.first {
      shorter.removeFirst()
      longer.removeFirst()
    }
    while let letter = shorter.last, letter == longer.last {
      shorter.removeLast()
      longer.removeLast()
    }
    switch (shorter.count, longer.count) {
    case (0, 1), (1, 1): return true
    case (2, 2): return shorter.first == longer.last && shorter.last == longer.first
    default: return false
    }
  }
}
