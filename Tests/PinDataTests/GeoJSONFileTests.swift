import MapGeometry
import PinData
import Testing

@Suite struct GeoJSONFileTests {
  private func read(_ text: String, name: String = "pins.geojson") throws -> [Coordinate] {
    try withTemporaryFile(named: name, text) { try PinFile.read(path: $0).coordinates }
  }

  private let berlin = Coordinate(latitude: 52.52, longitude: 13.405)
  private let sydney = Coordinate(latitude: -33.87, longitude: 151.2)

  @Test(arguments: ["pins.geojson", "PINS.JSON", "a.b.GeoJson"])
  func readsPointFeatures(name: String) throws {
    let text = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": "Berlin"},
         "geometry": {"type": "Point", "coordinates": [13.405, 52.52]}},
        {"type": "Feature", "properties": null,
         "geometry": {"type": "Point", "coordinates": [151.2, -33.87, 12.5]}}
      ]}
      """
    #expect(try read(text, name: name) == [berlin, sydney])
  }

  @Test func membersMayComeInAnyOrder() throws {
    let text = """
      \u{FEFF} {"bbox":[1,2,3,4],"features":[{"geometry":{"coordinates":[13.405,52.52],
      "type":"Point"},"id":7,"type":"Feature"},{"properties":{},"geometry":
      {"bbox":[0],"coordinates":[1.512E2,-3387e-2],"x":{},"type":"Point"}}],
      "crs":{"a":[[],{}]},"type":"FeatureCollection"}
      """
    #expect(try read(text) == [berlin, sydney])
  }

  @Test func ignoredMembersMayHoldAnything() throws {
    let text = #"""
      {"name":"\"},{\\","\u0074ype":"FeatureCollection","n":-1.5e-7,"t":[true,false,null,"é\ud83d\ude00"],
      "features":[{"type":"Feature","properties":{"geometry":{"type":"Polygon"},"a":"]}\n"},
      "geometry":{"type":"Po\u0069nt","coordinates":[13.405,52.52]}}]}
      """#
    #expect(try read(text) == [berlin])
  }

  @Test func multiPointsAreSeveralPinsAndNullIsNone() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":null},
      {"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[13.405,52.52],[151.2,-33.87]]}},
      {"type":"Feature","geometry":{"coordinates":[],"type":"MultiPoint"}},
      {"type":"Feature","geometry":{"coordinates":[[151.2,-33.87]],"type":"MultiPoint"}}]}
      """
    #expect(try read(text) == [berlin, sydney, sydney])
  }

  // Longer than any buffer, with features of changing lengths, so that every kind of byte falls on
  // a buffer's end at some time.
  @Test func filesLargerThanTheBufferAreReadWhole() throws {
    let pins = PinGenerator.cities.pins(count: 5000, seed: 1)
    let features = pins.coordinates.enumerated().map { index, pin in
      let name = String(repeating: #"é\"\u00e9 "#, count: index % 7)
      return """
        {"type":"Feature","properties":{"name":"\(name)","tags":[1,true,null,{"a":-2.5}]},
        "geometry":{"type":"Point","coordinates":[\(pin.longitude),\(pin.latitude)]}}
        """
    }
    let text =
      #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
    #expect(try read(text) == pins.coordinates)
  }
}
