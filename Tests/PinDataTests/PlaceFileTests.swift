import MapGeometry
import PinData
import Testing

@Suite struct PlaceFileTests {
  private func readCSV(_ text: String) throws -> [Place] {
    try withTemporaryFile(named: "places.csv", text) { try PlaceFile.read(path: $0).places }
  }

  private func readGeoJSON(_ features: String...) throws -> [Place] {
    let text =
      #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    return try withTemporaryFile(named: "places.geojson", text) {
      try PlaceFile.read(path: $0).places
    }
  }

  private func feature(_ properties: String) -> String {
    """
    {"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},\
    "properties":\(properties)}
    """
  }

  private let berlin = Coordinate(latitude: 52.5, longitude: 13.4)

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
      let places = try readCSV(
        "name,category,lat,lon\n" + texts.map { "A,\($0),1,2\n" }.joined())
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
    var csv = "name,category,kind,street,housenumber,city,prominence,lat,lon\n"
    var features: [String] = []
    for place in places {
      let kind: String
      var category = ""
      switch place.classification {
      case .address: kind = "address"
      case .physicalFeature(let feature): (kind, category) = ("physicalFeature", feature.rawValue)
      case .pointOfInterest(let value): (kind, category) = ("pointOfInterest", value.rawValue)
      }
      csv +=
        "\"\(place.name)\",\(category),\(kind),\(place.street),\(place.houseNumber),"
        + "\(place.city),\(place.prominence),\(place.coordinate.latitude),"
        + "\(place.coordinate.longitude)\n"
      features.append(
        """
        {"properties":{"name":"\(place.name)","category":"\(category)","kind":"\(kind)",\
        "street":"\(place.street)","housenumber":"\(place.houseNumber)","city":"\(place.city)",\
        "prominence":\(place.prominence)},"geometry":{"type":"Point","coordinates":\
        [\(place.coordinate.longitude),\(place.coordinate.latitude)]}}
        """)
    }
    #expect(try readCSV(csv) == places)
    #expect(try readGeoJSON(features.joined(separator: ",\n")) == places)
  }
}
