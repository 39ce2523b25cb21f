import Clustering
import Foundation
import PinData
import TestSupport
import Testing

/// The forms in which services and databases send places: arrays in objects, and coordinates in
/// members.
@Suite struct JSONArrayFileTests {
  private let file = PinTextFile(name: "pins.json")

  /// Six places in Berlin: latitude 52.4986 to 52.531, longitude 13.3777 to 13.4132.
  private static let berlin: [(latitude: Double, longitude: Double)] = [
    (52.5201, 13.4049), (52.5163, 13.3777), (52.5074, 13.3904), (52.5219, 13.4132),
    (52.4986, 13.3815), (52.531, 13.3849),
  ]

  /// An array of the six places, in objects of a form in which `LAT` and `LON` stand for the two.
  private static func array(_ object: String) -> String {
    let objects = berlin.map {
      object.replacing("LAT", with: "\($0.latitude)").replacing("LON", with: "\($0.longitude)")
    }
    return "[" + objects.joined(separator: ",\n") + "]"
  }

  private static let stores = array(#"{"lat":LAT,"lng":LON,"name":"A"}"#)
  private static let point = #"{"type":"Point","coordinates":[LON,LAT]}"#
  private static let esri = array(#"{"attributes":{"id":1},"geometry":{"x":LON,"y":LAT}}"#)

  private func expectBerlin(
    _ text: String, leftOut: [PinFileSummary.LeftOutReason: Int] = [:],
    _ options: PinFileOptions = PinFileOptions()
  ) throws -> PinFileSummary {
    let contents = try file.read(text, options)
    #expect(
      contents.pins.coordinates
        == Self.berlin.map { Coordinate($0.latitude, $0.longitude) }, "\(text)"
    )
    #expect(contents.summary.leftOut == leftOut, "\(text)")
    return contents.summary
  }

  // MARK: - Arrays in an object

  @Test(arguments: [
    (#"{"stores":\#(stores)}"#, ["read: the array \"stores\""]),
    (#"{"data":{"count":6,"results":\#(stores)},"next":[]}"#, ["read: the array \"data.results\""]),
    (#"{"zoom":12,"shops":[{"id":1}],"stores":\#(stores)}"#, ["read: the array \"stores\""]),
    (
      #"{"center":{"lat":52.52,"lng":13.4},"markers":\#(stores)}"#,
      ["read: the array \"markers\"", "not read: the coordinate of \"center\""]
    ),
    (
      #"{"markers":\#(stores),"region":{"center":{"latitude":1,"longitude":2}}}"#,
      ["read: the array \"markers\"", "not read: the coordinate of \"region\""]
    ),
    (
      #"{"map":{"lat":52.52,"lng":13.4,"markers":\#(stores)}}"#,
      ["read: the array \"map.markers\"", "not read: the coordinate of \"map\""]
    ),
    (
      #"{"home":{"lat":1,"lng":2},"stores":\#(stores)}"#,
      ["read: the array \"stores\"", "not read: 1 place in \"home\""]
    ),
    (
      #"{"bounds":[{"lat":1,"lng":2},{"lat":3,"lng":4}],"stores":\#(stores)}"#,
      ["read: the array \"stores\"", "not read: 2 places in \"bounds\""]
    ),
    (#"{"location":null,"stores":\#(stores)}"#, ["read: the array \"stores\""]),
    (#"{"features":\#(stores)}"#, ["read: the array \"features\""]),
    (#"{"coordinates":\#(stores)}"#, ["read: the array \"coordinates\""]),
    (
      #"{"points":\#(array(#"{"x":LON,"y":LAT}"#)),"size":{"x":1,"y":2}}"#,
      ["read: the array \"points\"", "not read: 1 place in \"size\""]
    ),
    (
      #"{"data":{"type":"FeatureCollection","features":\#(array(#"{"geometry":\#(point)}"#))}}"#,
      ["read: the array \"data.features\""]
    ),
  ])
  func theOnlyArrayIsRead(text: String, notes: [String]) throws {
    let summary = try expectBerlin(text)
    #expect(summary.notes == notes)
    #expect(summary.format == .jsonArray)
  }

  /// An array has the same places on its own, in a member and in a member of a member.
  @Test(arguments: [
    #"{"lat":LAT,"lng":LON}"#, #"{"location":{"lat":LAT,"lon":LON}}"#, #"{"loc":\#(point)}"#,
    #"{"geometry":{"location":{"lat":LAT,"lng":LON}}}"#,
    #"{"_source":{"location":{"lat":LAT,"lon":LON}}}"#, #"{"attributes":{"lat":LAT,"lng":LON}}"#,
    #"{"properties":{"lat":LAT,"lng":LON}}"#, #"{"address":{"geo":{"lat":LAT,"lng":LON}}}"#,
    #"{"type":"Feature","geometry":\#(point),"properties":{}}"#,
    #"{"stop":1,"latitude":"LAT","longitude":"LON","tags":["a"],"opening":{"days":[1,2,3]}}"#,
  ])
  func anArrayIsTheSameInAnObject(object: String) throws {
    let array = Self.array(object)
    let alone = try expectBerlin(array)
    for text in [#"{"a":\#(array)}"#, #"{"a":{"b":\#(array),"c":1},"d":{}}"#] {
      let summary = try expectBerlin(text)
      #expect(summary.taken == alone.taken)
      #expect(summary.bounds == alone.bounds)
    }
  }

  @Test func pagesMayFollowOneAnother() throws {
    let page = #"{"page":1,"data":{"results":\#(Self.stores)}}"#
    let contents = try file.read("\(page)\n\(page)\n{\"data\":{\"results\":[]}}\n")
    #expect(contents.pins.count == 12)
    #expect(contents.summary.format == .jsonLines)
    #expect(contents.summary.notes == ["read: the array \"data.results\""])
  }

  // MARK: - Services

  /// Overpass: ways and relations have a centre only if the query asks for it.
  @Test func elementsOfOverpass() throws {
    let nodes = Self.array(#"{"type":"node","lat":LAT,"lon":LON,"tags":{}}"#).dropLast()
    let elements =
      nodes
        + #"""
        ,{"type":"way","id":2,"nodes":[1,2,3],"geometry":[{"lat":1,"lon":2},{"lat":3,"lon":4}]},
        {"type":"relation","id":3,"members":[{"lat":1,"lon":2},{"lat":1,"lon":2}]}]
        """#
    let text = #"{"version":0.6,"osm3s":{"copyright":"a"},"elements":\#(elements)}"#
    let summary = try expectBerlin(text, leftOut: [.way: 2])
    #expect(summary.notes[0] == "read: the array \"elements\"")
    let centers = try file.read(
      #"{"elements":[{"type":"way","id":1,"center":{"lat":1,"lon":2},"nodes":[5,6]}]}"#)
    #expect(centers.pins.coordinates == [Coordinate(1, 2)])
    #expect(centers.summary.taken.map(\.member) == ["center"])
  }

  private static let google = array(
    #"""
    {"name":"A","types":["a","b"],"geometry":{"location":{"lat":LAT,"lng":LON},
    "location_type":"ROOFTOP","bounds":{"northeast":{"lat":1,"lng":2},"southwest":{"lat":3,"lng":4}},
    "viewport":{"northeast":{"lat":1,"lng":2},"southwest":{"lat":3,"lng":4}}}}
    """#)

  /// Google's new interface.
  private static let newGoogle = array(
    #"""
    {"location":{"latitude":LAT,"longitude":LON},"viewport":{"low":{"latitude":1,"longitude":2},
    "high":{"latitude":3,"longitude":4}}}
    """#)

  @Test(arguments: [
    (google, "geometry.location"),
    (#"{"results":\#(google),"status":"OK"}"#, "geometry.location"),
    (#"{"candidates":\#(google)}"#, "geometry.location"),
    (#"{"places":\#(newGoogle)}"#, "location"),
    (#"{"spatialReference":{"wkid":4326},"features":\#(esri)}"#, "geometry"),
    (#"{"features":\#(esri),"spatialReference":{"wkid":4269,"latestWkid":4269}}"#, "geometry"),
    (#"{"data":{"spatialReference":{"wkid":4326},"features":\#(esri)}}"#, "geometry"),
  ])
  func placesOfServices(text: String, member: String) throws {
    #expect(try expectBerlin(text).taken.map(\.member) == [member])
  }

  // MARK: - Esri

  @Test func emptyGeometriesOfEsri() throws {
    let features = Self.esri.dropLast() + #",{"geometry":{"x":"NaN","y":"NaN"}},{"geometry":null}]"#
    _ = try expectBerlin(
      #"{"spatialReference":{"wkid":4326},"features":\#(features)}"#,
      leftOut: [.missingCoordinate: 1, .nullGeometry: 1])
  }

  @Test(arguments: [
    (#"{"features":\#(esri)}"#, "found none"), (esri, "found none"),
    (#"{"features":\#(esri),"spatialReference":{"wkid":25832}}"#, #"found "EPSG:25832""#),
    (
      #"{"spatialReference":{"wkid":102100,"latestWkid":3857},"features":\#(esri)}"#,
      #"found "EPSG:102100". Ask the service for them with outSR=4326"#
    ),
  ])
  func otherSystemsOfEsriAreRefused(text: String, words: String) throws {
    try file.expectRefusal(
      of: text, with: #"expected geometries of Esri with "spatialReference""#, words)
  }

  // MARK: - Points in a member

  @Test(arguments: ["location", "geo", "loc", "where", "coordinates"])
  func pointsInAMember(member: String) throws {
    for point in [Self.point, #"{"coordinates":[LON,LAT],"type":"Point"}"#] {
      let objects = Self.array(#"{"name":"A","\#(member)":\#(point)}"#)
      let summary = try expectBerlin(objects)
      #expect(
        summary.description.contains(#""coordinates[1]" and "coordinates[0]" of "\#(member)""#))
      let lines = String(objects.dropFirst().dropLast()).replacing("},\n", with: "}\n")
      #expect(try expectBerlin(lines).format == .jsonLines)
    }
  }

  @Test func pointsWithoutNumbersAreLeftOut() throws {
    let objects = ["[null,null]", "[]", "null"].map {
      #"{"loc":{"type":"Point","coordinates":\#($0)}}"#
    }
    let array = Self.array(#"{"loc":\#(Self.point)}"#).dropLast() + ","
    _ = try expectBerlin(
      array + objects.joined(separator: ",") + #",{"location":null}]"#,
      leftOut: [.missingCoordinate: 4])
  }

  /// Members that may be areas are none of places.
  @Test func anAreaOfAPlaceIsSkipped() throws {
    let contents = try file.read(
      #"""
      [{"lat":"52.5","lon":"13.4","geojson":{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],
      [1,2]]]}}]
      """#)
    #expect(contents.pins.count == 1)
  }

  // MARK: - Null

  @Test(arguments: ["null", "[null,null]", "[NaN, NaN]"])
  func coordinatesOfNullAreLeftOut(coordinates: String) throws {
    let feature =
      #"{"properties":{"a":NaN},"geometry":{"type":"Point","coordinates":\#(coordinates)}}"#
    let features = Self.array(#"{"geometry":\#(Self.point)}"#).dropLast() + ",\(feature)]"
    let text = #"{"type":"FeatureCollection","features":\#(features)}"#
    _ = try expectBerlin(text, leftOut: [.missingCoordinate: 1])
  }

  @Test func nullsInOtherGeometriesCountOnce() throws {
    let contents = try file.read(
      #"""
      [{"geometry":{"coordinates":[[1,2],[null,null]],"type":"LineString"}},
      {"geometry":{"type":"MultiPoint","coordinates":[[1,2],[null,null]]}},
      {"lat":NaN,"lng":NaN},{"coordinates":null}]
      """#)
    #expect(contents.pins.coordinates == [Coordinate(2, 1)])
    #expect(contents.summary.leftOut == [.lineString: 1, .missingCoordinate: 3])
  }

  @Test(arguments: ["[null,2]", "[1,null]", "[NaN,2]"])
  func halfOfAPositionIsAnError(coordinates: String) throws {
    let point = #"{"type":"Point","coordinates":\#(coordinates)}"#
    _ = try file.error(#"[{"geometry":\#(point)}]"#).position(inFeature: 0)
    try file.expectRefusal(of: #"[{"loc":\#(point)}]"#, with: "that is a number, found null")
  }

  // MARK: - What is refused

  @Test(arguments: [
    (
      #"{"stores":\#(stores),"shops":\#(stores)}"#, #"6 places in "stores" and 6 places in "shops""#
    ),
    (#"{"a":{"b":{"c":\#(stores)}}}"#, #"6 places in "a.b.c" of an object with the members "a""#),
    (#"{"location":{"lat":1,"lng":2},"stores":\#(stores)}"#, "jq -c '.stores[]' FILE"),
    (#"{"lat":1,"lng":2,"stores":\#(stores)}"#, "jq -c '.stores[]' FILE"),
    (#"{"home":{"lat":1,"lng":2},"stores":[{"lat":1,"lng":2}]}"#, #"and 1 in "home""#),
    (#"{"stores":[{"lat":1,"lng":2,"stops":\#(stores)}]}"#, "jq -c '.stores[].stops[]' FILE"),
    (#"{"stores":\#(stores),"stores":\#(stores)}"#, #"one array "stores", found a second one"#),
    (#"{"stores":\#(stores)}"# + "\n" + #"{"shops":\#(stores)}"#, "found an object without it"),
    (#"{"stores":[{"lat":1,"lng":2},{"lat":91,"lng":2}]}"#, "found latitude 91.0"),
    (#"{"data":{"crs":{"properties":{"name":"EPSG:5800"}},"stores":\#(stores)}}"#, "EPSG:5800"),
    (
      #"[{"name":"A","latlng":[52,13]}]"#,
      #"found two numbers in "latlng", whose order is not known. If the latitude is the first, "#
        + #"name them, for example: jq -c '.[] | {lat: .latlng[0], lon: .latlng[1]}' FILE"#
    ),
    (#"{"data":[{"position":[52,13],"size":[1,2]}]}"#, "'.data[] | {lat: .position[0]"),
    ("[[52.5,13.4],[52.6,13.5]]", "found two numbers, whose order is not known"),
    (#"{"track":[[52.5,13.4],[52.6,13.5],[52.7,13.6]]}"#, "'.track[] | {lat: .[0], lon: .[1]}'"),
    (
      #"[{"latitudeE7":525200000,"longitudeE7":134000000}]"#,
      "--latitude latitudeE7 --longitude longitudeE7 --scale 1e-7"
    ),
    (
      #"{"stops":[{"lat_e6":52520000,"lon_e6":13400000}]}"#,
      "lat_e6, longitude: lon_e6, scale: 1e-6"
    ),
    (
      #"{"hits":[{"_source":{"location":[13,52]}}]}"#,
      "'.hits[] | {lat: ._source.location[0], lon: ._source.location[1]}' FILE"
    ),
    (
      #"{"type":"Topology","arcs":[[[1,2],[3,4],[5,6]]],"objects":{"a":{"type":"Point"}}}"#,
      "found TopoJSON. Convert it, for example: ogr2ogr"
    ),
    (
      #"[{"from":{"type":"Point","coordinates":[1,2]},"to":{"type":"Point","coordinates":[3,4]}}]"#,
      #"several candidates: "from", "to""#
    ),
  ])
  func otherFormsAreNamed(text: String, words: String) throws {
    try file.expectRefusal(of: text, with: words)
  }

  @Test func multiplesOfDegreesAreReadWithTheirScale() throws {
    var options = PinFileOptions("latitudeE7", "longitudeE7")
    options.notation.scale = 1e-7
    let contents = try file.read(
      #"{"a":{"locations":[{"latitudeE7":525200000,"longitudeE7":134050000,"accuracy":9}]}}"#,
      options)
    #expect(contents.pins.coordinates == [Coordinate(52.52, 13.405)])
  }
}
