import Clustering
import Guides
import Testing

/// The pins that no zoom separates.
@Suite struct StackedPinsTests {
  private static let berlin = Coordinate(latitude: 52.5, longitude: 13.4)

  private static func pin(north: Double, east: Double = 0) -> Coordinate {
    Coordinate(latitude: berlin.latitude + north, longitude: berlin.longitude + east)
  }

  @Test func pinsAtOnePlaceAreCounted() {
    let others = (1...5).map { Self.pin(north: Double($0) / 100) }
    let stack = [Coordinate](repeating: Self.berlin, count: 60)
    let pair = [Coordinate](repeating: Self.pin(north: 1), count: 2)
    let found = StackedPins(stack + others + pair, profile: nil)
    #expect(found.atOnePlace == 62 && found.places == 2 && found.largest == 60)
    #expect(found.near == 0)
  }

  /// A marker of 28 points covers 2.5 m at zoom 20 in Berlin: 0.00002 degrees are 2.2 m, 0.00004 are
  /// 4.4 m.
  @Test(arguments: [(0.000_02, 2), (0.000_04, 0)])
  func pinsWithinAMarkerAreNear(distance: Double, expected: Int) {
    let found = StackedPins([Self.berlin, Self.pin(north: distance)], profile: nil)
    #expect(found.near == expected && found.atOnePlace == 0)
  }

  @Test func aPinNextToAStackIsNear() {
    let stack = [Self.berlin, Self.berlin]
    let found = StackedPins(stack + [Self.pin(north: 0.000_02)], profile: nil)
    #expect(found.atOnePlace == 2 && found.near == 1)
  }

  @Test func noPinsAreNoStack() {
    for pins in [[], [Self.berlin]] {
      let found = StackedPins(pins, profile: nil)
      #expect([found.atOnePlace, found.places, found.largest, found.near] == [0, 0, 0, 0])
    }
  }

  /// The same as each pin compared with each other one, over the edges of the cells.
  @Test(arguments: 1...5) func itIsWhatEachPairGives(seed: Int) {
    let pins = (0..<400).map { pin -> Coordinate in
      let place = pin * (7_919 + seed) % 331
      return Self.pin(north: Double(place % 97) * 0.000_01, east: Double(place / 97) * 0.000_015)
    }
    let points = pins.map { MapPoint($0) }
    var near = 0
    var stacked = 0
    for (index, point) in points.enumerated() {
      let others = points.enumerated().filter { $0.offset != index }.map(\.element)
      if others.contains(point) {
        stacked += 1
      } else if others.contains(where: { abs($0.x - point.x) < 28 && abs($0.y - point.y) < 28 }) {
        near += 1
      }
    }
    let found = StackedPins(pins, profile: nil)
    #expect(found.atOnePlace == stacked && found.near == near)
    #expect(near > 0 && stacked > 0)
  }
}
