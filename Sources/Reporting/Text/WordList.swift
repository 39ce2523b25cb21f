/// Lists in sentences.
enum WordList {
  /// `a`, `a and b`, `a, b and c`.
  static func and(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A count with its noun: `1 case`, `2 cases`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(NumberFormat.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
