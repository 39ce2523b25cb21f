import Clustering
import PinData
import Simulation
import Testing

/// The drawn places do not depend on the order of the list, nor on other things that should not
/// matter.
@Suite struct PlaceLotteryTests {
  private static let places = PinGenerator.cities.pins(count: 1_000, seed: 3).coordinates

  /// The places that some draws choose, at most `draws` of them.
  private func drawn(
    _ places: [Coordinate], meridian: Double = 0, draws: UInt64 = 200
  ) -> [Coordinate] {
    (0..<draws).compactMap { draw in
      let lottery = PlaceLottery(draw: draw, meridian: meridian)
      return places.min { lottery.ticket($0) < lottery.ticket($1) }
    }
  }

  @Test func theOrderDoesNotMatter() {
    #expect(drawn(Self.places.reversed()) == drawn(Self.places))
    #expect(drawn(Self.places.sorted { $0.latitude < $1.latitude }) == drawn(Self.places))
  }

  @Test func onePlaceMoreIsDrawnSeldomAndChangesNothingElse() {
    let more = Coordinate(latitude: 10, longitude: 20)
    let (before, after) = (drawn(Self.places), drawn(Self.places + [more]))
    let changed = zip(before, after).filter { $0 != $1 }
    #expect(changed.count <= 3 && changed.allSatisfy { $0.1 == more })
  }

  /// The places of all draws are many: no place is favoured.
  @Test func placesAreDrawnEvenly() {
    #expect(Set(drawn(Self.places).map { "\($0)" }).count > 150)
  }

  /// Moved by 90 degrees or mirrored, the same places are drawn.
  @Test(arguments: [(1.0, 90.0), (-1, 0), (-1, 150)])
  func theCountryOnTheMapDoesNotMatter(sign: Double, shift: Double) {
    func moved(_ coordinate: Coordinate) -> Coordinate {
      let longitude = sign * coordinate.longitude + shift
      return Coordinate(
        latitude: coordinate.latitude,
        longitude: longitude > 180
          ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }
    let same = zip(
      drawn(Self.places, meridian: 9).map(moved),
      drawn(
        Self.places.map(moved), meridian: moved(Coordinate(latitude: 0, longitude: 9)).longitude)
    ).count { $0.latitude == $1.latitude }
    #expect(same >= 198)
  }

  @Test func placesThatAreNoneAreDrawnLast() {
    let lottery = PlaceLottery(draw: 1)
    #expect(lottery.ticket(MapPoint(x: .nan, y: 1)) == .max)
    #expect(lottery.ticket(MapPoint(x: .infinity, y: 1)) == .max)
    #expect(lottery.ticket(MapPoint(x: 1, y: 1)) < .max)
  }
}
