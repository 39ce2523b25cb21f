import Clustering
import PinData
import TestSupport
import Testing

/// Rows that are longer than their header, and quotes that are left open.
@Suite struct CSVRecordTests {
  private let file = PinTextFile(name: "pins.csv")

  // MARK: - Lengths

  @Test func aRowLongerThanTheHeaderIsRefused() throws {
    let commas = try file.error("id,lat,lon\n1,47,12,8,54\n2,46,95,7,45\n")
    #expect(commas.location == .field(line: 2, column: 4))
    #expect(
      commas.description.contains(
        "expected at most 3 fields, as many as the header has, found 5 fields. If the numbers have "
          + "decimal commas"))
    let other = try file.error("lat;lon;name\n1;2;A\n1,5;2;B; C\n")
    #expect(other.location == .field(line: 3, column: 4))
    #expect(other.description.contains("Put quotes around"))
    // The names of rows that R writes have no name themselves.
    #expect(try file.error("lat,lon\na,1,2\n").description.contains("found 3 fields"))
  }

  @Test(arguments: [
    "lat,lon\n1,2,\n3,4, ,\n", "name,lat,lon,city\nA,1,2\nB,3,4,\n", "lat,lon,\n1,2,\n3,4,\n",
    ",lat,lon\n0,1,2\n1,3,4\n",
  ])
  func separatorsAtTheEndAndShortRowsAreFine(text: String) throws {
    #expect(try file.read(text).pins.coordinates == [Coordinate(1, 2), Coordinate(3, 4)])
  }

  // MARK: - Quotes

  @Test func betweenTabsAQuoteIsALetter() throws {
    let contents = try file.read(
      "id\tname\tlat\tlon\n1\t\"Old Mill\t47.1\t8.1\n2\tBridge\t47.2\t8.2\n3\tThe 12\"\t47.3\t8.3\n"
        + "4\t\"Lake\"\t\"47,4\"\t8.4\n")
    #expect(contents.pins.coordinates.map(\.latitude) == [47.1, 47.2, 47.3, 47.4])
    #expect(contents.summary.notes.isEmpty)
  }

  /// A name begins with a quote, and a later one ends with one.
  @Test(arguments: [
    ("id,name,lat,lon", "%,@,4%,%"), ("name,lat,lon,id", "@,4%,%,%"), ("lat,name,lon", "4%,@,%"),
    ("lat,lon,name", "4%,%,@"), ("lat;lon;name", "4%,5;%,5;@"),
  ])
  func anOpenQuoteIsRefused(header: String, template: String) throws {
    func row(_ number: Int, _ name: String) -> String {
      template.replacing("%", with: "\(number)").replacing("@", with: name)
    }
    for names in [["\"Old Mill", "The 12\""], ["\"Old Mill", "Bridge", "The 12\"", "Lake"]] {
      let rows = names.enumerated().map { row($0.offset + 1, $0.element) }
      try file.expectRefusal(
        of: ([header, row(9, "Hill")] + rows).joined(separator: "\n"),
        with: "pins.csv, line 3, column ",
        "expected a field in quotes that ends before the next row",
        "Close the quote at the start of the field")
    }
  }

  @Test func aTextOfSeveralLinesIsNoted() throws {
    let contents = try file.read(
      "id,note,lat,lon\n1,\"Open Mon, Tue\nand Fri, 9 to 5, not in 2020\n\n3, 4\",47.1,8.1\n"
        + "2,\"a\r\nb\",47.2,8.2\n")
    #expect(contents.pins.count == 2)
    #expect(
      contents.summary.notes
        == ["2 fields in quotes have several lines; the first begins in line 2"])
    #expect(contents.summary.description.contains("\nnote: 2 fields in quotes"))
  }

  @Test func aTextHasAHundredLinesAtMost() throws {
    let lines = { (count: Int) in
      "lat,lon,note\n1,2,\"" + (1...count).map { "line \($0)" }.joined(separator: "\n") + "\"\n"
    }
    #expect(try file.read(lines(100)).pins.count == 1)
    let error = try file.error(lines(101))
    #expect(error.description.contains("expected at most 100 lines in a field in quotes"))
    #expect(error.location == .field(line: 2, column: 3))
  }
}
