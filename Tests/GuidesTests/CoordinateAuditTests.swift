import Guides
import Land
import MapGeometry
import Testing

/// Which places are on land, and whether latitude and longitude are swapped.
@Suite struct CoordinateAuditTests {
  private let land: Land

  init() throws {
    land = try Land()
  }

  @Test(arguments: [
    ("Berlin", 52.5, 13.4, true), ("Kansas", 38.5, -98.0, true), ("Sahara", 23.0, 10.0, true),
    ("Siberia", 65.0, 100.0, true), ("Alice Springs", -23.7, 133.9, true),
    ("Manaus", -3.1, -60.0, true), ("Antarctica", -85.0, 60.0, true),
    ("Atlantic", 30.0, -40.0, false), ("Pacific", 0.0, -150.0, false),
    ("Null Island", 0.0, 0.0, false), ("Indian Ocean", -20.0, 80.0, false),
    ("North Sea", 56.0, 3.0, false), ("Bering Sea", 58.0, 179.9, false),
  ])
  func knownPlaces(name: String, latitude: Double, longitude: Double, isLand: Bool) {
    #expect(land.contains(Coordinate(latitude: latitude, longitude: longitude)) == isLand)
  }

  /// A grid of places around one.
  private func places(
    around latitude: Double, _ longitude: Double, swapped: Bool = false
  ) -> [Coordinate] {
    (0..<100).map { number in
      let north = latitude + Double(number / 10) * 0.05
      let east = longitude + Double(number % 10) * 0.05
      return swapped
        ? Coordinate(latitude: east, longitude: north)
        : Coordinate(latitude: north, longitude: east)
    }
  }

  @Test(arguments: [
    ("Berlin", 52.3, 13.1), ("Madrid", 40.2, -3.9), ("Paris", 48.7, 2.1), ("Nairobi", -1.5, 36.6),
  ])
  func swappedPlacesAreInTheSea(name: String, latitude: Double, longitude: Double) {
    let right = CoordinateAudit(places(around: latitude, longitude), land: land)
    #expect(right.outcome == .plausible)
    #expect(right.onLand >= 0.7)
  }

  /// Berlin's latitude and longitude swapped are in the Arabian Sea.
  @Test func berlinSwappedIsFound() {
    let swapped = CoordinateAudit(places(around: 52.3, 13.1, swapped: true), land: land)
    #expect(swapped.outcome == .swapped)
    #expect(swapped.onLand == 0)
    #expect(swapped.onLandIfSwapped == 1)
  }

  /// New York swapped is in Antarctica, which has land and no shops.
  @Test func newYorkSwappedIsFound() {
    #expect(
      CoordinateAudit(places(around: 41.3, -75.5, swapped: true), land: land).outcome == .swapped)
  }

  /// Egypt lies on the diagonal: its places are in Egypt when they are swapped, too.
  @Test func landOnBothSidesTellsNothing() {
    let audit = CoordinateAudit(places(around: 28.5, 29.0), land: land)
    #expect(audit.onLand == 1)
    #expect(audit.onLandIfSwapped == 1)
    #expect(audit.outcome == .undecided)
  }

  @Test func theSeaTellsNothing() {
    let audit = CoordinateAudit(places(around: 0, -30), land: land)
    #expect(audit.outcome == .undecided)
    #expect(CoordinateAudit([], land: land).outcome == .undecided)
  }

  /// Of many pins a part is looked at, from the first to the last.
  @Test func manyPinsAreSampled() {
    let half = places(around: 52.3, 13.1)
    let sea = places(around: 0, -30)
    let many = (0..<100).flatMap { $0 < 50 ? half : sea }
    let audit = CoordinateAudit(many, land: land)
    #expect(audit.count == 2_000)
    #expect(abs(audit.onLand - 0.5) < 0.01)
  }
}
