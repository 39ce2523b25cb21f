import Clustering
import Support

/// A random choice among places that depends neither on their order nor, but for the new ones, on how
/// many there are.
///
/// Each place has a ticket, and the smallest ones are drawn (rendezvous hashing; Thaler and Ravishankar,
/// 1998): with one place more another one is drawn only where it is the new one. A ticket is made of
/// the latitude and the distance from a meridian, so that places that are moved along a parallel, or
/// mirrored, have the same.
package struct PlaceLottery: Hashable, Sendable {
  private let draw: UInt64
  /// The longitude of the meridian, in degrees.
  private let meridian: Double

  /// - Parameter meridian: a longitude that moves with the places, in degrees.
  package init(draw: UInt64, meridian: Double = 0) {
    self.draw = draw
    self.meridian = meridian
  }

  /// The ticket of a coordinate.
  package func ticket(_ coordinate: Coordinate) -> UInt64 {
    let distance = abs(coordinate.longitude - meridian)
    return ticket(min(distance, 360 - distance) * Self.degree, coordinate.latitude * Self.degree)
  }

  /// The ticket of a point of the map.
  package func ticket(_ point: MapPoint) -> UInt64 { ticket(point.x, point.y) }

  /// A tenth of a metre in degrees, inverted: what shifting a place does to its last digits is less.
  private static let degree = 1e6

  private func ticket(_ x: Double, _ y: Double) -> UInt64 {
    guard x.isFinite, y.isFinite, abs(x) < 1e15, abs(y) < 1e15 else { return .max }
    let (x, y) = (Int64(x.rounded()), Int64(y.rounded()))
    // Odd constants keep two numbers apart in one.
    var random = SplitMix64(
      seed: draw ^ UInt64(bitPattern: x &* 0x5851_F42D_4C95_7F2D)
        &+ UInt64(bitPattern: y &* 0x1405_7B7E_F767_814F))
    return random.next()
  }
}
