import Clustering
import PinData
import Testing

@Suite struct PinGeneratorTests {
  @Test(
    arguments: [
      (2000, 0x373e_dad8_6359_0fc5), (10_000, 0x428d_49d3_ec46_75aa),
      (100_000, 0xb99c_9d3f_85d6_e38a), (1_000_000, 0x9881_8cc1_9ce4_7122),
    ] as [(Int, UInt64)])
  func citiesWithSeedZeroAreThePublishedPoints(count: Int, expected: UInt64) {
    #expect(checksum(PinGenerator.cities.pins(count: count, seed: 0)) == expected)
  }

  @Test(arguments: PinGenerator.allCases)
  func sameSeedSamePins(generator: PinGenerator) {
    let pins = generator.pins(count: 1000, seed: 42)
    #expect(pins == generator.pins(count: 1000, seed: 42))
    #expect(pins.count == 1000)
    #expect(pins.coordinates.allSatisfy { $0.isValid })
  }

  @Test(arguments: PinGenerator.allCases)
  func otherSeedOtherPins(generator: PinGenerator) {
    let isOther = generator.pins(count: 100, seed: 1) != generator.pins(count: 100, seed: 2)
    #expect(isOther == (generator != .identical))
  }

  @Test(arguments: PinGenerator.allCases)
  func fewerPinsAreAPrefixOfMore(generator: PinGenerator) {
    let many = generator.pins(count: 3000, seed: 8).coordinates
    for count in [0, 1, 7, 1000] {
      #expect(generator.pins(count: count, seed: 8).coordinates == Array(many.prefix(count)))
    }
  }

  @Test func citiesAreDenseInFewPlaces() {
    // The share of the fullest of 1-degree cells: far above the even share of 1 in 61,200.
    func fullestCell(_ pins: PinSet) -> Int {
      var counts: [Int: Int] = [:]
      for pin in pins.coordinates {
        let row = Int(pin.latitude.rounded(.down))
        counts[row * 1000 + Int(pin.longitude.rounded(.down)), default: 0] += 1
      }
      return counts.values.max() ?? 0
    }
    #expect(fullestCell(PinGenerator.cities.pins(count: 10_000, seed: 3)) > 300)
    #expect(fullestCell(PinGenerator.uniform.pins(count: 10_000, seed: 3)) < 10)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func cityPinsLieInOneCityAndMostlyInItsMiddle(seed: UInt64) {
    let middle = Coordinate(latitude: 52.52, longitude: 13.405)
    let distances = PinGenerator.city.pins(count: 4000, seed: seed).coordinates.map {
      // Kilometres, on the plane that touches the city.
      let north = ($0.latitude - middle.latitude) * 111.32
      let east = ($0.longitude - middle.longitude) * 111.32 * 0.6085
      return (north * north + east * east).squareRoot()
    }
    #expect(distances.allSatisfy { $0 < 8 })
    // A disc of a quarter of the radius has a sixteenth of the area.
    #expect(distances.count { $0 < 1.5 } > 3 * 4000 / 16)
    // The outskirts are thin, but not empty.
    #expect((100..<800).contains(distances.count { $0 > 5 }))
  }

  @Test func uniformPinsFillTheWorldEvenly() {
    let pins = PinGenerator.uniform.pins(count: 8000, seed: 5).coordinates
    #expect(pins.allSatisfy { abs($0.latitude) <= 85 })
    for quarter in 0..<4 {
      let east = pins.count { Int(($0.longitude + 180) / 90) == quarter }
      let north = pins.count { Int(($0.latitude + 85) / 42.5) == quarter }
      #expect(abs(east - 2000) < 200)
      #expect(abs(north - 2000) < 200)
    }
  }

  @Test func linePinsLieOnOneLine() {
    let pins = PinGenerator.line.pins(count: 1000, seed: 5).coordinates
    let (start, end) = (pins[0], pins[1])
    let slope = (end.latitude - start.latitude) / (end.longitude - start.longitude)
    for pin in pins {
      let expected = start.latitude + slope * (pin.longitude - start.longitude)
      #expect(abs(pin.latitude - expected) < 1e-9)
    }
    #expect(Set(pins).count == 1000)
  }

  @Test func identicalPinsAreOnePlace() {
    #expect(Set(PinGenerator.identical.pins(count: 500, seed: 1).coordinates).count == 1)
  }

  @Test func antimeridianPinsLieOnBothSidesAndOnTheMeridian() {
    let pins = PinGenerator.antimeridian.pins(count: 2000, seed: 1).coordinates
    #expect(pins.allSatisfy { abs($0.longitude) > 177.5 })
    #expect(pins.count { $0.longitude > 0 } > 500)
    #expect(pins.count { $0.longitude < 0 } > 500)
    #expect(pins.count { $0.longitude == 180 } > 50)
    #expect(pins.count { $0.longitude == -180 } > 50)
  }

  /// The published sample of 10,000 has 61 in 1.4 times the visible 0.16 degrees around Warsaw.
  @Test func polishPinsLieAroundWarsawAsPublished() {
    let pins = PinGenerator.poland.pins(count: 10_000, seed: 12_345).coordinates
    #expect(pins.allSatisfy { (49.002...54.835).contains($0.latitude) })
    #expect(pins.allSatisfy { (14.123...24.145).contains($0.longitude) })
    let near = pins.count {
      abs($0.latitude - 52.2297) < 0.112 && abs($0.longitude - 21.0122) < 0.084
    }
    #expect((45...80).contains(near))
  }

  @Test func warsawPinsFillTheirSquare() {
    let pins = PinGenerator.warsaw.pins(count: 4000, seed: 1).coordinates
    #expect(pins.allSatisfy { abs($0.latitude - 52.2297) <= 0.054 })
    #expect(pins.allSatisfy { abs($0.longitude - 21.0122) <= 0.054 })
    #expect(abs(pins.count { $0.latitude > 52.2297 && $0.longitude > 21.0122 } - 1000) < 150)
  }

  @Test func namesAreThoseOfScenarioFiles() {
    #expect(
      PinGenerator.allCases.map(\.rawValue)
        == [
          "cities", "city", "uniform", "line", "identical", "antimeridian", "poland", "warsaw",
        ])
  }
}

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
