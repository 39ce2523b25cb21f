import Clustering
import Foundation
import PinData

extension FuzzTarget {
  /// The readers of pins and of places, in their formats.
  static let places: [FuzzTarget] = [
    pins("pins-geojson", "input.geojson", dictionary: "geojson"),
    pins("pins-csv", "input.csv", dictionary: "csv"),
    pins("pins-gzip", "input.csv.gz", dictionary: "binary"),
    pins("pins-sqlite", "input.db", dictionary: "binary"), geometry,
    places("places-geojson", "input.geojson", dictionary: "geojson"),
    places("places-csv", "input.csv", dictionary: "csv"),
  ]

  private static func pins(_ name: String, _ file: String, dictionary: String) -> FuzzTarget {
    let scratch = ScratchFile(file)
    return FuzzTarget(name, dictionary: dictionary, refusingWith: DataFileError.self) { input in
      try scratch.with(input) { try Self.contents(of: $0) }
    } checkError: { error, input in
      // The lines of a compressed file are those of the unpacked text.
      if !input.starts(with: [0x1F, 0x8B]) { try check(error.location, in: input, "\(error)") }
    } check: { pins, summary in
      try require(pins.coordinates.allSatisfy(\.isValid), "a pin is not on the earth")
      try require(
        pins.count == summary.placeCount && summary.coincidentCount <= pins.count,
        "a summary of other pins: \(summary)")
    }
  }

  /// The pins of a file with the account of the reading, which can be written and read.
  private static func contents(of path: String) throws -> (PinSet, PinFileSummary) {
    let contents = try PinFile.read(path: path)
    let again = try JSONDecoder().decode(
      PinFileSummary.self, from: JSONEncoder().encode(contents.summary))
    try require(again == contents.summary, "a summary that is written and read is another one")
    return (contents.pins, contents.summary)
  }

  /// A blob of a GeoPackage or of SpatiaLite.
  private static let geometry = FuzzTarget(
    "geopackage-geometry", dictionary: "binary", refusingWith: DataFileError.Problem.self
  ) { input in
    let isGeoPackage = input.starts(with: "GP".utf8)
    let geometry = try WKBGeometry(
      Array(input), isGeoPackage ? .geoPackage : .spatiaLite, in: .webMercator)
    try require(
      geometry.coordinates.count <= input.count / 16, "more places than the bytes stand for")
  }

  private static func places(_ name: String, _ file: String, dictionary: String) -> FuzzTarget {
    let scratch = ScratchFile(file)
    return FuzzTarget(name, dictionary: dictionary, refusingWith: DataFileError.self) { input in
      try scratch.with(input) { try PlaceFile.read(path: $0).places }
    } checkError: { error, input in
      try check(error.location, in: input, "\(error)")
    } check: { places in
      try require(places.allSatisfy(\.coordinate.isValid), "a place is not on the earth")
      try require(
        places.allSatisfy { (0...100).contains($0.prominence) }, "a prominence is not from 0 to 100"
      )
    }
  }

  static func check(
    _ location: DataFileError.Location?, in input: Data, _ message: String
  ) throws(BrokenPromise) {
    switch location {
    case .line(let line): try require(line: line, in: input, message)
    case .field(let line, let column):
      try require(line: line, in: input, message)
      try require(column >= 1, "an error before the first field: \(message)")
    case .feature(let index, let position):
      try require(index >= 0, "a feature before the first: \(message)")
      try check(position, in: input, message)
    case .position(let position): try check(position, in: input, message)
    case .row(let row, _, _): try require(row >= 1, "a row before the first: \(message)")
    case nil: break
    }
  }

  private static func check(
    _ position: DataFileError.TextPosition, in input: Data, _ message: String
  ) throws(BrokenPromise) {
    try require(line: position.line, in: input, message)
    try require(
      position.column >= 1 && (0...input.count).contains(position.byteOffset),
      "a place outside of the file: \(message)")
  }
}
