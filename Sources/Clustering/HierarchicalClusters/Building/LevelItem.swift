/// What is placed on a level while it is built: a pin or a cluster, at its place.
///
/// 16 bytes, so that four share a line of the cache.
struct LevelItem {
  /// The place in fixed point units.
  var x: UInt32
  var y: UInt32
  /// The pin's place in the order of the highest level, or the number of pins plus the cluster's
  /// number.
  var node: UInt32
  /// The pin from which it grew: the order in which items are visited.
  var seed: UInt32

  /// The row of a level whose rows are 2^`shift` units high.
  func row(_ shift: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: UInt64(y) &>> shift)
  }
}

extension LevelItem {
  /// Sorts items into the order of a level: by row, in a row by x. Ties keep their order.
  static func sort(_ items: Buffer<LevelItem>, rowShift: UInt64, scratch: Buffer<LevelItem>) {
    if scratch.count < items.count { scratch.resize(to: items.count) }
    RadixSort.sort(
      items.elements, scratch: scratch.elements, bits: 0..<(64 - Int(rowShift))
    ) { item in
      (UInt64(item.y) &>> rowShift) &<< 32 | UInt64(item.x)
    }
  }
}
