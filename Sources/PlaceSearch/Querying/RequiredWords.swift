/// Some of a query's required words, by their positions.
struct RequiredWords {
  private var bits: UInt32

  /// The first `count` words.
  init(first count: Int) {
    bits = 1 << UInt32(count) - 1
  }

  init(_ positions: [Int]) {
    bits = positions.reduce(0) { $0 | 1 << UInt32($1) }
  }

  func contains(_ position: Int) -> Bool {
    bits >> UInt32(position) & 1 == 1
  }
}
