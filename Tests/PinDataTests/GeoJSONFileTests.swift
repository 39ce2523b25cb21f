import Clustering
import PinData
import Simulation
import TestSupport
import Testing

@Suite struct GeoJSONFileTests {
  private let file = PinTextFile(name: "pins.geojson")
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
    #expect(try PinTextFile(name: name).coordinates(text) == [berlin, sydney])
  }

  @Test func membersMayComeInAnyOrder() throws {
    let text = """
      \u{FEFF} {"bbox":[1,2,3,4],"features":[{"geometry":{"coordinates":[13.405,52.52],
      "type":"Point"},"id":7,"type":"Feature"},{"properties":{},"geometry":
      {"bbox":[0],"coordinates":[1.512E2,-3387e-2],"x":{},"type":"Point"}}],
      "crs":{"a":[[],{}]},"type":"FeatureCollection"}
      """
    #expect(try file.coordinates(text) == [berlin, sydney])
  }

  @Test func ignoredMembersMayHoldAnything() throws {
    let text = #"""
      {"name":"\"},{\\","\u0074ype":"FeatureCollection","n":-1.5e-7,"t":[true,false,null,"é\ud83d\ude00"],
      "features":[{"type":"Feature","properties":{"geometry":{"type":"Polygon"},"a":"]}\n"},
      "geometry":{"type":"Po\u0069nt","coordinates":[13.405,52.52]}}]}
      """#
    #expect(try file.coordinates(text) == [berlin])
  }

  @Test func multiPointsAreSeveralPinsAndNullIsNone() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":null},
      {"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[13.405,52.52],[151.2,-33.87]]}},
      {"type":"Feature","geometry":{"coordinates":[],"type":"MultiPoint"}},
      {"type":"Feature","geometry":{"coordinates":[[151.2,-33.87]],"type":"MultiPoint"}}]}
      """
    #expect(try file.coordinates(text) == [berlin, sydney, sydney])
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
    #expect(try file.coordinates(text) == pins.coordinates)
  }
}

@Suite struct GeoJSONGeometryTests {
  private let file = PinTextFile(name: "pins.json")
  private let point = #"{"type":"Point","coordinates":[13.405,52.52]}"#
  private let berlin = Coordinate(latitude: 52.52, longitude: 13.405)

