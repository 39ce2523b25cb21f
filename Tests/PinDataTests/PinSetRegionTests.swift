import MapGeometry
import PinData
import Testing

@Suite struct PinSetRegionTests {
  private func pins(_ places: (Double, Double)...) -> PinSet {
    PinSet(coordinates: places.map { Coordinate(latitude: $0.0, longitude: $0.1) })
  }

  private func allAreShown(_ pins: PinSet) -> Bool {
    let parts = MapRect(pins.region).partsOnWorld
    return pins.coordinates.allSatisfy { coordinate in
      parts.contains { $0.contains(MapPoint(coordinate)) }
    }
  }

  @Test(arguments: PinGenerator.allCases, [1, 2, 10, 1000])
  func regionIsValidAndShowsAllPins(generator: PinGenerator, count: Int) {
    for seed in 0..<20 as Range<UInt64> {
      let pins = generator.pins(count: count, seed: seed)
      #expect(pins.region.isValid)
      #expect(allAreShown(pins))
    }
  }

  @Test func regionIsTheSmallest() {
    let region = pins((10, 20), (14, 26), (12, 21)).region
    #expect(abs(region.center.latitude - 12) < 1e-9)
    #expect(abs(region.center.longitude - 23) < 1e-9)
    #expect(abs(region.span.latitudeDelta - 4) < 1e-8)
    #expect(abs(region.span.longitudeDelta - 6) < 1e-8)
  }

  @Test func regionTakesTheShorterWayAroundTheEarth() {
    let region = pins((0, 178), (0, -176)).region
    #expect(abs(region.center.longitude - -179) < 1e-9)
    #expect(abs(region.span.longitudeDelta - 6) < 1e-8)
    let other = pins((0, 176), (0, -178)).region
    #expect(abs(other.center.longitude - 179) < 1e-9)
    #expect(pins((0, 80), (0, -80)).region.center.longitude == 0)
  }

  @Test func aSinglePlaceHasASmallSpan() {
    let region = pins((50, 8), (50, 8)).region
    #expect(region.center == Coordinate(latitude: 50, longitude: 8))
    #expect(region.span.latitudeDelta == 0.01)
    #expect(region.span.longitudeDelta == 0.01)
    #expect(pins((0, 180), (0, -180)).region.span.longitudeDelta == 0.01)
  }

  @Test func extremesAreValid() {
    for set in [pins(), pins((90, 180)), pins((90, 180), (-90, -180), (0, 0)), pins((-90, 0))] {
      #expect(set.region.isValid)
    }
  }

  @Test func placesOffTheEarthAreLeftOut() {
    let region = pins((.nan, 0), (0, 400), (50, 8)).region
    #expect(region.center == Coordinate(latitude: 50, longitude: 8))
    #expect(pins((.nan, .nan)).region.isValid)
  }
}
