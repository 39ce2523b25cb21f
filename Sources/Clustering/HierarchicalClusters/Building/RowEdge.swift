/// The items of a row that are near one of its edges, by x.
final class RowEdge {
  struct Place {
    let x: UInt32
    let slot: UInt32
  }

  private let places = Buffer<Place>(capacity: 256)
  private(set) var count = 0

  subscript(index: Int) -> Place { places.base[index] }

  /// Takes those of a row's items that are near the edge.
  ///
  /// - Parameter margin: By how much an item is nearer to the edge than it must be. Those for which
  ///   this is negative are left out.
  @inline(__always)
  func collect(
    _ items: UnsafeMutablePointer<LevelItem>, _ row: Range<Int>, margin: (LevelItem) -> Int
  ) {
    places.resize(to: row.count)
    let places = self.places.base
    var count = 0
    for slot in row {
      places[count] = Place(x: items[slot].x, slot: UInt32(truncatingIfNeeded: slot))
      // Counts by the sign bit: a branch would often be guessed wrong.
      count &+= 1 &+ (margin(items[slot]) &>> 63)
    }
    self.count = count
  }
}
