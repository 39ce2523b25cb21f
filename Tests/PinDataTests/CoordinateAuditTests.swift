import Clustering
import PinData
import TestSupport
import Testing

/// The places on land, and whether latitude and longitude are swapped.
@Suite struct CoordinateAuditTests {
  private let land: Land

  init() throws { land = try Land() }

  @Test(arguments: [
    ("Berlin", 52.5, 13.4, true), ("Kansas", 38.5, -98.0, true), ("Sahara", 23.0, 10.0, true),
    ("Siberia", 65.0, 100.0, true), ("Alice Springs", -23.7, 133.9, true),
    ("Manaus", -3.1, -60.0, true), ("Antarctica", -85.0, 60.0, true),
    ("Atlantic", 30.0, -40.0, false), ("Pacific", 0.0, -150.0, false),
    ("Null Island", 0.0, 0.0, false), ("Indian Ocean", -20.0, 80.0, false),
    ("North Sea", 56.0, 3.0, false), ("Bering Sea", 58.0, 179.9, false),
  ]) func knownPlaces(name: String, latitude: Double, longitude: Double, isLand: Bool) {
    #expect(land.contains(Coordinate(latitude, longitude)) == isLand)
  }

  /// A grid of places around one.
  private func places(
    around latitude: Double, _ longitude: Double, swapped: Bool = false
  ) -> [Coordinate] {
    (0..<100).map { number in
      let north = latitude + Double(number / 10) * 0.05
      let east = longitude + Double(number % 10) * 0.05
      return swapped
        ? Coordinate(east, north)
        : Coordinate(north, east)
    }
  }

  @Test(arguments: [
    ("Berlin", 52.3, 13.1), ("Madrid", 40.2, -3.9), ("Paris", 48.7, 2.1), ("Nairobi", -1.5, 36.6),
  ]) func placesOnLandArePlausible(name: String, latitude: Double, longitude: Double) {
    let right = CoordinateAudit(places(around: latitude, longitude), land: land)
    #expect(right.outcome == .plausible && right.onLand >= 0.7)
  }

  /// Vienna in radians, and degrees with minutes behind the point. Whole and half degrees are those of
  /// a grid, and one town has one fraction.
  @Test func aUnitIsDoubted() {
    let numbers = (0..<80).map { Double($0) }
    #expect(audit(numbers.map { (0.841 + $0 / 1e4, 0.285 + $0 / 1e4) }).outcome == .radians)
    let packed = numbers.map {
      (($0 / 4).rounded(.down) + 35 + ($0 * 7).truncatingRemainder(dividingBy: 60) / 100, $0 + 0.2)
    }
    #expect(audit(packed).outcome == .degreesAndMinutes)
    #expect(audit(numbers.map { (35 + $0 / 2, $0) }).outcome != .degreesAndMinutes)
    let town = numbers.map { (48.2 + $0 / 1e3, 16.3 + $0 / 1e3) }
    #expect(audit(town).outcome != .degreesAndMinutes)
  }

  /// Berlin's latitude and longitude swapped are in the Arabian Sea.
  @Test func berlinSwappedIsFound() {
    let swapped = CoordinateAudit(places(around: 52.3, 13.1, swapped: true), land: land)
    #expect(swapped.outcome == .swapped && swapped.onLand == 0)
    #expect(swapped.onLandIfSwapped == 1)
  }

