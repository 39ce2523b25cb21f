import Clustering
import Foundation
import PinData
import TestSupport
import Testing

/// The pins of a file that several processes of a run read.
struct PinSnapshotTests {
  private static let first = [
    Coordinate(0.1 + 0.2, -179.999_999_999_999_97),
    Coordinate(-0.0, .leastNonzeroMagnitude),
  ]
  private static let second = [Coordinate(1, 2), Coordinate(3, 4)]

  private let temporary: TemporaryFolder
  private let source: String
  /// An empty folder for the snapshot.
  private let shared: String

  init() throws {
    temporary = try TemporaryFolder()
    source = temporary.file("pins.csv")
    shared = try temporary.makeFolder("shared")
  }

  private func pins(_ options: PinFileOptions = PinFileOptions()) throws -> [Coordinate] {
    try PinFile.pins(path: source, options: options, sharedIn: shared).coordinates
  }

  /// Writes pins into the same file, with the same length and the same time of the change: only
  /// who reads it again has them.
  private func write(_ pins: [Coordinate], time: Int = 1_000_000_000) throws {
    let text = "lat,lon\n" + pins.map { "\($0.latitude),\($0.longitude)\n" }.joined()
    let padded = text + String(repeating: "\n", count: 200 - text.utf8.count)
    if !temporary.exists("pins.csv") { try temporary.write("", to: "pins.csv") }
    let file = try FileHandle(forWritingTo: URL(filePath: source))
    try file.write(contentsOf: Data(padded.utf8))
    try file.close()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(time))], ofItemAtPath: source)
  }

  private static func bits(_ pins: [Coordinate]) -> [UInt64] {
    pins.flatMap { [$0.latitude.bitPattern, $0.longitude.bitPattern] }
  }

  @Test func theFileIsReadOnce() throws {
    try write(Self.first)
    #expect(Self.bits(try pins()) == Self.bits(Self.first))
    try write(Self.second)
    // Bit for bit those of the first reading.
    #expect(Self.bits(try pins()) == Self.bits(Self.first))
  }

  @Test func anotherStateOrOtherOptionsAreReadAgain() throws {
    try write(Self.first)
    _ = try pins()
    try write(Self.second)
    let exchanged = PinFileOptions(columns: CoordinateNames(latitude: "lon", longitude: "lat"))
    #expect(try pins(exchanged) == Self.second.map { Coordinate($0.longitude, $0.latitude) })
    try write(Self.second, time: 1_000_000_001)
    #expect(try pins() == Self.second)
  }

  /// Each byte that is another one, each length that is, and what is behind the end.
  @Test func aDamagedSnapshotIsNotBelieved() throws {
    try write(Self.first)
    _ = try pins()
    // The only file of the folder.
    let file = try "shared/" + #require(temporary.names("shared").first)
    let whole = try temporary.data(file)
    try write(Self.second)
    var damaged = whole.indices.map { index in
      var copy = whole
      copy[index] ^= 1
      return copy
    }
    damaged += whole.indices.map { whole.prefix($0) }
    damaged += [whole + Data([0]), whole + whole.suffix(16)]
    for data in damaged {
      try temporary.write(data, to: file)
      #expect(try pins() == Self.second)
    }
    // Each has been replaced by a whole one.
    try write(Self.first)
    #expect(try pins() == Self.second)
    try temporary.write(whole, to: file)
    #expect(Self.bits(try pins()) == Self.bits(Self.first))
  }

  @Test func withoutAFolderTheFileIsRead() throws {
    try write(Self.first)
    try temporary.remove("shared")
    #expect(try pins() == Self.first)
  }

  @Test func aMissingFileHasTheErrorOfTheReading() throws {
    let error = try #require(throws: DataFileError.self) { _ = try pins() }
    #expect(error == (try readingError(source)))
  }
}
