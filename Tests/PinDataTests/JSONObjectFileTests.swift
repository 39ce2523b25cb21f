import Clustering
import PinData
import Testing

/// Objects with a latitude and a longitude, as the services of apps send them.
@Suite struct JSONObjectFileTests {
  private let file = PinTextFile(name: "pins.json")
  private let berlin = Coordinate(latitude: 52.52, longitude: 13.405)

  @Test(arguments: [
    #"{"lat":52.52,"lng":13.405}"#, #"{"name":"B","LON":13.405,"Latitude":52.52,"type":7}"#,
    #"{"y":5252e-2,"x":13.405}"#, #"{"lat":" 52.52 ","long":"13.405"}"#,
    #"{"x":1,"y":2,"longitude":13.405,"latitude":52.52}"#,
    #"{"location":{"lat":52.52,"lng":13.405},"view":{"lat":1,"lng":2}}"#,
    #"{"coordinates":{"longitude":13.405,"latitude":52.52}}"#,
    #"{"geo":{"lat":1,"lng":2},"lat":52.52,"lng":13.405,"location":{"lat":3,"lng":4}}"#,
    #"{"name":"A","where":{"lat":52.52,"lon":13.405},"size":{"x":1,"y":2}}"#,
    #"{"a":{"b":{"c":{"lat":52.52,"lon":13.405}}},"list":[1,2]}"#,
    #"{"location":{"lat":52.52,"lng":13.405},"home":{"geo":{"lat":1,"lng":2}}}"#,
    #"{"home":{"lat":52.52,"lng":13.405,"geo":{"lat":1,"lng":2}}}"#,
    #"{"coordinates":[13.405,52.52]}"#, #"{"type":"shop","lat":52.52,"lon":13.405}"#,
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[13.405,52.52]}}"#,
  ])
  func usualFormsOfAPlace(object: String) throws {
    let array = try file.read("[\(object),\n\(object)]")
    #expect(array.pins.coordinates == [berlin, berlin])
    #expect(array.summary.format == .jsonArray)
    let lines = try file.read("\(object)\n\(object)\n")
    #expect(lines.pins.coordinates == [berlin, berlin])
    #expect(lines.summary.format == .jsonLines)
  }

  @Test func objectsWithoutACoordinateAreCounted() throws {
    let contents = try file.read(
      #"""
      [{"lat":null,"lng":null},{"lat":1,"lng":2},{"location":{"lat":"","lng":null}},
      {"location":null,"home":{"lat":1,"lng":2}}]
      """#)
    #expect(contents.pins.count == 1)
    #expect(contents.summary.leftOut == [.missingCoordinate: 3])
  }

  @Test(arguments: [
    (#"{"lat":1,"lon":null}"#, "expected a longitude that is a number, found null"),
    (#"{"lat":"north","lon":1}"#, "expected a latitude that is a number, found \"north\""),
    (#"{"lat":[1],"lon":1}"#, "found '['"), (#"{"lat":1}"#, "the members \"lat\""),
    (#"{"name":"A","where":{"lat":1,"lon":2}}"#, #"several candidates: "the object", "where""#),
    (#"{"start":{"lat":1,"lon":2},"end":{"lat":3,"lon":4}}"#, #"candidates: "start", "end""#),
    (#"{"a":{"b":{"c":{"d":{"lat":1,"lon":2}}}}}"#, "the members \"a\""),
    (#"{"viewport":{"northeast":{"lat":1,"lon":2}}}"#, "the members \"viewport\""),
    (#"{"size":{"x":1,"y":2}}"#, "the members \"size\""),
    (#"{}"#, "found an empty object"), ("7", "expected an object"),
    (#"{"location":{"lat":1}}"#, "the members \"location\""),
    (#"{"lat":1-,"lon":2}"#, "expected a number"),
  ])
  func mistakesAreErrorsWithTheirPlace(object: String, words: String) throws {
    let error = try file.error("[{\"lat\":1,\"lon\":2},\n\(object)]")
    #expect(error.description.contains(words), "\(error)")
    #expect(try error.position(inFeature: 1).line == 2)
  }

  @Test func swappedNumbersAreNoticed() throws {
    let error = try file.error(#"[{"lat":151.2,"lng":-33.87}]"#)
    #expect(error.description.contains("look swapped"))
    #expect(error.description.contains("{ …, latitude: lng, longitude: lat }"))
    let contents = try file.read(#"[{"lat":151.2,"lng":-33.87}]"#, PinFileOptions("lng", "lat"))
    #expect(contents.pins.coordinates == [Coordinate(latitude: -33.87, longitude: 151.2)])
    #expect(contents.summary.hasSwappedColumns)
  }

  @Test func membersMayBeNamed() throws {
    let options = PinFileOptions("Breite", "Länge")
    let text = #"[{"lat":1,"lon":2,"Breite":52.52,"Länge":13.405}]"#
    let contents = try file.read(text, options)
    #expect(contents.pins.coordinates == [berlin])
    #expect(!contents.summary.hasSwappedColumns)
    let point = #"[{"type":"Point","coordinates":[1,2]}]"#
    #expect(try file.error(point, options).description.contains("found GeoJSON"))
  }
}