  /// New York swapped is in Antarctica, which has land and no shops.
  @Test func newYorkSwappedIsFound() {
    #expect(
      CoordinateAudit(places(around: 41.3, -75.5, swapped: true), land: land).outcome == .swapped)
  }

  /// Egypt lies on the diagonal: its places are in Egypt when they are swapped, too.
  @Test func landOnBothSidesDecidesNothing() {
    let audit = CoordinateAudit(places(around: 28.5, 29.0), land: land)
    #expect(audit.onLand == 1 && audit.onLandIfSwapped == 1 && audit.outcome == .undecided)
  }

  @Test func theSeaDecidesNothing() {
    #expect(CoordinateAudit(places(around: 0, -30), land: land).outcome == .undecided)
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

  // MARK: - Towns, and what lies in the sea

  /// Germany's 30 largest towns, swapped: two fifths are then on land in Somalia, Yemen and Ethiopia.
  @Test func aCountrySwappedIsFound() {
    let towns = [
      (52.52, 13.41), (53.55, 9.99), (48.14, 11.58), (50.94, 6.96), (50.11, 8.68), (48.78, 9.18),
      (51.23, 6.78), (51.34, 12.37), (51.51, 7.47), (51.46, 7.01), (53.08, 8.80), (51.05, 13.74),
      (52.37, 9.73), (49.45, 11.08), (51.43, 6.76), (51.48, 7.22), (51.26, 7.15), (52.02, 8.53),
      (50.74, 7.10), (51.96, 7.63), (49.49, 8.47), (49.01, 8.40), (48.37, 10.90), (50.08, 8.24),
      (48.00, 7.85), (50.98, 11.03), (49.79, 9.95), (51.31, 9.48), (48.40, 9.99), (49.87, 8.65),
    ]
    let swapped = audit(towns.map { ($0.1, $0.0) })
    #expect(swapped.outcome == .swapped)
    #expect(swapped.onLand == 0.4 && swapped.onLandIfSwapped == 1)
    #expect(audit(towns).outcome == .plausible)
  }

  private func audit(_ places: [(Double, Double)]) -> CoordinateAudit {
    CoordinateAudit(places.map { Coordinate($0.0, $0.1) }, land: land)
  }

  /// Made-up sets of places that are in the sea, or seem to be, as they are. Many would be on land if
  /// they were swapped: those of the Mediterranean in Kenya, Ethiopia and Sudan.
  private static let seas: [Places] = [
    Places(
      "harbours of the North Sea", (53.5, 10.0), (52.0, 4.1), (51.3, 4.3), (53.6, 8.6), (52.0, 1.3),
      (53.7, -0.3), (57.1, -2.1), (59.0, 5.7), (60.4, 5.3), (55.5, 8.5), (53.3, 7.2), (51.0, 1.9)),
    Places(
      "harbours of the Mediterranean", (41.4, 2.2), (39.4, -0.3), (36.1, -5.4), (43.3, 5.4),
      (44.4, 8.9), (40.8, 14.3), (38.2, 15.6), (37.9, 23.6), (31.2, 29.9), (32.8, 35.0),
      (36.8, 3.1), (38.4, 27.1)),
    Places(
      "the Canary Islands", (28.5, -16.3), (28.1, -15.4), (29.0, -13.6), (28.5, -13.9),
      (28.1, -17.1), (28.7, -17.8), (27.8, -17.9), (28.4, -16.6), (27.8, -15.6), (29.2, -13.5)),
    Places(
      "Cape Verde", (14.9, -23.5), (16.9, -25.0), (16.8, -23.0), (15.1, -23.2), (14.9, -24.5),
      (17.0, -25.1), (16.6, -24.3), (16.1, -22.8), (15.1, -23.6), (14.8, -24.7)),
    Places(
      "the Cyclades", (37.4, 25.3), (36.4, 25.4), (37.1, 25.4), (37.1, 25.1), (36.7, 25.3),
      (36.7, 24.4), (37.4, 24.9), (37.5, 25.2), (37.8, 24.9), (36.8, 25.9)),
    Places(
      "Malta", (35.90, 14.51), (35.89, 14.48), (36.04, 14.24), (35.95, 14.40), (35.83, 14.53),
      (35.91, 14.43), (35.88, 14.40), (35.96, 14.34), (36.06, 14.26), (35.86, 14.56)),
    Places(
      "Bouvet", (-54.42, 3.36), (-54.41, 3.36), (-54.40, 3.36), (-54.42, 3.38), (-54.41, 3.38),
      (-54.40, 3.38), (-54.43, 3.40), (-54.42, 3.40), (-54.41, 3.40), (-54.40, 3.40)),
    Places(
      "the Maldives", (4.2, 73.5), (-0.6, 73.1), (6.6, 73.1), (1.9, 73.6), (5.1, 73.1), (3.2, 73.0),
      (-0.3, 73.4), (0.5, 73.3), (3.0, 73.5), (4.9, 73.4)),
    Places(
      "buoys of the North Sea", (54.0, 8.1), (54.2, 7.5), (55.0, 6.3), (54.0, 6.6), (56.5, 3.2),
      (57.7, 1.9), (53.4, 2.0), (58.0, 0.3), (59.5, 1.5), (55.5, 2.0)),
    Places(
      "buoys of the western Mediterranean", (42.1, 4.7), (43.4, 7.8), (41.9, 3.6), (40.7, 1.5),
      (39.5, 0.2), (36.7, -2.3), (39.7, 4.4), (36.5, 15.1), (38.5, 17.2), (37.5, 12.5),
      (35.7, 25.1), (36.8, 21.6)),
    Places(
      "buoys of the Atlantic", (0, -10), (0, -23), (0, -35), (15, -38), (12, -38), (8, -38),
      (4, -38), (-10, -10), (-8, -30), (-14, -32), (20, -38), (12, -23), (21, -23), (-6, 8),
      (40.5, -69.2), (34.7, -72.7), (28.5, -80.2)),
  ]

  @Test(arguments: seas) func placesInTheSeaAreNoMistake(places: Places) {
    let found = audit(places.degrees)
    #expect(found.outcome != .swapped, "\(places.testDescription): \(found)")
  }

  /// Latitudes and longitudes with a name.
  struct Places: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let degrees: [(Double, Double)]

    init(_ name: String, _ degrees: (Double, Double)...) {
      testDescription = name
      self.degrees = degrees
    }
  }

  /// As many pins as a coin needs to be doubted are swapped, or none is.
  @Test func fewPinsDecideNothing() {
    let few = Array(places(around: 52.3, 13.1, swapped: true).prefix(6))
    #expect(CoordinateAudit(few, land: land).outcome == .undecided)
    let more = Array(places(around: 52.3, 13.1, swapped: true).prefix(7))
    #expect(CoordinateAudit(more, land: land).outcome == .swapped)
  }

  @Test func nearLandIsMeasured() {
    // Helgoland is 45 km from the coast, and missing in the outlines.
    let island = Coordinate(54.18, 7.89)
    #expect(!land.contains(island))
    #expect(land.isNear(island, kilometers: 120) && !land.isNear(island, kilometers: 15))
    let ocean = Coordinate(30, -40)
    #expect(!land.isNear(ocean, kilometers: 1_000) && land.isNear(ocean, kilometers: 3_000))
    #expect(land.isNear(Coordinate(52.5, 13.4), kilometers: 1))
  }
}
