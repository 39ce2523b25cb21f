import MapGeometry
import PinData
import Testing

@Suite struct PlaceFileErrorTests {
  private func error(named name: String, _ text: String) throws -> PlaceFileError {
    try withTemporaryFile(named: name, text) { path in
      try #require(throws: PlaceFileError.self) { _ = try PlaceFile.read(path: path) }
    }
  }

  private func csvError(_ text: String) throws -> PlaceFileError {
    try error(named: "places.csv", text)
  }

  private func geoJSONError(_ features: String...) throws -> PlaceFileError {
    try error(
      named: "places.geojson",
      #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}")
  }

  private func feature(_ properties: String, point: String = "[1,2]") -> String {
    """
    {"type":"Feature","properties":\(properties),\
    "geometry":{"type":"Point","coordinates":\(point)}}
    """
  }

  private let good = #"{"name":"A","category":"cafe"}"#

  @Test func filesAsAWhole() throws {
    #expect(try csvError("").problem == .format(.emptyFile))
    #expect(try csvError("name,lat,lon\n").problem == .format(.noPins))
    #expect(try geoJSONError().problem == .format(.noPins))
    #expect(try error(named: "places.txt", "x").problem == .format(.unknownExtension))
    let missing = try #require(throws: PlaceFileError.self) {
      _ = try PlaceFile.read(path: "/nowhere/places.csv")
    }
    #expect(missing.problem == .format(.unreadable(reason: "No such file or directory")))
    #expect(missing.description.hasPrefix("/nowhere/places.csv: cannot read the file"))
    let header = try csvError("name,category\nA,cafe\n")
    #expect(header.problem == .format(.missingColumns(found: ["name", "category"])))
    #expect(header.location == .line(1, column: 1))
  }

  @Test(arguments: [
    ("A,cafe,,,,,north,2", 7, "\"north\""), ("A,cafe,,,,,1", 8, "7 fields only"),
    ("A,kafeteria,,,,,1,2", 2, "found \"kafeteria\""), ("A,,,,,,1,2", 2, "found none"),
    (",cafe,,,,,1,2", 1, "expected a name of the place, found none"),
    (",,address,,,,1,2", 1, "expected a name or a street"),
    ("A,cafe,shop,,,,1,2", 3, "found \"shop\""), ("A,cafe,,,,101,1,2", 6, "found \"101\""),
    ("A,cafe,,,,1.5,1,2", 6, "found \"1.5\""), ("A,cafe,,,,-1,1,2", 6, "found \"-1\""),
    ("A,cafe,,,,nan,1,2", 6, "found \"nan\""),
    ("A,cafe,physicalFeature,,,,1,2", 2, "category of the kind \"physicalFeature\""),
    ("A,lake,pointOfInterest,,,,1,2", 2, "found \"lake\""),
    ("A,,pointOfInterest,Street,,,1,2", 2, "expected a category, found none"),
    ("A,cafe,,,,,91,200", 7, "latitude of -90 to 90"), ("A,cafe,,,,,120,2", 7, "look swapped"),
  ])
  func records(record: String, column: Int, found: String) throws {
    let error = try csvError(
      "name,category,kind,street,housenumber,prominence,lat,lon\nA,cafe,,,,,1,2\n\n\(record)\n")
    #expect(error.location == .line(4, column: column))
    #expect(error.description.contains("places.csv, line 4, column \(column): "))
    #expect(error.description.contains(found))
  }

  @Test(arguments: [
    (#"{"name":"B","category":"kafeteria"}"#, "found \"kafeteria\""),
    (#"{"name":"B","amenity":"bench"}"#, "found \"amenity=bench\""),
    (#"{"name":"B","category":"shop=","x":1}"#, "found \"shop=\""),
    (#"{"name":"B"}"#, "expected a category, or the street of an address, found none"),
    ("null", "found none"), ("{}", "found none"),
    (#"{"name":["B"],"category":"cafe"}"#, "a string or a number as the property \"name\""),
    (#"{"name":"B","category":true}"#, "property \"category\", found 't'"),
    (#"{"name":"B","category":"cafe","prominence":1e9}"#, "found \"1e9\""),
    (#"{"name":"B","category":"cafe""#, "expected ',' or '}'"), ("7", "expected an object"),
  ])
  func features(properties: String, found: String) throws {
    let error = try geoJSONError(feature(good), feature(properties))
    guard case .feature(1, _) = error.location else {
      Issue.record("unexpected: \(error)")
      return
    }
    #expect(error.description.contains("places.geojson, feature 1 (byte "))
    #expect(error.description.contains(found), "\(error)")
  }

  @Test func geometries() throws {
    func problem(_ geometry: String) throws -> PlaceFileError.Problem {
      try geoJSONError(#"{"properties":\#(good),"geometry":\#(geometry)}"#).problem
    }
    #expect(
      try problem(#"{"type":"MultiPoint","coordinates":[[1,2]]}"#)
        == .format(.unsupportedGeometry(type: "MultiPoint")))
    #expect(
      try problem(#"{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}"#)
        == .format(.unsupportedGeometry(type: "Polygon")))
    #expect(
      try problem(#"{"type":"Point","coordinates":[1,100]}"#)
        == .format(.swappedCoordinate(Coordinate(latitude: 100, longitude: 1))))
    #expect(
      try problem(#"{"type":"Point","coordinates":[181,2]}"#)
        == .format(.invalidCoordinate(Coordinate(latitude: 2, longitude: 181))))
  }

  @Test func everyTruncatedFileIsAnError() throws {
    let text =
      #"{"type":"FeatureCollection","features":["# + feature(good) + ","
      + feature(#"{"addr:street":"S","addr:housenumber":7}"#) + "]}"
    for length in 0..<text.utf8.count {
      _ = try error(
        named: "places.json", String(decoding: text.utf8.prefix(length), as: UTF8.self))
    }
  }
}
