import MapGeometry
import PinData
import PlaceSearch
import TestSupport
import Testing

@Suite struct AddressesTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `are the nearest, as the twin's, also at the antimeridian and the poles`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let places = generator.places(800)
    let naive = NaivePlaces(places: places)
    let index = try PlaceIndexFile(places).open()
    var found = 0
    for _ in 0..<100 {
      let center = generator.coordinate()
      let distances: [Double] = [0, 60, 700, 30_000, 900_000, 2.5e7]
      let distance = distances.randomElement(using: &generator) ?? 0
      let limit = [1, 3, 20, 5000].randomElement(using: &generator) ?? 1
      let answer = try index.addresses(near: center, within: distance, limit: limit)
      let expected = naive.addresses(near: center, within: distance, limit: limit)
      #expect(answer.places.map(\.id) == expected, "\(distance) m around \(center)")
      found += expected.count
    }
    #expect(found > 500)
  }

  @Test func `are addresses only`() throws {
    let coordinate = Coordinate(latitude: 1, longitude: 2)
    let index = try PlaceIndexFile([
      Place(name: "Café", classification: .pointOfInterest(.cafe), coordinate: coordinate),
      Place(name: "Main Street 1", classification: .address, coordinate: coordinate),
      Place(name: "Lake", classification: .physicalFeature(.lake), coordinate: coordinate),
    ]).open()
    let answer = try index.addresses(near: coordinate, within: 10, limit: 10)
    #expect(answer.places.map(\.id) == [1])
  }

  @Test func `are none around what is no place, or within less than nothing`() throws {
    var generator = SeededGenerator(seed: 3)
    let index = try PlaceIndexFile(generator.places(100)).open()
    let center = Coordinate(latitude: 0, longitude: 0)
    let numbers = [Double.nan, .infinity, -.infinity, 95, -1e300]
    for number in numbers {
      let somewhere = Coordinate(latitude: number, longitude: number)
      #expect(try index.addresses(near: somewhere, within: 1e9, limit: 9).places.isEmpty)
    }
    #expect(try index.addresses(near: center, within: -1, limit: 9).places.isEmpty)
    #expect(try index.addresses(near: center, within: .nan, limit: 9).places.isEmpty)
    #expect(try index.addresses(near: center, within: 1e9, limit: 0).places.isEmpty)
    #expect(try index.addresses(near: center, within: 1e9, limit: -1).places.isEmpty)
    #expect(try index.addresses(near: center, within: .infinity, limit: .max).places.count > 20)
  }
}
