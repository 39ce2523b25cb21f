import Clustering
import Foundation

extension Coordinate {
  /// Returns a number of points at equal distances on the shortest line over a sphere to a place
  /// that is not opposite, with the two given ends, at least two.
  ///
  /// By spherical linear interpolation (Shoemake, "Animating rotation with quaternion curves",
  /// SIGGRAPH 1985). The points between the ends are rounded, because the last digits of a C
  /// library's trigonometry differ between machines.
  ///
  /// - Parameter length: the length of the line in metres.
  func greatCirclePoints(to end: Coordinate, count: Int, length: Double) -> [Coordinate] {
    guard count > 2 else { return [self, end] }
    let angle = length / Self.meanEarthRadius
    let (first, last) = (direction, end.direction)
    return (0..<count).map { index in
      if index == 0 { return self }
      if index == count - 1 { return end }
      let share = Double(index) / Double(count - 1)
      let firstPart: SIMD3<Double> = first * sin((1 - share) * angle)
      let lastPart: SIMD3<Double> = last * sin(share * angle)
      return Coordinate(direction: firstPart + lastPart)
    }
  }

  /// The direction from the middle of the earth.
  private var direction: SIMD3<Double> {
    let latitude = self.latitude * .pi / 180
    let longitude = self.longitude * .pi / 180
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  /// The place in a direction of any length.
  private init(direction: SIMD3<Double>) {
    let (x, y, z) = (direction.x, direction.y, direction.z)
    func rounded(_ radians: Double) -> Double { (radians * 180 / .pi * 1e7).rounded() / 1e7 }
    self.init(
      latitude: rounded(atan2(z, (x * x + y * y).squareRoot())), longitude: rounded(atan2(y, x)))
  }
}
