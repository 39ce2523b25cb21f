import MapGeometry

/// Finds the pins in a rectangle of the map.
///
/// The pins are sorted by y and cut into rows of equally many pins, and every row is sorted by x.
/// A query finds its rows, then its stretch of each row, by binary search. Equal counts keep rows
/// short wherever the pins crowd: all pins in one town, or in one spot, are as quick as pins all
/// over the world.
///
/// Immutable: any number of threads may query the same index at the same time. It keeps 20 bytes
/// a pin beside the points themselves, which it shares with the caller's array.
public struct SpatialIndex: Sendable {
  /// The pins that the index was built from.
  public let points: [MapPoint]

  /// The pins in the order of the rows, and their places.
  let sortedPins: [UInt32]
  let sortedPoints: [MapPoint]
  /// Every row has this many pins; the last may have fewer.
  let rowLength: Int
  /// The least y in each row, in fixed point units.
  let rowTops: [UInt32]

  /// Builds an index.
  ///
  /// Complexity: O(n log n) for n points.
  ///
  /// - Throws: ``ClusteringError/pinOffTheWorld(index:point:)`` and
  ///   ``ClusteringError/tooManyPins(count:)``.
  public init(points: [MapPoint]) throws(ClusteringError) {
    try PinCheck.validate(points)
    self.points = points
    rowLength = Self.rowLength(for: points.count)

    // A key holds the coordinate above and the pin below, so that ties fall by pin.
    var keys = points.indices.map { UInt64(FixedPoint.units(points[$0].y)) << 32 | UInt64($0) }
    keys.sort()
    rowTops = stride(from: 0, to: keys.count, by: rowLength).map { UInt32(keys[$0] >> 32) }
    for start in stride(from: 0, to: keys.count, by: rowLength) {
      let row = start..<min(start + rowLength, keys.count)
      for position in row {
        let pin = keys[position] & 0xFFFF_FFFF
        keys[position] = UInt64(FixedPoint.units(points[Int(pin)].x)) << 32 | pin
      }
      keys[row].sort()
    }
    sortedPins = keys.map { UInt32(truncatingIfNeeded: $0) }
    sortedPoints = sortedPins.map { points[Int($0)] }
  }

  /// The number of pins.
  public var count: Int { points.count }

  /// As many rows as pins in a row: a small rectangle then meets few of both.
  private static func rowLength(for count: Int) -> Int {
    max(16, Int(Double(count).squareRoot()))
  }
}
