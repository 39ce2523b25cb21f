import MapGeometry
import PinData
import Testing

@Suite struct GeoJSONFileErrorTests {
  private func error(_ text: String) throws -> PinFileError {
    try withTemporaryFile(named: "pins.geojson", text) { path in
      try #require(throws: PinFileError.self) { _ = try PinFile.read(path: path) }
    }
  }

  private func collection(_ geometries: String...) -> String {
    let features = geometries.map { #"{"type":"Feature","geometry":\#($0)}"# }
    return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
  }

  private let point = #"{"type":"Point","coordinates":[1,2]}"#

  @Test(arguments: ["", " \n ", "\u{FEFF}"])
  func emptyFile(text: String) throws {
    #expect(try error(text).problem == .emptyFile)
  }

  @Test func collectionWithoutPlaces() throws {
    #expect(try error(collection()).problem == .noPins)
    #expect(try error(collection("null")).problem == .noPins)
  }

  @Test(arguments: [
    "[]", "{}", "7", #"{"type":"Feature","geometry":null}"#, #"{"type":"FeatureCollection"}"#,
    #"{"features":[]}"#, #"{"type":"Topology","features":[]}"#,
    #"{"type":"FeatureCollection","features":{}}"#,
    #"{"type":"FeatureCollection","features":[]} x"#,
    #"{"type":"FeatureCollection","features":[],"features":[]}"#,
    #"{"type":"FeatureCollection","features":[]"#, #"{"type" "FeatureCollection"}"#,
    #"{"type":"FeatureCollection","a":tru,"features":[]}"#,
    #"{"type":"FeatureCollection","a":"\q","features":[]}"#,
    #"{"type":"FeatureCollection","a":"\u12g4","features":[]}"#,
    #"{"type":"FeatureCollection","a":[1,],"features":[]}"#,
  ])
  func notAFeatureCollection(text: String) throws {
    let error = try error(text)
    guard case .malformed = error.problem, case .byteOffset(let offset) = error.location else {
      Issue.record("unexpected: \(error)")
      return
    }
    #expect(offset >= 0 && offset <= text.utf8.count)
  }

  @Test(arguments: [
    "{}", "7", #""Point""#, #"{"type":"Point"}"#, #"{"coordinates":[1,2]}"#,
    #"{"type":"Point","coordinates":[]}"#, #"{"type":"Point","coordinates":[1]}"#,
    #"{"type":"Point","coordinates":[[1,2]]}"#, #"{"type":"Point","coordinates":["1","2"]}"#,
    #"{"type":"Point","coordinates":[NaN,2]}"#, #"{"type":"Point","coordinates":[1,2-]}"#,
    #"{"type":"Point","coordinates":{"lon":1,"lat":2}}"#,
    #"{"type":"MultiPoint","coordinates":[1,2]}"#,
    #"{"type":"MultiPoint","coordinates":[[[1,2]]]}"#,
    #"{"type":"Point","coordinates":[1,2}"#,
  ])
  func malformedGeometry(geometry: String) throws {
    let error = try error(collection(point, "null", geometry, point))
    guard case .malformed(let expected, let found) = error.problem,
      case .feature(let index, let offset) = error.location
    else {
      Issue.record("unexpected: \(error)")
      return
    }
    #expect(index == 2)
    #expect(offset > 0)
    #expect(!expected.isEmpty && !found.isEmpty)
    #expect(error.description.contains("pins.geojson, feature 2 (byte \(offset)): expected "))
  }

  @Test func featureWithoutGeometry() throws {
    let error = try error(#"{"type":"FeatureCollection","features":[{"type":"Feature"}]}"#)
    #expect(error.description.contains("\"geometry\""))
  }

  @Test(arguments: [
    ("LineString", "[[1,2],[3,4]]"), ("Polygon", "[[[1,2],[3,4],[5,6],[1,2]]]"),
    ("MultiPolygon", "[[[[1,2],[3,4],[5,6],[1,2]]]]"),
  ])
  func otherGeometry(type: String, coordinates: String) throws {
    let typeFirst = #"{"type":"\#(type)","coordinates":\#(coordinates)}"#
    let typeLast = #"{"coordinates":\#(coordinates),"type":"\#(type)"}"#
    for geometry in [typeFirst, typeLast] {
      let error = try error(collection(point, geometry))
      #expect(error.problem == .unsupportedGeometry(type: type))
      guard case .feature(1, _) = error.location else {
        Issue.record("unexpected: \(error)")
        return
      }
      #expect(error.description.contains(type))
    }
  }

  @Test func placesOffTheEarthAndSwappedPlaces() throws {
    let swapped = try error(collection(point, #"{"type":"Point","coordinates":[52.5,113.4]}"#))
    #expect(
      swapped.problem == .swappedCoordinate(Coordinate(latitude: 113.4, longitude: 52.5)))
    #expect(swapped.description.contains("look swapped"))
    let outside = try error(collection(#"{"type":"Point","coordinates":[181,5]}"#))
    #expect(outside.problem == .invalidCoordinate(Coordinate(latitude: 5, longitude: 181)))
    let infinite = try error(collection(#"{"type":"Point","coordinates":[1e999,5]}"#))
    #expect(infinite.problem == .invalidCoordinate(Coordinate(latitude: 5, longitude: .infinity)))
  }

  @Test func typesAreNamedWithTheirEscapesResolved() throws {
    let error = try error(collection(#"{"type":"\ud83d\ude00\u00e9\ud83d\n\/"}"#))
    #expect(error.problem == .unsupportedGeometry(type: "😀é\u{FFFD}\n/"))
  }

  // The file is longer than any buffer.
  @Test func byteOffsetsCountFromTheStartOfTheFile() throws {
    let names = (0..<40_000).map { "\"name \($0)\"" }.joined(separator: ",")
    let start = #"{"type":"FeatureCollection","names":[\#(names)],"features":["#
    let error = try error(start + "x]}")
    #expect(error.location == .feature(0, byteOffset: start.utf8.count))
    #expect(start.utf8.count > 400_000)
  }

  @Test func nestingHasALimit() throws {
    let deep = String(repeating: "[", count: 100_000)
    let error = try error(#"{"type":"FeatureCollection","a":"# + deep)
    #expect(error.description.contains("nested"))
  }

  // Whatever is cut off, the answer is an error, not a shorter set of pins.
  @Test func everyTruncatedFileIsAnError() throws {
    let text = collection(point, #"{"coordinates":[-1.5e1,2],"type":"MultiPoint","a":"\u00e9"}"#)
    for length in 0..<text.utf8.count {
      _ = try error(String(decoding: text.utf8.prefix(length), as: UTF8.self))
    }
  }
}
