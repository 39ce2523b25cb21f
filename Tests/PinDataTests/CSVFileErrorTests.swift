import MapGeometry
import PinData
import Testing

@Suite struct CSVFileErrorTests {
  private func error(_ text: String) throws -> PinFileError {
    try withTemporaryFile(named: "pins.csv", text) { path in
      try #require(throws: PinFileError.self) { _ = try PinFile.read(path: path) }
    }
  }

  @Test(arguments: ["", "\u{FEFF}", "\n\r\n\n"])
  func emptyFile(text: String) throws {
    #expect(try error(text).problem == .emptyFile)
  }

  @Test func headerOnly() throws {
    #expect(try error("lat,lon\n").problem == .noPins)
  }

  @Test(arguments: ["52.52,13.405\n1,2\n", "name,lat\nBerlin,52\n", "north|east\n1|2\n"])
  func headerWithoutTheColumns(text: String) throws {
    let error = try error(text)
    guard case .missingColumns(let found) = error.problem else {
      Issue.record("unexpected: \(error)")
      return
    }
    #expect(!found.isEmpty)
    #expect(error.location == .line(1, column: 1))
    for name in ["latitude", "lat", "y", "longitude", "lon", "lng", "long", "x"] {
      #expect(error.description.contains("\"\(name)\""))
    }
  }

  @Test(arguments: [
    ("lat,lon\n1,2\nnorth,3\n", 3, 1, "\"north\""),
    ("lat,lon\n1,2\n3\n", 3, 2, "1 fields only"),
    ("lat,lon\n1,\n", 2, 2, "an empty field"),
    ("lat;lon\n52,5;13,4\n", 2, 1, "\"52,5\""),
    ("id,lat,lon\n\"a\nb\",1,2\n7,8,9x\n", 4, 3, "\"9x\""),
    ("lat,lon\r\n1,2\r\n1,2,\"open\r\n", 3, 3, "end of the file"),
    ("lat,lon\n\"1\"2,3\n", 2, 1, "'2'"),
  ])
  func malformedRecord(text: String, line: Int, column: Int, found: String) throws {
    let error = try error(text)
    guard case .malformed(_, let actualFound) = error.problem else {
      Issue.record("unexpected: \(error)")
      return
    }
    #expect(error.location == .line(line, column: column))
    #expect(actualFound.contains(found))
    #expect(error.description.contains("pins.csv, line \(line), column \(column): "))
  }

  @Test(arguments: ["nan,0", "0,inf", "0,-infinity", "91,200", "0,180.5", "95,95", "1e999,0"])
  func placeOffTheEarth(record: String) throws {
    let error = try error("lat,lon\n1,1\n\n\(record)\n")
    guard case .invalidCoordinate = error.problem else {
      Issue.record("unexpected: \(error)")
      return
    }
    #expect(error.location == .line(4, column: 1))
  }

  @Test(arguments: ["120.5,30", "-91,-90", "180,0"])
  func swappedPlace(record: String) throws {
    let error = try error("lat,lon\n\(record)\n")
    guard case .swappedCoordinate = error.problem else {
      Issue.record("unexpected: \(error)")
      return
    }
    #expect(error.description.contains("look swapped"))
    #expect(error.location == .line(2, column: 1))
  }
}