  @Test func featuresAndGeometriesOnTheirOwn() throws {
    for text in [
      point, #"{"geometry":\#(point),"type":"Feature","coordinates":[1,2],"lat":3,"lon":4}"#,
      #"{"geometries":[\#(point)],"type":"GeometryCollection"}"#,
      #"{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","geometries":[\#(point)]}]}"#,
    ] {
      let contents = try file.read(text)
      #expect(contents.pins.coordinates == [berlin], "\(text)")
      #expect(contents.summary.format == .geoJSON)
      #expect(contents.summary.leftOut.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("LineString", "[[1,2],[3,400]]", .lineString), ("Point", "[]", .emptyGeometry),
      ("Polygon", "[[[1,2],[3,4],[5,6],[1,2]]]", .polygon),
      ("MultiPolygon", "[[[[1,2],[3,4],[5,6],[1,2]]]]", .multiPolygon),
      ("MultiLineString", "[[[500,2],[3,4]]]", .multiLineString),
    ] as [(String, String, PinFileSummary.LeftOutReason)])
  func otherGeometriesAreLeftOutAndCounted(
    type: String, coordinates: String, reason: PinFileSummary.LeftOutReason
  ) throws {
    let typeFirst = #"{"type":"\#(type)","coordinates":\#(coordinates)}"#
    let typeLast = #"{"coordinates":\#(coordinates),"type":"\#(type)"}"#
    for geometry in [typeFirst, typeLast] {
      let features = [geometry, point, "null", geometry].map { #"{"geometry":\#($0)}"# }
      let contents = try file.read(
        #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
      #expect(contents.pins.coordinates == [berlin])
      #expect(contents.summary.leftOut == [reason: 2, .nullGeometry: 1])
      let collection = try file.read(
        #"{"type":"GeometryCollection","geometries":[\#(point),\#(geometry),\#(point)]}"#)
      #expect(collection.pins.coordinates == [berlin, berlin])
      #expect(collection.summary.leftOut == [reason: 1])
    }
  }

  @Test func linesAndSequencesAreReadInTheirOrder() throws {
    let feature = #"{"type":"Feature","geometry":\#(point)}"#
    let other = #"{"type":"Point","coordinates":[1,2]}"#
    for text in [
      "\(feature)\n\(other)\n", "\(feature)\r\n\r\n\(other)",
      "\u{1E}\(feature)\n\u{1E}\(other)\n", "\u{FEFF}\u{1E}\(feature)\u{1E}\u{1E}\(other)",
    ] {
      let contents = try file.read(text)
      #expect(contents.pins.coordinates == [berlin, Coordinate(latitude: 2, longitude: 1)])
      #expect(contents.summary.format == .jsonLines)
    }
  }
}

@Suite struct GeoJSONFileErrorTests {
  private let file = PinTextFile(name: "pins.geojson")

  private static func collection(_ geometries: String...) -> String {
    let features = geometries.map { #"{"type":"Feature","geometry":\#($0)}"# }
    return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
  }

  private static let point = #"{"type":"Point","coordinates":[1,2]}"#
  private static let polygon = #"{"type":"Polygon","coordinates":[]}"#

  @Test(arguments: [
    ("", "found an empty file"), (" \n ", "found an empty file"),
    ("\u{FEFF}", "found an empty file"),
    (
      collection("null", polygon, "null", polygon, polygon),
      "found only 2 null geometry, 3 Polygon."
    ),
    (#"{"type":"FeatureCollection","features":[{"type":"Feature"}]}"#, #""geometry""#),
    // Places off the earth, and swapped ones.
    (
      collection(point, #"{"type":"Point","coordinates":[52.5,113.4]}"#),
      "latitude 113.4, longitude 52.5, which look swapped"
    ),
    (
      collection(#"{"type":"Point","coordinates":[181,5]}"#),
      "longitude 181.0, which look like longitudes from 0 to 360"
    ),
    (
      collection(#"{"type":"Point","coordinates":[1e999,5]}"#),
      "found latitude 5.0, longitude inf. Check"
    ),
    // Types are named with their escapes resolved.
    (collection(#"{"type":"\ud83d\ude00\u00e9\ud83d\n\/"}"#), "found the type \"😀é\u{FFFD}\n/\"."),
  ])
  func theMessageSaysWhatIsWrong(text: String, words: String) throws {
    try file.expectRefusal(of: text, with: words)
  }

  @Test(arguments: ["[]", #"{"type":"FeatureCollection","features":[]}"#])
  func fileWithoutPlaces(text: String) throws {
    let error = try file.error(text)
    #expect(error.description.contains("expected at least one place, found none"))
    #expect(error.location == nil)
  }

  @Test(arguments: [
    "{}", "7", #"{"type":"FeatureCollection"}"#, #"{"type":"Feature"}"#,
    #"{"type":"Feature","coordinates":[1,2]}"#,
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
    let error = try file.error(text)
    guard case .position(let position) = error.location else { throw OtherCase(error) }
    #expect((0...text.utf8.count).contains(position.byteOffset))
    #expect(position.line == 1 && position.column == position.byteOffset + 1)
  }

  @Test(arguments: [
    "{}", "7", #""Point""#, #"{"type":"Point"}"#, #"{"coordinates":[1,2]}"#,
    #"{"type":"Point","coordinates":[1]}"#,
    #"{"type":"Point","coordinates":[[1,2]]}"#, #"{"type":"Point","coordinates":["1","2"]}"#,
    #"{"type":"Point","coordinates":[NaN,2]}"#, #"{"type":"Point","coordinates":[1,2-]}"#,
    #"{"type":"Point","coordinates":{"lon":1,"lat":2}}"#,
    #"{"type":"MultiPoint","coordinates":[1,2]}"#,
    #"{"type":"MultiPoint","coordinates":[[[1,2]]]}"#,
    #"{"type":"Point","coordinates":[1,2}"#,
  ])
  func malformedGeometry(geometry: String) throws {
    let error = try file.error(Self.collection(Self.point, "null", geometry, Self.point))
    let position = try error.position(inFeature: 2)
    #expect(position.byteOffset > 0)
    #expect(
      error.description.contains(
        "pins.geojson, line 1, column \(position.column), feature 2 "
          + "(byte \(position.byteOffset)): expected "))
  }

  /// The type is looked for in vain in the standard: it may be meant as a point.
  @Test(arguments: ["point", "Circle", "Feature", "null geometry"])
  func unknownGeometry(type: String) throws {
    let other = #"{"coordinates":[1,2],"type":"\#(type)"}"#
    try file.expectRefusal(
      of: Self.collection(Self.point, other), with: "found the type \"\(type)\"")
  }

  @Test func linesAndColumnsCountFromOne() throws {
    for (text, line, column) in [
      ("{\"type\":\"FeatureCollection\",\n \"features\":[\n  7]}", 3, 3),
      ("{\"type\":\"Point\",\r\n\"coordinates\":[1,x]}", 2, 18),
      ("\u{FEFF}{\"type\" 7}", 1, 9),
      ("{\"type\":\"MultiPoint\",\n\"coordinates\":[[1,2],\n [13,95],[1,99]]}", 3, 3),
      ("{\"type\":\"Point\",\"coordinates\":[1,2]}\n{\"lat\":1,\n\"lon\":\"x\"}", 3, 7),
    ] {
      switch try file.error(text).location {
      case .position(let position), .feature(_, let position):
        #expect(position.line == line && position.column == column, "\(text)")
      case let location: Issue.record("\(String(describing: location)) of \(text)")
      }
    }
  }

  // The file is longer than any buffer.
  @Test func byteOffsetsCountFromTheStartOfTheFile() throws {
    let names = (0..<40_000).map { "\"name \($0)\"" }.joined(separator: ",")
    let start = #"{"type":"FeatureCollection","names":[\#(names)],"features":["#
    let position = try file.error(start + "x]}").position(inFeature: 0)
    #expect(position.byteOffset == start.utf8.count)
    #expect(position.column == start.utf8.count + 1)
    #expect(start.utf8.count > 400_000)
  }

  @Test func nestingHasALimit() throws {
    let deep = #"{"type":"FeatureCollection","a":"# + String(repeating: "[", count: 100_000)
    try file.expectRefusal(of: deep, with: "nested")
  }

  // Whatever is cut off, the answer is an error, not a shorter set of pins.
  @Test func everyTruncatedFileIsAnError() throws {
    let text = Self.collection(
      Self.point, #"{"coordinates":[-1.5e1,2],"type":"MultiPoint","a":"\u00e9"}"#)
    for length in 0..<text.utf8.count {
      _ = try file.error(String(decoding: text.utf8.prefix(length), as: UTF8.self))
    }
  }
}
