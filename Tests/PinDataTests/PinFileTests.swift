import Clustering
import PinData
import Support
import TestSupport
import Testing

@Suite struct CSVFileTests {
  private let file = PinTextFile(name: "pins.csv")

  private let twoPlaces = [Coordinate(52.52, 13.405), Coordinate(-33.87, 151.2)]

  @Test(arguments: [
    "latitude,longitude\n52.52,13.405\n-33.87,151.2\n",
    "lat,lon\r\n52.52,13.405\r\n-33.87,151.2",
    "LAT,LNG\r52.52,13.405\r-33.87,151.2\r",
    "name;Long;Latitude\nBerlin;13.405;52.52\nSydney;151.2;-33.87\n",
    "x\ty\tname\n13.405\t52.52\tBerlin\n151.2\t-33.87\tSydney\n",
    "\u{FEFF}lat,lon\n52.52,13.405\n\n-33.87,151.2\n\n",
    "lat , lon\n 52.52 ,13.405\n-33.87, 151.2\n",
    "\"lat\",\"lon\",\"a, \"\"b\"\"\"\n\"52.52\",\"13.405\",\"line\r\nend\"\n-33.87,151.2,\n",
    "name;lat;lon\nA;52,52;13,405\nB;-33,87;1,512e2\n",
    "lon\tlat\n\"13,405\"\t52.52\n151,20\t-33,87\n",
    "name,lat,lon\n\"5\"\" ; tab\t\",5252e-2,+13.405\nSydney,-33.870,1.512e2\n",
    // The longer names come first.
    "x,y,lon,lat\n1,2,13.405,52.52\n1,2,151.2,-33.87\n",
  ])
  func readsTheUsualForms(text: String) throws {
    #expect(try file.coordinates(text) == twoPlaces)
  }

  @Test(arguments: [
    ",", "NaN,nan", "null,NULL", "NULL,null", "N/A,na", "NA,N/A", "-,-", "None,nil", "\"\", ",
    #"\N,\N"#, "#N/A,<NA>",
  ])
  func rowsWithoutNumbersAreLeftOut(row: String) throws {
    let contents = try file.read("lat,lon\n52.52,13.405\n\(row)\n-33.87,151.2\n")
    #expect(contents.pins.coordinates == twoPlaces)
    #expect(contents.summary.leftOut == [.missingCoordinate: 1])
  }

  @Test func numbersAreCorrectlyRounded() throws {
    var random = SplitMix64(seed: 3)
    let texts = (0..<4000).map { index -> String in
      let number = random.unit() * 180 - 90
      switch index % 4 {
      case 0: return "\(number)"
      case 1: return "\((number * 1e7).rounded() / 1e7)"
      case 2: return "\(Int(number)).\(random.next())"
      default: return "\(number / 1e9)"
      }
    }
    let text = "lat,lon\n" + texts.map { $0 + ",0\n" }.joined()
    #expect(try file.coordinates(text).map(\.latitude) == texts.map { Double($0) })
  }

  // Longer than any buffer, with records of changing lengths, so that every kind of byte falls on
  // a buffer's end at some time.
  @Test(arguments: ["\n", "\r\n"])
  func filesLargerThanTheBufferAreReadWhole(lineEnd: String) throws {
    let pins = PinGenerator.cities.pins(count: 20_000, seed: 1)
    var text = "name,lat,lon" + lineEnd
    for (index, pin) in pins.coordinates.enumerated() {
      let name = String(repeating: "\"\"é\(lineEnd)", count: index % 7)
      text += "\"\(name)\",\(pin.latitude),\(pin.longitude)" + lineEnd
    }
    #expect(try file.coordinates(text) == pins.coordinates)
  }
}

@Suite struct CSVFileErrorTests {
  private let file = PinTextFile(name: "pins.csv")

