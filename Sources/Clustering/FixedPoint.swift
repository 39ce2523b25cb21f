import MapGeometry

/// Positions as whole numbers: the world is 2^32 units wide, 16 a map point, about 1 cm.
///
/// Whole numbers make distances and centroids exact, so that no order of summation and no
/// compiler's choice of instructions changes a result.
enum FixedPoint {
  /// The width of the world in units.
  static let worldWidth = 4_294_967_296.0
  /// `worldWidth` by the width of `MapSize.world`; written out, as this is what the compiler puts
  /// into the code of every pin.
  private static let unitsPerMapPoint = 16.0

  /// The nearest unit; what lies off the world saturates, and so does NaN.
  ///
  /// Never decreases when the argument grows, so bounds may be rounded like the positions.
  static func units(_ mapPoints: Double) -> UInt32 {
    let scaled = mapPoints * unitsPerMapPoint + 0.5
    guard scaled >= 1 else { return 0 }
    guard scaled < worldWidth else { return .max }
    return UInt32(scaled)
  }

  static func mapPoints(_ units: UInt64) -> Double {
    Double(units) / unitsPerMapPoint
  }

  static func mapPoint(x: UInt32, y: UInt32) -> MapPoint {
    MapPoint(x: Double(x) / unitsPerMapPoint, y: Double(y) / unitsPerMapPoint)
  }
}
