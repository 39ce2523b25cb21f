/// The distinct words of a place set while they are collected, numbered as they come.
struct TermNumbers {
  private(set) var terms: [String] = []
  private var numbers: [String: UInt32] = [:]

  mutating func number(of term: String) -> UInt32 {
    if let number = numbers[term] { return number }
    let number = UInt32(terms.count)
    terms.append(term)
    numbers[term] = number
    return number
  }

  /// The terms in the order of their UTF-8 bytes, which is SQLite's, and the place that each
  /// number has in it.
  func sorted() -> (terms: [String], ranks: [UInt32]) {
    // String's own order is Unicode's canonical one.
    let order = terms.indices.sorted {
      terms[$0].utf8.lexicographicallyPrecedes(terms[$1].utf8)
    }
    var ranks = [UInt32](repeating: 0, count: terms.count)
    for (rank, number) in order.enumerated() { ranks[number] = UInt32(rank) }
    return (order.map { terms[$0] }, ranks)
  }
}