  @Test(arguments: ["", "\u{FEFF}", "\n\r\n\n"])
  func emptyFile(text: String) throws {
    #expect(
      try file.error(text).problem
        == .mismatch(expected: "CSV with a header line", found: "an empty file"))
  }

  @Test func headerOnly() throws {
    let error = try file.error("lat,lon\n")
    #expect(error.description.contains("expected at least one place, found none"))
    #expect(error.location == nil)
  }

  @Test(arguments: ["52.52,13.405\n1,2\n", "name,lat\nBerlin,52\n", "north|east\n1|2\n"])
  func headerWithoutTheColumns(text: String) throws {
    let error = try file.error(text)
    #expect(error.location == .field(line: 1, column: 1))
    for name in ["latitude", "lat", "y", "longitude", "lon", "lng", "long", "x"] {
      #expect(error.description.contains("\"\(name)\""))
    }
  }

  @Test(arguments: [
    ("lat,lon\n1,2\nnorth,3\n", 3, 1, "\"north\""),
    ("lat,lon\n1,2\n3\n", 3, 2, "1 fields only"),
    ("lat,lon\n1,\n", 2, 2, "an empty field"),
    ("lat,lon\n\"1,052.5\",13\n", 2, 1, "\"1,052.5\""),
    ("lat;lon\n1.052,5;13,4\n", 2, 1, "\"1.052,5\""),
    ("lat;lon\n5,2,5;13,4\n", 2, 1, "\"5,2,5\""),
    ("lat;lon\n1;1\n\n;13,4\n", 4, 1, "an empty field"),
    ("id,lat,lon\n\"a\nb\",1,2\n7,8,9x\n", 4, 3, "\"9x\""),
    ("lat,lon\r\n1,2\r\n1,2,\"open\r\n", 3, 3, "end of the file"),
    ("lat,lon\n\"1\"2,3\n", 2, 1, "'2'"),
  ])
  func malformedRecord(text: String, line: Int, column: Int, found: String) throws {
    let error = try file.error(text)
    #expect(error.location == .field(line: line, column: column))
    #expect(error.description.contains("pins.csv, line \(line), column \(column): expected "))
    let actual = error.description.split(separator: ", found ").last ?? ""
    #expect(actual.contains(found))
  }

  @Test(arguments: [
    ("nan,0", false), ("0,inf", false), ("0,-infinity", false), ("91,200", false),
    ("0,180.5", false), ("95,95", false), ("1e999,0", false),
    ("120.5,30", true), ("-91,-90", true), ("180,0", true),
  ])
  func placeOffTheEarth(record: String, isSwapped: Bool) throws {
    let error = try file.error("lat,lon\n1,1\n\n\(record)\n")
    #expect(error.description.contains("found latitude "))
    #expect(error.description.contains(isSwapped ? "look swapped" : "swapped") == isSwapped)
    #expect(error.location == .field(line: 4, column: 1))
  }
}

@Suite struct PinFileErrorTests {
  @Test(arguments: ["csv", "geojson"])
  func missingFile(fileExtension: String) throws {
    let path = "/nowhere/missing." + fileExtension
    let error = try readingError(path)
    #expect(error.problem == .unreadable(reason: "No such file or directory"))
    #expect(error.description.hasPrefix(path + ": "))
  }

  /// The content of a file counts, not its name.
  @Test(arguments: ["pins.kml", "pins", "csv", "pins.json.txt", "pins.", "pins.db"])
  func theNameDoesNotMatter(name: String) throws {
    for (text, format) in [
      ("lat,lon\n1,2\n", PinFileFormat.csv), (#"[{"lat":1,"lon":2}]"#, .jsonArray),
      (#"{"type":"Point","coordinates":[2,1]}"#, .geoJSON),
    ] {
      let contents = try PinTextFile(name: name).read(text)
      #expect(contents.pins.coordinates == [Coordinate(1, 2)])
      #expect(contents.summary.format == format)
    }
  }

  /// A damaged file may have a field, a name or a header of any length.
  @Test(arguments: [
    ("pins.csv", "lat,lon\nLONG,1\n"), ("pins.csv", "LONG,LONG\n"),
    ("pins.geojson", #"{"LONG" 1}"#),
    ("pins.geojson", #"{"features":[{"geometry":{"type":"LONG","coordinates":[1,2]}}]}"#),
  ])
  func messagesAreShort(name: String, contents: String) throws {
    let text = contents.replacing("LONG", with: String(repeating: "é", count: 50_000))
    let problem = try PinTextFile(name: name).error(text).problem.description
    #expect(problem.utf8.count < 1_000)
    #expect(problem.contains("éé"))
  }
}
