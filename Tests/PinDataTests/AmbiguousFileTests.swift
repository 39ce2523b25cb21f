import Clustering
import Foundation
import PinData
import Support
import TestSupport
import Testing

/// Files that can be read in two ways: none of them is guessed, and what is taken is said.
@Suite struct AmbiguousFileTests {
  private let file = PinTextFile(name: "pins")

  private static let center = #""center":{"lat":52.52,"lng":13.4}"#
  private static let place = #""location":{"lat":52.52,"lng":13.4}"#
  private static let markers =
    #"[{"lat":52.5201,"lng":13.4049,"title":"m0"},{"lat":52.5163,"lng":13.3777,"title":"m1"}]"#
  private static let features =
    #"[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}]"#

  // MARK: - Arrays of places

  /// The answers of services have the centre of the map next to the places.
  @Test(arguments: [
    (#"{\#(place),"zoom":12,"markers":\#(markers)}"#, 2, "markers", "jq -c '.markers[]' FILE"),
    (#"{"markers":\#(markers),\#(place)}"#, 2, "markers", "jq -c '. | del(.markers)'"),
    (#"[{\#(center),"markers":\#(markers)}]"#, 2, "markers", "jq -c '.[].markers[]' FILE"),
    (
      #"{"lat":1,"lng":2,"data":{"stores":[{"id":1,"location":{"lat":1,"lng":2}}]}}"#, 1,
      "data.stores", "jq -c '.data.stores[]' FILE"
    ),
    (
      #"{\#(center),"by name":{"a":{"lat":1,"lng":2},"b":{"lat":1,"lng":2},"c":{"lat":1,"lng":2}}}"#,
      3, "by name", "Write the right ones to another file."
    ),
    (#"{\#(center),"path":[[13.4,52.5],[13.5,52.5],[13.6,52.5]]}"#, 3, "path", ".path[]"),
    (#"{\#(center),"coordinates":[[13.4,52.5],[13.5,52.5]]}"#, 2, "coordinates", "del("),
    (#"{\#(place),"shops":{"features":\#(features)}}"#, 1, "shops.features", "'.shops.features[]'"),
    (
      #"{"type":"FeatureCollection","features":\#(features),"markers":\#(markers)}"#, 2, "markers",
      "found 1 as GeoJSON"
    ),
    (
      #"{"location":{"x":1,"y":2},"points":[{"x":1,"y":2}]}"#, 1, "points",
      #""y" and "x" of "location""#
    ),
  ])
  func placesInsideAPlaceAreRefused(
    text: String, count: Int, name: String, words: String
  ) throws {
    try file.expectRefusal(
      of: text, with: "expected places of one kind, found 1 ", "and \(count) in \"\(name)\"", words)
  }

  @Test func fewerPlacesInsideAreNoted() throws {
    let contents = try file.read(
      #"[{"lat":1,"lng":2,"stops":[{"lat":3,"lng":4}]},{"lat":5,"lng":6},{"lat":7,"lng":8}]"#)
    #expect(contents.pins.count == 3)
    #expect(contents.summary.notes == [#"not read: 1 place in "stops""#])
  }

  /// A box around a place, a pixel in an icon and an area are no further places. Next to a
  /// single place they are noted, because their meaning is unknown.
  @Test(
    arguments: [
      (
        #"{"viewport":{"northeast":{"lat":1,"lng":2},"southwest":{"lat":3,"lng":4}}}"#,
        ["2 entries in \"viewport\""]
      ),
      (#"{"icons":[{"x":1,"y":2},{"x":3,"y":4}]}"#, ["2 entries in \"icons\""]),
      (#"{"size":[16,16],"box":[[1,2],[3,4]]}"#, ["2 entries in \"box\""]),
      (
        #"{"area":{"type":"LineString","coordinates":[[1,2],[3,4],[5,6],[1,2]]}}"#,
        ["4 entries in \"area.coordinates\""]
      ),
      (#"{"colors":[[255,0,0],[0,255,0],[0,0,255]]}"#, ["3 entries in \"colors\""]),
      (#"{"view":{"lat":1,"lng":2}}"#, []), (#"{"bbox":[1,2,3,4],"tags":["a","b"]}"#, []),
    ] as [(String, [String])])
  func otherMembersAreSkipped(members: String, notes: [String]) throws {
    let member = members.dropFirst().dropLast()
    let one = try file.read(#"{"lat":1,"lng":2,\#(member)}"#)
    #expect(one.pins.coordinates == [Coordinate(1, 2)])
    #expect(one.summary.notes == notes.map { "not read: " + $0 })
    let three = try file.read(
      #"[{"lat":1,"lng":2,\#(member)},{"lat":1,"lng":2},{"lat":1,"lng":2}]"#)
    #expect(three.summary.notes.isEmpty, "\(three.summary.notes)")
  }

  /// Places in a notation that is not known count as one place without them.
  @Test(arguments: [
    (#"{"stops":[{"nord":1,"ost":2},{"nord":3,"ost":4}]}"#, ["2 entries in \"stops\""]),
    (#"{"markers":[[52.5,13.4],[52.6,13.5]]}"#, ["2 entries in \"markers\""]),
    (#"{"markers":["52.5,13.4","52.6,13.5","52.7,13.6"]}"#, ["3 entries in \"markers\""]),
    (
      #"{"markers":{"lats":[52.5,52.6,52.7],"lngs":[13.4,13.5,13.6]}}"#,
      ["3 entries in \"markers.lats\"", "3 entries in \"markers.lngs\""]
    ),
    (#"{"route":[52.5,13.4,52.6,13.5]}"#, ["4 entries in \"route\""]),
    (#"{"route":[{"pos":[52.5,13.4]},{"pos":[52.6,13.5]}]}"#, ["2 entries in \"route\""]),
    (#"{"towns":{"Bern":{"lat":1,"lng":2},"Zug":{"lat":3,"lng":4}}}"#, ["2 entries in \"towns\""]),
    (
      #"{"towns":{"a":{"Breite":1},"b":{"Breite":2},"c":{"Breite":3}}}"#,
      ["3 entries in \"towns\""]
    ),
  ])
  func otherNotationsAreNoted(member: String, notes: [String]) throws {
    let contents = try file.read(#"{\#(Self.center),"# + String(member.dropFirst()))
    #expect(contents.pins.count == 1)
    #expect(contents.summary.notes == notes.map { "not read: " + $0 })
  }

  @Test func objectsInsideSeveralPlacesAreNoted() throws {
    let stores = (0..<3).map { #"{"Breite":\#($0),"tags":["a","b","c"]}"# }.joined(separator: ",")
    let contents = try file.read(#"[{\#(Self.center),"stores":[\#(stores)]},{"lat":1,"lng":2}]"#)
    #expect(contents.summary.notes == [#"not read: 3 entries in "stores""#])
  }

  /// However many other ways there are.
  @Test func placesBehindManyPixelsAreRefused() throws {
    let pixels = (0..<120).map { #""v\#($0)":[{"x":1,"y":2},{"x":3,"y":4}],"# }.joined()
    let text = #"{\#(Self.center),\#(pixels)"markers":\#(Self.markers)}"#
    try file.expectRefusal(of: text, with: "expected places of one kind")
  }

  // MARK: - Decimal commas

  @Test func numbersInTwoFieldsAreNoted() throws {
    let summary = try file.read("id,lat,lon,name,city\n1,47,12,8,54\n2,46,95,7,45\n").summary
    #expect(
      summary.notes == [
        "all coordinates and the fields after them are whole numbers: if they have decimal commas, "
          + "put semicolons or tabs between the fields, or write decimal points"
      ])
  }

  @Test(arguments: [
    "lat,lon,count\n47,12,8\n46.5,7,9\n", "lat,lon,count\n46.5,7,9\n47,12,8\n",
    "lat,lon,name\n47,12,A\n", "lat,lon\n47,12\n", "lat;lon;count\n47;12;8\n",
    "lat,lon,count\n47,-12,8\n",
  ])
  func wholeNumbersOfOtherFilesAreNot(text: String) throws {
    #expect(try file.notes(text).isEmpty)
  }

  // MARK: - Pairs

  @Test(arguments: [
    "lat,lon,latitude,longitude\n1,2,3,4\n", "lat,lon,lng\n1,2,3\n", "latitude,x,y\n1,2,3\n",
    #"[{"lat":1,"lon":2,"latitude":3,"longitude":4}]"#, #"[{"lat":1,"lon":2,"long":3}]"#,
    #"[{"x":1,"y":2,"latitude":3}]"#,
  ])
  func ofTwoPairsNoneIsTaken(text: String) throws {
    try file.expectRefusal(
      of: text, with: "expected one pair of ", "several candidates: \"",
      "options --latitude and --longitude")
    if text.contains("longitude") {
      let contents = try file.read(text, PinFileOptions("latitude", "longitude"))
      #expect(contents.pins.coordinates == [Coordinate(3, 4)])
    }
  }

  @Test func ofTwoMembersNoneIsTaken() throws {
    try file.expectRefusal(
      of: #"[{"location":{"lat":1,"lng":2},"center":{"lat":3,"lng":4}}]"#,
      with: #"several candidates: "location", "center""#)
    try file.expectRefusal(of: #"[{"lat":1,"Lat":2,"lon":3}]"#, with: #"expected one member "Lat""#)
  }

  @Test(arguments: [
    #"[{"lat":1,"lon":2,"latitude":1.0,"longitude":"2"}]"#,
    #"[{"location":{"lat":1,"lng":2},"center":{"lat":1,"lng":2}}]"#,
    #"[{"lat":1,"lon":2,"latitude":null,"longitude":null}]"#, "lat,lon,lat\n1,2,1\n",
    "Lat,name,Longitude\n1,A,2\n",
  ])
  func pairsThatAreTheSameAreRead(text: String) throws {
    #expect(try file.read(text).pins.coordinates == [Coordinate(1, 2)])
  }

  @Test func columnsOfOneNameMustAgree() throws {
    let error = try file.message("lat,lon,lat\n1,2,1\n1,2,3\n")
    #expect(error.contains("line 3, column 3: expected the same number in each column \"lat\""))
  }

  @Test(arguments: ["latitude,x\n1,2\n", "y,lon\n1,2\n", #"[{"latitude":1,"x":2}]"#])
  func halvesOfTwoPairsAreNone(text: String) throws {
    #expect(try file.message(text).contains("\"latitude\""))
  }

  /// The metres of a map's plane next to degrees.
  @Test func aWeakerPairIsNotRead() throws {
    let contents = try file.read("X,Y,LATITUDE,LONGITUDE\n1490000.5,6894000.5,52.5,13.4\n")
    #expect(contents.pins.coordinates == [Coordinate(52.5, 13.4)])
    #expect(contents.summary.notes == [#"not read: the columns "Y", "X""#])
  }

  @Test func ofTwoPairsInATableNoneIsTaken() throws {
    try withDatabase([
      "CREATE TABLE p(lat, lon, latitude, longitude, x, y)",
      "INSERT INTO p VALUES (1, 2, 3, 4, 5, 6)",
    ]) { path in
      let error = try readingError(path).description
      #expect(error.contains(#""longitude", "x", "y" of the table "p""#), "\(error)")
      let contents = try PinFile.read(path: path, options: PinFileOptions("lat", "lon"))
      #expect(contents.pins.coordinates == [Coordinate(1, 2)])
    }
  }

  // MARK: - What was taken

  @Test func whatWasTakenIsSaid() throws {
    for (text, words) in [
      ("Lat;LNG\n1;2\n", #"1 place from CSV, columns "Lat" and "LNG"; left out: none"#),
      (#"[{"Latitude":1,"long":2}]"#, #"from a JSON array, members "Latitude" and "long"; left"#),
      (#"[{"location":{"lat":1,"lng":2}}]"#, #", members "lat" and "lng" of "location"; left"#),
      (
        "{\"lat\":1,\"lon\":2}\n{\"y\":1,\"x\":2}\n",
        #"JSON, members "lat" and "lon" or "y" and "x"; left"#
      ),
      (#"[{"coordinates":[2,1]}]"#, #", members "coordinates[1]" and "coordinates[0]"; left"#),
      (#"{"type":"Point","coordinates":[2,1]}"#, "1 place from GeoJSON; left out"),
    ] {
      let summary = try file.read(text).summary
      #expect(summary.description.contains(words), "\(summary)")
    }
    let folder = try TemporaryFolder()
    let path = folder.file("stops.gpkg")
    try makeGeoPackage(at: path, [GeoPackageBlob.plainPoint(13.4, 52.5)])
    let summary = try PinFile.read(path: path).summary
    #expect(summary.description.contains(#"GeoPackage, table "stops", column "geom"; left out"#))
  }

  // MARK: - Reference systems

  private func collection(_ system: String, isFirst: Bool = true) -> String {
    isFirst
      ? #"{"type":"FeatureCollection","crs":\#(system),"features":\#(Self.features)}"#
      : #"{"type":"FeatureCollection","features":\#(Self.features),"crs":\#(system)}"#
  }

  private func named(_ name: String) -> String {
    #"{"type":"name","properties":{"name":"\#(name)"}}"#
  }

  @Test(arguments: ["urn:ogc:def:crs:EPSG::5800", "EPSG:3857", "urn:ogc:def:crs:OGC:1.3:CRS27"])
  func anotherReferenceSystemIsRefused(name: String) throws {
    for isFirst in [true, false] {
      try file.expectRefusal(
        of: collection(named(name), isFirst: isFirst),
        with: #"found a member "crs" with the reference system "\#(name)""#, "ogr2ogr")
    }
    let code = collection(#"{"type":"EPSG","properties":{"code":31467}}"#)
    try file.expectRefusal(of: code, with: "EPSG:31467")
  }

  @Test(arguments: [
    "urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4326",
    "http://www.opengis.net/def/crs/EPSG/0/4326", "CRS84",
  ])
  func theSystemOfGeoJSONHasOtherNames(name: String) throws {
    #expect(try file.notes(collection(named(name))).isEmpty)
    #expect(try file.notes(collection("\"EPSG:4326\"")).isEmpty)
  }

  @Test func otherMembersOfTheNameAreNoted() throws {
    let near = try file.notes(collection(named("urn:ogc:def:crs:EPSG::4269")))
    #expect(
      near == [
        #"the reference system "urn:ogc:def:crs:EPSG::4269" is read as WGS 84 (off by metres)"#
      ])
    let none = try file.notes(collection("null"))
    #expect(none == [#"the member "crs" names no known reference system: WGS 84 is assumed"#])
    // The codes of British stations.
    #expect(try file.notes(#"[{"crs":"KGX","lat":1,"lon":2}]"#).isEmpty)
    #expect(try file.notes(Self.feature(#""crs":"KGX""#)).isEmpty)
  }

  private static func feature(_ member: String) -> String {
    #"{"type":"Feature",\#(member),"geometry":{"type":"Point","coordinates":[1,2]}}"#
  }

  /// A number, and a text without a colon.
  @Test(arguments: ["25832", #""25832""#, #""EPSG25832""#, #""LV95""#])
  func plainNamesAreRefused(system: String) throws {
    var texts = [collection(system), collection(system, isFirst: false)]
    texts.append(#"{"crs":\#(system),"type":"Point","coordinates":[1,2]}"#)
    texts.append(
      Self.feature(#""id":1"#).replacing(#""Point","#, with: #""Point","crs":\#(system),"#))
    if !system.contains("LV95") { texts.append(Self.feature(#""crs":\#(system)"#)) }
    for text in texts {
      try file.expectRefusal(of: text, with: #"found a member "crs" with the reference system"#)
    }
    let other = collection(named("EPSG:5800"), isFirst: false).replacing("crs", with: "CRS")
    #expect(try file.message(other).contains("found a member \"CRS\""))
  }

  @Test(arguments: ["4326", #""4326""#, #""EPSG4326""#, #""WGS84""#])
  func plainNamesOfWGS84AreRead(system: String) throws {
    for isFirst in [true, false] {
      #expect(try file.notes(collection(system, isFirst: isFirst)).isEmpty)
    }
    #expect(try file.notes(#"[{"crs":\#(system),"lat":1,"lon":2}]"#).isEmpty)
  }

  /// In the members of other programs, and in objects of apps.
  @Test(arguments: [
    ("srid", "5800", "5800"), ("srs", #""EPSG:5800""#, "EPSG:5800"),
    ("spatialReference", #"{"wkid":102100,"latestWkid":3857}"#, "EPSG:102100"),
  ])
  func otherMembersWithASystemAreNoted(member: String, value: String, name: String) throws {
    let note =
      #"the member "\#(member)" with "\#(name)" is not used: the coordinates are read as WGS 84"#
    for isFirst in [true, false] {
      let text = collection(value, isFirst: isFirst).replacing("crs", with: member)
      #expect(try file.notes(text) == [note])
    }
    let object = try file.read(#"[{"\#(member)":\#(value),"lat":1,"lon":2}]"#)
    #expect(object.summary.notes == [note])
    let plain = try file.notes(#"[{"crs":"EPSG25832","lat":1,"lon":2}]"#)
    #expect(plain.first?.contains(#""crs" with "EPSG25832" is not used"#) == true)
    #expect(
      try file.notes(collection(#"{"wkid":4326}"#).replacing("crs", with: "spatialReference"))
        .isEmpty)
  }
}
