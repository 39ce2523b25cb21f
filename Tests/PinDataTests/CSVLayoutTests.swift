import Clustering
import Foundation
import PinData
import TestSupport
import Testing

/// CSV as programs and people write it: with other names, titles, footers and encodings.
@Suite struct CSVLayoutTests {
  private let file = PinTextFile(name: "pins.csv")

  private let berlin = Coordinate(52.5, 13.4)
  private let sydney = Coordinate(-33.8, 151.2)

  // MARK: - Names

  @Test(arguments: [
    ("stop_lat", "stop_lon"), ("decimalLatitude", "decimalLongitude"), ("Lat", "Long_"),
    ("Breite", "Länge"), ("BREITE", "LAENGE"), ("Breitengrad", "Längengrad"),
    ("geographische Breite", "geographische Länge"), ("latitud", "longitud"),
    ("Latitudine", "Longitudine"), ("breedtegraad", "lengtegraad"), ("ZLATITUDE", "ZLONGITUDE"),
    ("ZLAT", "ZLNG"), ("_latitude", "_longitude"), ("latdd", "longdd"), ("reclat", "reclong"),
    ("INTPTLAT", "INTPTLON"), ("intptlat", "intptlong"), ("Lattitude", "Longitude"),
    ("geo_lat", "geo_lng"), ("location_lat", "location_lng"),
    ("location.lat", "location.lon"), ("gps_latitude", "gps_longitude"), ("lat_deg", "lon_deg"),
    ("Latitude (deg)", "Longitude (deg)"), ("latitude_wgs84", "longitude_wgs84"), ("Lat°", "Lon°"),
    ("緯度", "経度"), ("latitude", "gps_longitude"),
  ])
  func namesThatPeopleUse(latitude: String, longitude: String) throws {
    let contents = try file.read("id,\(longitude),\(latitude)\n1,13.4,52.5\n2,151.2,-33.8\n")
    #expect(contents.pins.coordinates == [berlin, sydney])
    #expect(contents.summary.description.contains(#"columns "\#(latitude)" and "\#(longitude)""#))
    let json = try file.read(#"[{"\#(latitude)":52.5,"\#(longitude)":13.4}]"#)
    #expect(json.pins.coordinates == [berlin])
  }

  @Test func aPairWithAWordIsWeakerThanOneWithout() throws {
    let contents = try file.read("stop_lat,stop_lon,lat,lon\n1.5,2.5,52.5,13.4\n")
    #expect(contents.pins.coordinates == [berlin])
    #expect(contents.summary.notes == [#"not read: the columns "stop_lat", "stop_lon""#])
  }

  @Test(arguments: [
    "geo_lat,geo_lon,gps_lat,gps_lon\n1,2,3,4\n", "lat,gps_lat,gps_lon\n1,3,4\n",
    "geo_lat,gps_lat,geo_lon\n1,1,2\n", "Breite,Länge,y,x\n1,2,3,4\n",
    "lat,lon,Breitengrad,Längengrad\n1,2,3,4\n",
  ])
  func ofEqualPairsNoneIsTaken(text: String) throws {
    #expect(try file.message(text).contains("several candidates: \""))
  }

  /// Nothing is read from names that look alike only; the message shows those that are near first.
  @Test(arguments: [
    ("origin_lat,origin_lon,dest_lat,dest_lon\n1,2,3,4\n", "origin_lat"),
    ("host,latency,longest\na,12,13\n", "latency"), ("coord_x,coord_y\n1,2\n", "coord_x"),
    ("city,platform,colon\nA,1,2\n", "platform"), ("name,location\nA,Berlin\n", "location"),
    ("name,location\nA,\"Bern, CH\"\n", "location"), ("city,breite,tiefe\nA,1,2\n", "breite"),
    ("name,coordinates\nA,\"[13.4, 52.5]\"\n", "coordinates"),
    ("name,coordinates\nA,\"52.5, 13.4, 30\"\n", "coordinates"),
    ("name,latlng\nA,\"[52.5, 13.4]\"\n", "latlng"),
    ("name,geom\nA,\"LINESTRING (1 2, 3 4)\"\n", "geom"),
    ("name,location,gps\nA,\"1, 2\",\"3, 4\"\n", "location"),
  ])
  func namesThatLookAlikeAreNot(text: String, first: String) throws {
    let error = try file.error(text)
    #expect(error.location == .field(line: 1, column: 1))
    #expect(error.description.contains(#"found "\#(first)", "#), "\(error)")
  }

  /// The size of a thing next to a place in JSON is no place.
  @Test func sizesAreNoPlaces() throws {
    let contents = try file.read(
      #"[{"lat":52.5,"lon":13.4,"boxes":[{"breite":1,"länge":2},{"breite":3,"länge":4}]}]"#)
    #expect(contents.pins.coordinates == [berlin])
  }

  @Test func aLongHeaderIsCut() throws {
    let header = (1...30).map { "c\($0)" }.joined(separator: ",") + ",start_lat"
    let names = #"found "start_lat", "c1", "c2", "c3", "c4", "c5", "c6", "c7" and 23"#
    try file.expectRefusal(of: header + "\n1\n", with: names)
  }

  // MARK: - Both numbers in one column

  @Test(
    arguments: [
      ("name,coordinates\nA,\"52.5, 13.4\"\nB,\"-33.8, 151.2\"\n", "coordinates", "latitude"),
      ("LatLng;name\n(52.5, 13.4);A\n-33.8,151.2;B\n", "LatLng", "latitude"),
      ("Geo Point;name\n52,5 13,4;A\n-33.8 151.2;B\n", "Geo Point", "latitude"),
      ("gps\tname\n52,5; 13,4\tA\n-33,8; 151,2\tB\n", "gps", "latitude"),
      ("id,geom\n1,POINT (13.4 52.5)\n2,Point(151.2 -33.8)\n", "geom", "longitude"),
      ("id,wkt\n1,SRID=4326;POINT Z (13.4 52.5 30)\n2,POINT(151.2 -33.8)\n", "wkt", "longitude"),
      ("lonlat,id\n\"13.4,52.5\",1\n\"151.2,-33.8\",2\n", "lonlat", "longitude"),
      (
        "name,location,point\nA,Berlin,\"52.5, 13.4\"\nB,Sydney,\"-33.8, 151.2\"\n", "point",
        "latitude"
      ),
    ])
  func bothNumbersInAColumn(text: String, column: String, first: String) throws {
    let summary = try file.read(text).summary
    #expect(try file.coordinates(text) == [berlin, sydney])
    #expect(
      summary.description.contains(#"2 places from CSV, column "\#(column)"; left out: none"#))
    #expect(summary.notes == [#"the \#(first) is first in "\#(column)""#])
  }

  @Test func rowsWithoutBothAreCountedAndHalvesAreRefused() throws {
    let text = "id,coordinates\n0,\n1,\"52.5, 13.4\"\n2,null\n3,POINT EMPTY\n"
    #expect(try file.read(text).summary.leftOut == [.missingCoordinate: 3])
    let half = try file.error(text + "4,52.5\n")
    #expect(half.location == .field(line: 6, column: 2))
    #expect(
      half.description.contains("expected a latitude and a longitude, such as 52.52, 13.40, found"))
    let swapped = try file.message("id,coordinates\n1,\"151.2, -33.8\"\n")
    #expect(swapped.contains("which look swapped. Rename the column"))
  }

  @Test func theSameColumnTwiceHasBoth() throws {
    let options = PinFileOptions("place", "place")
    let contents = try file.read("id,place\n1,\"52.5, 13.4\"\n", options)
    #expect(contents.pins.coordinates == [berlin])
    try withDatabase(["CREATE TABLE p(lat, lon); INSERT INTO p VALUES (1, 2)"]) { path in
      let error = try readingError(path, PinFileOptions("lat", "lat"))
      #expect(
        error.description.contains("latitude column (\"lat\") and a longitude column (\"lat\")"))
    }
  }

  // MARK: - Around the table

  @Test(
    arguments: [
      ("sep=;\r\nname;lat;lon\r\nA;52,5;13,4\r\n", []),
      ("\"sep=|\"\nlat|lon\n52.5|13.4\n", []),
      (
        "Stores 2026,,\n\nall of them\nname,lat,lon\nA,52.5,13.4\n",
        ["not read: the text above line 4"]
      ),
      (
        String(repeating: "# it's \"one, two\" x\n", count: 40) + "name\tlat\tlon\nA\t52.5\t13.4\n",
        ["not read: the text above line 41"]
      ),
      ("name,lat,lon\nA,52.5,13.4\nTotal: 1\n\n", [#"not read: the footer "Total: 1" in line 3"#]),
      (
        " name | lat  | lon\n------+------+------\n A    | 52.5 | 13.4\n(1 row)\n\n",
        [#"not read: the footer "(1 row)" in line 4"#]
      ),
    ] as [(String, [String])])
  func whatIsAroundATableIsNoted(text: String, notes: [String]) throws {
    let contents = try file.read(text)
    #expect(contents.pins.coordinates == [berlin])
    #expect(contents.summary.notes == notes)
    #expect(contents.summary.leftOut.isEmpty)
  }

  @Test func onlyTheLastLineIsAFooter() throws {
    let middle = try file.error("name,lat,lon\nA,1,2\nTotal: 1\nB,3,4\n")
    #expect(middle.location == .field(line: 3, column: 2))
    // The end of a file that is cut off.
    #expect(try file.error("name,lat,lon\nA,1,2\nB,3\n").location == .field(line: 3, column: 3))
    #expect(try file.error("id,lat,lon\n1,1,2\n2\n").location == .field(line: 3, column: 2))
    let late = String(repeating: "title\n", count: 20) + "lat,lon\n1,2\n"
    #expect(try file.message(late).contains("found \"title\""))
  }

  // MARK: - Windows-1252

  private func windows(_ text: String) throws -> [UInt8] {
    Array(try #require(text.data(using: .windowsCP1252)))
  }

  @Test(arguments: [nil, PinFileOptions("Breite", "Länge")])
  func textsOfWindowsAreRead(choice: PinFileOptions?) throws {
    var options = choice ?? PinFileOptions()
    options.readsLabels = true
    let bytes = try windows("Name;Breite;Länge\nStraße – 1;52,5;13,4\n")
    let contents = try withTemporaryFile(named: "pins.csv", bytes: bytes) {
      try PinFile.read(path: $0, options: options)
    }
    #expect(contents.pins.coordinates == [berlin])
    #expect(contents.labels.map(\.name) == ["Straße – 1"])
    #expect(contents.summary.taken[0].exchangeable?.longitude == "Länge")
    #expect(contents.summary.notes == ["not UTF-8: read as Windows-1252"])
  }

  @Test func aLabelInWindows1252IsNoted() throws {
    let bytes = try windows("name,lat,lon\nCafé,52.5,13.4\n")
    let contents = try withTemporaryFile(named: "pins.csv", bytes: bytes) {
      try PinFile.read(path: $0, options: PinFileOptions(readsLabels: true))
    }
    #expect(contents.labels.map(\.name) == ["Café"])
    #expect(contents.summary.notes == ["not UTF-8: read as Windows-1252"])
  }

  // MARK: - Columns by number

  @Test func columnsHaveNumbers() throws {
    let rows = "1\tA\tB,C,D,E,F,G,H\t52.5\t13.4\tX\n2\tB\t\t-33.8\t151.2\tX\n"
    let contents = try file.read(rows, PinFileOptions("4", "5"))
    #expect(contents.pins.coordinates == [berlin, sydney])
    #expect(contents.summary.description.contains(#"columns "4" and "5""#))
    let header = try file.read("id\ta\tb\tnorth\teast\tc\n" + rows, PinFileOptions("4", "5"))
    #expect(header.pins.coordinates == [berlin, sydney])
    #expect(header.summary.description.contains(#"columns "north" and "east""#))
    let hint = try file.message(rows)
    #expect(
      hint.contains("If the latitude is first: 'try' has the options --latitude 4 --longitude 5"))
    let both = try file.read("A;52.5, 13.4\nB;-33.8, 151.2\n", PinFileOptions("2", "2"))
    #expect(both.pins.coordinates == [berlin, sydney])
  }

  @Test func aNameIsBeforeANumber() throws {
    let contents = try file.read("1,2,3\n52.5,13.4,0\n", PinFileOptions("1", "2"))
    #expect(contents.pins.coordinates == [berlin])
    try withDatabase(["CREATE TABLE p(a, b, c); INSERT INTO p VALUES (1, 52.5, 13.4)"]) { path in
      let table = try PinFile.read(path: path, options: PinFileOptions("2", "3"))
      #expect(table.pins.coordinates == [berlin])
    }
  }

  // MARK: - Quotes

  @Test func aBlankBeforeAQuoteDoesNoHarm() throws {
    let contents = try file.read(
      "id, name, lat, lon\n1, \"A, B\", \"52.5\" , \"13.4\"\n2, \"Old\" Mill, -33.8, 151.2\n",
      PinFileOptions(readsLabels: true))
    #expect(contents.pins.coordinates == [berlin, sydney])
    #expect(contents.labels.map(\.name) == ["A, B", "Old Mill"])
  }
}
