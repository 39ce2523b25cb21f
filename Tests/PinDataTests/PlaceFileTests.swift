import Clustering
import PinData
import TestSupport
import Testing

private func collection(_ features: [String]) -> String {
  #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
}

private func feature(_ properties: String) -> String {
  """
  {"type":"Feature","properties":\(properties),\
  "geometry":{"type":"Point","coordinates":[13.4,52.5]}}
  """
}

@Suite struct PlaceFileTests {
  private func read(_ name: String, _ text: String) throws -> [Place] {
    try withTemporaryFile(named: name, text) { try PlaceFile.read(path: $0).places }
  }

  private func readCSV(_ text: String) throws -> [Place] { try read("places.csv", text) }

  private func readGeoJSON(_ features: String...) throws -> [Place] {
    try read("places.geojson", collection(features))
  }

  private let berlin = Coordinate(52.5, 13.4)

  private var threePlaces: [Place] {
    [
      Place(
        name: "Café Luna", classification: .pointOfInterest(.cafe), street: "Lindenstraße",
        houseNumber: "12a", city: "Köln", coordinate: berlin, prominence: 80),
      Place(
        name: "Lindenstraße 7", classification: .address, street: "Lindenstraße",
        houseNumber: "7", city: "Köln", coordinate: berlin),
      Place(
        name: "Luna Lake", classification: .physicalFeature(.lake), coordinate: berlin,
        prominence: 3),
    ]
  }

  // MARK: - The forms of the files

  @Test(arguments: [
    """
    name,category,kind,street,housenumber,city,prominence,latitude,longitude
    Café Luna,cafe,pointOfInterest,Lindenstraße,12a,Köln,80,52.5,13.4
    Lindenstraße 7,,address,Lindenstraße,7,Köln,,52.5,13.4
    Luna Lake,lake,physicalFeature,,,,3,52.5,13.4
    """,
    """
    LON;LAT;Name;Category;addr:street;addr:housenumber;Addr:City;prominence
    13.4;52.5; Café Luna ;amenity=cafe;"Lindenstraße";12a;Köln;80.0
    13.4;52.5;;;Lindenstraße;7;Köln;
    13.4;52.5;Luna Lake;natural=water;;;;3
    """,
    "name\tamenity\tnatural\tx\ty\tstreet\thouse_number\tcity\tprominence\tnote\r\n"
      + "Café Luna\tcafe\t\t13.4\t52.5\tLindenstraße\t12a\tKöln\t80\tx\r\n"
      + "\t\t\t13.4\t52.5\tLindenstraße\t7\tKöln\r\n"
      + "Luna Lake\t\twater\t13.4\t52.5\t\t\t\t3\r\n",
  ])
  func readsTheUsualFormsOfCSV(text: String) throws {
    #expect(try readCSV(text) == threePlaces)
  }

  @Test func readsGeoJSON() throws {
    let places = try readGeoJSON(
      feature(
        """
        {"name":"Caf\\u00e9 Luna","category":"cafe","kind":"pointOfInterest","prominence":80,
        "street":"Lindenstraße","housenumber":"12a","city":"Köln","opening":["9","17"]}
        """),
      feature(
        """
        {"addr:street":"Lindenstraße","addr:housenumber":7,"addr:city":"Köln","name":null}
        """),
      #"{"type":"Feature","geometry":null,"properties":{"name":"nowhere"}}"#,
      """
      {"properties":{"natural":"water","name":" Luna Lake ","prominence":"3"},
      "geometry":{"coordinates":[13.4,52.5],"type":"Point"}}
      """)
    #expect(places == threePlaces)
  }

