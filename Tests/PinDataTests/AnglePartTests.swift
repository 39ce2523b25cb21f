import Clustering
import PinData
import TestSupport
import Testing

/// Coordinates whose signs, minutes and seconds are in columns and members of their own.
@Suite struct AnglePartTests {
  private let file = PinTextFile(name: "pins.csv")
  private let montevideo = Coordinate(-34.8826, -56.1461)

  @Test(arguments: [
    ("GPSLatitude", "GPSLatitudeRef", "GPSLongitude", "GPSLongitudeRef"),
    ("lat", "N/S", "lon", "E/W"), ("lat", "NS", "lon", "EW"), ("lat", "latDir", "lng", "lngDir"),
    ("Latitude", "Latitude Hemisphere", "Longitude", "Longitude Hemisphere"),
    ("latitude", "latitude_ref", "longitude", "longitude_ref"),
  ])
  func aSignInAColumnOfItsOwnCounts(
    latitude: String, letter: String, longitude: String, otherLetter: String
  ) throws {
    let csv = try file.read(
      "\(latitude),\(letter),\(longitude),\(otherLetter)\n34.8826,S,56.1461,W\n")
    let json = try file.read(
      #"[{"\#(letter)":"S","\#(latitude)":34.8826,"\#(longitude)":56.1461,"\#(otherLetter)":"west"}]"#
    )
    for contents in [csv, json] {
      #expect(contents.pins.coordinates == [montevideo])
      let note = [letter, otherLetter].sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      #expect(contents.summary.notes == ["the coordinates include \(note)"])
    }
  }

  @Test func nestedObjectsHaveSignsToo() throws {
    let json = try file.read(
      #"[{"gps":{"lat":"34.8826","latRef":"S","lon":"56.1461","lonRef":"W"}}]"#)
    #expect(json.pins.coordinates == [montevideo])
  }

  /// A signed number stays as it is, a row without a letter too, and a longer text is no letter.
  @Test(arguments: ["S", "south", "", "WGS84", "-"])
  func signedNumbersStay(letter: String) throws {
    let contents = try file.read("lat,lat_ref,lon\n-34.8826,\(letter),-56.1461\n")
    #expect(contents.pins.coordinates == [montevideo])
  }

  @Test(arguments: [
    ("-34.8826,N,1", "a non-negative number with the letter \"N\", found -34.8826"),
    ("34.8826,O,1", "expected N or S, found \"O\""), ("34.8826,W,1", "expected N or S"),
  ])
  func lettersThatContradictAreRefused(row: String, words: String) throws {
    let text = "lat,lat_ref,lon\n\(row)\n"
    try file.expectRefusal(of: text, with: "line 2, column 2: expected", words)
  }

  @Test func degreesMinutesAndSecondsAreCombined() throws {
    let contents = try file.read(
      "lat_deg,lat_min,lat_sec,lon_deg,lon_min,lon_sec\n48,12,36,-0,30,0\n-10,30,,16,0,\n")
    #expect(contents.pins.coordinates == [Coordinate(48.21, -0.5), Coordinate(-10.5, 16)])
    #expect(contents.summary.notes.count == 1)
    let letters = try file.read(
      "Latitude Degrees,Latitude Minutes,Latitude Hemisphere,Longitude\n34,30,S,56\n")
    #expect(letters.pins.coordinates == [Coordinate(-34.5, 56)])
    let json = try file.read(
      #"[{"lat_deg":48,"lat_min":12,"lat_sec":36,"lon_deg":16,"lon_min":30}]"#)
    #expect(json.pins.coordinates == [Coordinate(48.21, 16.5)])
  }

  /// A minimum next to a coordinate is no minute.
  @Test func aBoxIsNoAngle() throws {
    let contents = try file.read("lat,lon,lat_min,lat_max\n48.5,16.5,48,49\n")
    #expect(contents.pins.coordinates == [Coordinate(48.5, 16.5)])
    #expect(contents.summary.notes.isEmpty)
  }

  @Test(arguments: [
    "34.8826S,56.1461W", "S 34.8826,W 56.1461", "\u{2212}34.8826,\u{2013}56.1461",
    "\u{200E}-34.8826\u{A0},-56.1461\u{FEFF}", "34° 52' 57.36\"\" S,56°8′45.96″W",
    "34 deg 52' 57.36\"\" S,-56.1461", "\"34,8826° S\",\"56,1461° W\"",
  ])
  func writtenAnglesAreRead(row: String) throws {
    // A quote in a field in quotes is doubled.
    let fields = row.contains("\"\"") ? "\"" + row.replacing(",", with: "\",\"") + "\"" : row
    let found = try file.coordinates("name,lat,lon\nA,\(fields)\n")[0]
    #expect(abs(found.latitude + 34.8826) < 1e-9 && abs(found.longitude + 56.1461) < 1e-9)
  }

  @Test(arguments: ["34S82,1", "12 30,1", "1,2N", "34.8X,1", "34°61',1", "-34 N,1", "48,"])
  func otherTextsAreNone(row: String) throws { _ = try file.error("lat,lon\n\(row)\n") }

  /// The forms of a field or a member with both numbers.
  @Test(arguments: [
    "34.8826 S, 56.1461 W", "W 56.1461; S 34.8826", "-34.8826°, -56.1461°", "geo:-34.8826,-56.1461",
    "-34.8826-056.1461/", "-3452.956-05608.766/", "-345257.36-0560845.96+12.5/",
    "010100000009f9a067b3124cc08cb96b09f97041c0",
  ])
  func bothNumbersInOneText(text: String) throws {
    let csv = try file.read("id,location\n1,\"\(text)\"\n")
    let json = try file.read(#"[{"id":1,"location":"\#(text)"}]"#)
    for contents in [csv, json] {
      let found = contents.pins.coordinates[0]
      #expect(abs(found.latitude + 34.8826) < 1e-6 && abs(found.longitude + 56.1461) < 1e-6)
      #expect(contents.summary.notes.contains { $0.contains("is first in \"location\"") })
    }
  }

  /// A part continues the name of any coordinate that the caller chooses.
  @Test func partsOfChosenColumnsCount() throws {
    let chosen = PinFileOptions("photo lat", "photo lon")
    let csv = "photo lat,photo lat ref,photo lon,photo lon ref\n34.8826,S,56.1461,W\n"
    let json =
      #"[{"photo lat":34.8826,"photo lat ref":"S","photo lon":56.1461,"photo lon ref":"W"}]"#
    for text in [csv, json] {
      #expect(try file.read(text, chosen).pins.coordinates == [montevideo])
    }
  }

  @Test(arguments: ["48.5,30", "48,60", "48,-1"])
  func wrongPartsAreRefused(row: String) throws {
    #expect(
      try file.message("lat_deg,lat_min,lon\n\(row),1\n").contains(
        "expected whole degrees, and minutes and seconds below 60, found 48"))
  }
}
