import Clustering
import TestSupport
import Testing

@Suite struct GreatCircleTests {
  private func distance(
    _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
  ) -> Double {
    let (place, other) = (
      Coordinate(latitude, longitude), Coordinate(otherLatitude, otherLongitude)
    )
    let there = place.greatCircleDistance(to: other)
    let back = other.greatCircleDistance(to: place)
    #expect(there == back || there.isNaN && back.isNaN)
    return there
  }

  /// Metres in a degree of a great circle: 2 pi R / 360.
  private let degree = Coordinate.meanEarthRadius * .pi / 180

  @Test func arcsOfGreatCircles() {
    #expect(abs(degree - 111_195.08) < 0.01)
    #expect(abs(distance(0, 0, 0, 1) - degree) < 1e-6)
    #expect(abs(distance(10, 25, 55, 25) - 45 * degree) < 1e-6)
    #expect(abs(distance(80, -10, 80, 170) - 20 * degree) < 1e-6)
    #expect(abs(distance(0, -90, 0, 90) - 180 * degree) < 1e-6)
    #expect(abs(distance(-90, 0, 90, 0) - 180 * degree) < 1e-6)
    #expect(abs(distance(0, 0, 90, 123) - 90 * degree) < 1e-6)
  }

  /// On the octahedron of the axes, the middles of two neighbouring edges are 60 degrees apart.
  @Test func obliqueArcs() {
    #expect(abs(distance(0, 45, 45, 0) - 60 * degree) < 1e-6)
    #expect(abs(distance(45, 90, -45, 90) - 90 * degree) < 1e-6)
    #expect(abs(distance(45, 0, 45, 90) - 60 * degree) < 1e-6)
  }

  @Test func oneDistanceForTheNamesOfAPlace() {
    #expect(distance(17, 180, 17, -180) == 0)
    #expect(distance(90, 10, 90, -130) == 0)
    #expect(distance(-90, 0, -90, 180) == 0)
    #expect(distance(48.1, 11.5, 48.1, 11.5) == 0)
    #expect(distance(12, 180, 30, -3) == distance(12, -180, 30, -3))
  }

  @Test func exactForNearPlaces() {
    // A millionth of a degree is 11 cm, a billionth 0.1 mm.
    for step in [1e-6, 1e-9] {
      let north = distance(48, 11, 48 + step, 11)
      #expect(abs(north - (48 + step - 48) * degree) < 1e-9 * step * degree + 1e-9)
      let across = distance(0, -180, 0, 180 - step)
      #expect(abs(across - (180 - (180 - step)) * degree) < 1e-9)
    }
  }

  @Test func notANumberWhereACoordinateHasNone() {
    #expect(distance(.nan, 0, 0, 0).isNaN)
    #expect(distance(0, .nan, 0, 0).isNaN)
    #expect(distance(0, .infinity, 0, 0).isNaN)
    #expect(distance(.infinity, 0, 0, 0).isNaN)
  }
}