  @Test func aPropertyOfOneFeatureIsNotTheNextOnes() throws {
    let places = try readGeoJSON(
      feature(#"{"name":"A","category":"cafe","city":"Köln","prominence":9}"#),
      feature(#"{"name":"B","category":"zoo"}"#))
    #expect(places.map(\.city) == ["Köln", ""])
    #expect(places.map(\.prominence) == [9, 0])
    let records = try readCSV(
      "name,category,lat,lon,city\nA,cafe,52.5,13.4,Köln\nB,zoo,52.5,13.4\n")
    #expect(records.map(\.city) == ["Köln", ""])
  }

  @Test func plainNamesArePreferredToThoseOfOpenStreetMap() throws {
    for properties in [
      #"{"name":"A","category":"cafe","street":"Right","addr:street":"Wrong"}"#,
      #"{"addr:street":"Wrong","street":"Right","category":"cafe","name":"A"}"#,
      #"{"addr:street":"Right","street":"","category":"cafe","name":"A"}"#,
    ] {
      #expect(try readGeoJSON(feature(properties)).map(\.street) == ["Right"])
    }
  }

  // MARK: - Categories

  @Test func everyCategoryHasMapKitsNames() throws {
    let names = PointOfInterestCategory.allCases.map(\.rawValue)
    for texts in [
      names, names.map { "MKPOICategory" + $0.prefix(1).uppercased() + $0.dropFirst() },
      names.map { $0.uppercased() },
    ] {
      let places = try readCSV("name,category,lat,lon\n" + texts.map { "A,\($0),1,2\n" }.joined())
      #expect(places.map(\.category) == PointOfInterestCategory.allCases)
    }
  }

  @Test func everyPhysicalFeatureHasItsName() throws {
    let places = try readCSV(
      "name,category,lat,lon\n" + PhysicalFeature.allCases.map { "A,\($0),1,2\n" }.joined())
    #expect(places.map(\.classification) == PhysicalFeature.allCases.map { .physicalFeature($0) })
  }

  @Test(
    arguments: [
      ("Gas Station", .gasStation), ("EV charger", .evCharger), ("movie_theater", .movieTheater),
      ("fuel", .gasStation), ("amenity=fast_food", .restaurant), ("shop=bakery", .bakery),
      ("shop=shoes", .store), ("tourism=hotel", .hotel),
      ("public_transport=platform", .publicTransport),
      ("pub", .nightlife), ("historic=castle", .castle), ("sport=climbing", .rockClimbing),
    ] as [(String, PointOfInterestCategory)])
  func categoriesAsOthersWriteThem(text: String, expected: PointOfInterestCategory) throws {
    #expect(try readCSV("name,category,lat,lon\nA,\(text),1,2\n").map(\.category) == [expected])
  }

  @Test func theFirstKnownTagCounts() throws {
    for (properties, expected) in [
      (#"{"name":"A","amenity":"cafe","shop":"bakery"}"#, PointOfInterestCategory.cafe),
      (#"{"shop":"florist","amenity":"bench","name":"A"}"#, .store),
      (#"{"name":"A","leisure":"pitch","sport":"soccer"}"#, .soccer),
      (#"{"name":"A","category":"museum","amenity":"cafe"}"#, .museum),
    ] {
      #expect(try readGeoJSON(feature(properties)).map(\.category) == [expected])
    }
  }

  // MARK: - Large files

  @Test func generatedPlacesAreReadBack() throws {
    let places = PlaceGenerator.places(count: 3000, seed: 2).places
    #expect(try readCSV(PlaceFileText.csv(places)) == places)
    #expect(try read("places.geojson", PlaceFileText.geoJSON(places)) == places)
  }
}

@Suite struct PlaceFileErrorTests {
  private func error(named name: String, _ text: String) throws -> DataFileError {
    try withTemporaryFile(named: name, text) { path in
      try #require(throws: DataFileError.self) { _ = try PlaceFile.read(path: path) }
    }
  }

  private func csvError(_ text: String) throws -> DataFileError {
    try error(named: "places.csv", text)
  }

  private func geoJSONError(_ features: String...) throws -> DataFileError {
    try error(named: "places.geojson", collection(features))
  }

  private let good = #"{"name":"A","category":"cafe"}"#

  @Test func filesAsAWhole() throws {
    #expect(try csvError("").description.contains("found an empty file"))
    for error in [try csvError("name,lat,lon\n"), try geoJSONError()] {
      #expect(error.description.contains("expected at least one place, found none"))
    }
    #expect(try error(named: "places.txt", "x").description.contains("found \"x\""))
    let missing = try #require(throws: DataFileError.self) {
      _ = try PlaceFile.read(path: "/nowhere/places.csv")
    }
    #expect(missing.problem == .unreadable(reason: "No such file or directory"))
    #expect(missing.description.hasPrefix("/nowhere/places.csv: cannot read the file"))
    let header = try csvError("name,category\nA,cafe\n")
    #expect(header.description.contains("found \"name\", \"category\"."))
    #expect(header.location == .field(line: 1, column: 1))
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
    #expect(error.location == .field(line: 4, column: column))
    #expect(error.description.contains("places.csv, line 4, column \(column): "))
    #expect(error.description.contains(found))
  }

  /// The names of a small compressed file could fill the memory.
  @Test func textsHaveALimit() throws {
    for (column, record) in [(1, "TEXT,cafe,,1,2"), (3, "A,cafe,TEXT,1,2")] {
      let text = String(repeating: "a", count: 1_001)
      let error = try csvError(
        "name,category,city,lat,lon\n" + record.replacing("TEXT", with: text) + "\n")
      #expect(error.location == .field(line: 2, column: column))
      #expect(error.description.contains("expected a text of at most 1000 bytes, found 1001"))
    }
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
    _ = try error.position(inFeature: 1)
    #expect(error.description.contains(", feature 1 (byte "))
    #expect(error.description.contains(found), "\(error)")
  }

  @Test func geometries() throws {
    for (geometry, found) in [
      (#"{"type":"MultiPoint","coordinates":[[1,2]]}"#, "a MultiPoint. Keep"),
      (#"{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}"#, "a Polygon. Keep"),
      (
        #"{"type":"Point","coordinates":[1,100]}"#,
        "latitude 100.0, longitude 1.0, which look swapped"
      ),
      (#"{"type":"Point","coordinates":[181,2]}"#, "latitude 2.0, longitude 181.0. Check"),
    ] {
      let error = try geoJSONError(#"{"properties":\#(good),"geometry":\#(geometry)}"#)
      #expect(error.description.contains(", found " + found), "\(error)")
    }
  }

  @Test func everyTruncatedFileIsAnError() throws {
    let text = collection([feature(good), feature(#"{"addr:street":"S","addr:housenumber":7}"#)])
    for length in 0..<text.utf8.count {
      _ = try error(named: "places.json", String(decoding: text.utf8.prefix(length), as: UTF8.self))
    }
  }
}
