import Clustering
import Foundation
import PinData
import Support
import TestSupport
import Testing

/// The formats of files. Each can hold the same pins.
enum WrittenFormat: String, CaseIterable {
  case csv, semicolons, tabs, geoJSON, lines, sequence, objects, nested, sqlite, geoPackage

  /// Writes the pins to a file, with every digit that they have.
  func write(_ pins: [Coordinate], to path: String) throws {
    let text: String
    switch self {
    case .csv: text = Self.table(pins, ",", comma: false)
    case .semicolons: text = "\u{FEFF}" + Self.table(pins, ";", comma: true)
    case .tabs: text = Self.table(pins, "\t", comma: true).replacing("\n", with: "\r\n")
    case .geoJSON:
      let features = pins.map { #"{"type":"Feature","geometry":\#(Self.point($0))}"# }
      text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    case .lines: text = pins.map { Self.point($0) + "\n" }.joined()
    case .sequence: text = pins.map { "\u{1E}" + Self.point($0) + "\n" }.joined()
    case .objects: text = "[" + pins.map(Self.object).joined(separator: ",\n") + "]"
    case .nested:
      text = pins.map { #"{"id":1,"location":\#(Self.object($0))}"# + "\n" }.joined()
    case .sqlite:
      let database = try SQLiteConnection(path, .create)
      try database.transaction {
        try database.execute("CREATE TABLE places(latitude REAL, longitude REAL)")
        let insertion = try database.statement("INSERT INTO places VALUES (?, ?)")
        for pin in pins { try insertion.run(pin.latitude, pin.longitude) }
      }
      return database.close()
    case .geoPackage:
      let blob = GeoPackageBlob(isLittleEndian: false, envelope: 1)
      return try makeGeoPackage(
        at: path, pins.map { blob.blob(blob.point($0.longitude, $0.latitude)) })
    }
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private static func table(_ pins: [Coordinate], _ separator: String, comma: Bool) -> String {
    let lines = pins.map { "\($0.latitude)\(separator)\($0.longitude)\n" }.joined()
    return "Lat\(separator)LON\n" + (comma ? lines.replacing(".", with: ",") : lines)
  }

  private static func point(_ pin: Coordinate) -> String {
    #"{"type":"Point","coordinates":[\#(pin.longitude),\#(pin.latitude)]}"#
  }

  private static func object(_ pin: Coordinate) -> String {
    #"{"lat":\#(pin.latitude),"lng":\#(pin.longitude)}"#
  }
}

@Suite struct PinFormatTests {
  private let pins = {
    var random = SplitMix64(seed: 11)
    return (0..<500).map { index in
      let scale = [1.0, 1e-3, 1e-12][index % 3]
      return Coordinate(
        latitude: (random.unit() - 0.5) * 180 * scale,
        longitude: (random.unit() - 0.5) * 360 * scale)
    } + [Coordinate(latitude: 90, longitude: -180), Coordinate(latitude: 0, longitude: 0)]
  }()

  @Test(arguments: WrittenFormat.allCases, [false, true])
  func eachFormatGivesTheSamePinsBitForBit(format: WrittenFormat, isCompressed: Bool) throws {
    let folder = try TemporaryFolder()
    var path = folder.file("pins")
    try format.write(pins, to: path)
    if isCompressed {
      let bytes = try #require(Gzip.compressed([UInt8](folder.data("pins"))))
      path = try folder.write(Data(bytes), to: "pins.gz")
    }
    let contents = try PinFile.read(path: path)
    let bits = { (pins: [Coordinate]) in
      pins.flatMap { [$0.latitude.bitPattern, $0.longitude.bitPattern] }
    }
    #expect(bits(contents.pins.coordinates) == bits(pins))
    #expect(contents.summary.isCompressed == isCompressed)
    #expect(contents.summary.placeCount == pins.count)
    #expect(contents.summary.leftOut.isEmpty)
    #expect(contents.summary.bounds.north == 90 && contents.summary.bounds.west == -180)
  }
}

@Suite struct PinFileSummaryTests {
  private let file = PinTextFile(name: "pins.csv")

  private func summary(_ text: String) throws -> PinFileSummary { try file.read(text).summary }

  @Test func placesAtTheSameCoordinateAreCounted() throws {
    for (rows, count) in [
      ("1,2\n3,4\n", 0), ("1,2\n1,2\n", 2), ("1,2\n3,4\n1,2\n1.0,2e0\n", 3), ("1,2\n2,1\n", 0),
      ("0,0\n-0,0\n5,5\n5,5\n", 4), ("1,2\n", 0),
    ] {
      #expect(try summary("lat,lon\n" + rows).coincidentCount == count, "\(rows)")
    }
  }

  /// Against counting in the simplest way.
  @Test func coincidentPlacesOfManyAreCounted() throws {
    var random = SplitMix64(seed: 5)
    for count in [10, 100, 3_000] {
      let rows = (0..<count).map { _ in
        "\(Int(random.unit() * 60)),\(Int(random.unit() * 60))"
      }
      let expected = Dictionary(grouping: rows) { $0 }.values.map(\.count).filter { $0 > 1 }
      let found = try summary("lat,lon\n" + rows.joined(separator: "\n"))
      #expect(found.coincidentCount == expected.reduce(0, +))
    }
  }

  @Test func theTextSaysAll() throws {
    let text = "lat;lon\n1,5;2\n;\n-3;4\n1.5;2\n"
    #expect(
      try summary(text).description == """
        3 places from CSV, columns "lat" and "lon"; left out: 1 no coordinate
        latitude -3.0 to 1.5, longitude 2.0 to 4.0; 2 at the same coordinate as another
        """)
    #expect(
      try summary("lat,lon\n1,2\n").description == """
        1 place from CSV, columns "lat" and "lon"; left out: none
        latitude 1.0 to 1.0, longitude 2.0 to 2.0
        """)
  }

  @Test func aSummaryIsWrittenAndRead() throws {
    let summary = try summary("lat;lon\n1,5;2\n;\n")
    let data = try JSONEncoder().encode(summary)
    #expect(try JSONDecoder().decode(PinFileSummary.self, from: data) == summary)
    #expect(String(decoding: data, as: UTF8.self).contains("\"no coordinate\":1"))
  }

  @Test func columnsMayBeNamed() throws {
    let text = "Breite,Länge,lat,lon\n1,2,3,4\n"
    let contents = try file.read(text, PinFileOptions("breite", "Länge"))
    #expect(contents.pins.coordinates == [Coordinate(latitude: 1, longitude: 2)])
    let error = try file.error(text, PinFileOptions("north", "lon"))
    #expect(error.description.contains("a latitude column (\"north\")"))
  }

  @Test func swappedColumnsAreNoticedWithTheRemedy() throws {
    let text = "lat,\"lo\"\"n\",lon\n151,0,-33\n"
    let message = try file.message(text)
    #expect(message.contains("look swapped"))
    #expect(message.contains("{ …, latitude: lon, longitude: lat }"))
    let contents = try file.read(text, PinFileOptions("lon", "lat"))
    #expect(contents.pins.coordinates == [Coordinate(latitude: -33, longitude: 151)])
    #expect(contents.summary.hasSwappedColumns)
    #expect(contents.summary.description.contains("exchanged, as requested"))
  }

  @Test(arguments: TestTier.sample([WrittenFormat.csv, .lines, .sqlite], 1))
  func progressGrowsToTheEnd(format: WrittenFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pins")
    let pins = Array(repeating: Coordinate(latitude: 1.5, longitude: 2.5), count: 140_000)
    try format.write(pins, to: path)
    var steps: [PinFileProgress] = []
    let contents = try PinFile.read(path: path) { steps.append($0) }
    #expect(contents.summary.coincidentCount == pins.count)
    #expect(steps.count == 2)
    #expect(steps.map(\.done) == steps.map(\.done).sorted())
    #expect(steps.allSatisfy { $0.done > 0 && $0.done <= $0.total })
    #expect(steps.allSatisfy { ($0.unit == .rows) == (format == .sqlite) })
  }
}
