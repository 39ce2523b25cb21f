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

  /// A file of pins, and an empty folder for the snapshot.
  private struct Place {
    let source: String
    let folder: String

    func pins(_ options: PinFileOptions = PinFileOptions()) throws -> [Coordinate] {
      try PinFile.pins(path: source, options: options, sharedIn: folder).coordinates
    }

    /// Writes pins into the same file, with the same length and the same time of the change: only
    /// who reads it again has them.
    func write(_ pins: [Coordinate], time: Int = 1_000_000_000) throws {
      let text = "lat,lon\n" + pins.map { "\($0.latitude),\($0.longitude)\n" }.joined()
      let padded = text + String(repeating: "\n", count: 200 - text.utf8.count)
      if !FileManager.default.fileExists(atPath: source) {
        try Data().write(to: URL(filePath: source))
      }
      let file = try FileHandle(forWritingTo: URL(filePath: source))
      try file.write(contentsOf: Data(padded.utf8))
      try file.close()
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(time))], ofItemAtPath: source)
    }

    /// The only file of the folder.
    func snapshot() throws -> URL {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      return URL(filePath: folder + "/" + (try #require(names.first)))
    }
  }

  private static func withPlace(_ body: (Place) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let shared = folder + "/shared"
      try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
      try body(Place(source: folder + "/pins.csv", folder: shared))
    }
  }

  private static func bits(_ pins: [Coordinate]) -> [UInt64] {
    pins.flatMap { [$0.latitude.bitPattern, $0.longitude.bitPattern] }
  }

  @Test func theFileIsReadOnce() throws {
    try Self.withPlace { place in
      try place.write(Self.first)
      #expect(Self.bits(try place.pins()) == Self.bits(Self.first))
      try place.write(Self.second)
      // Bit for bit those of the first reading.
      #expect(Self.bits(try place.pins()) == Self.bits(Self.first))
    }
  }

  @Test func anotherStateOrOtherOptionsAreReadAgain() throws {
    try Self.withPlace { place in
      try place.write(Self.first)
      _ = try place.pins()
      try place.write(Self.second)
      let exchanged = PinFileOptions(columns: CoordinateNames(latitude: "lon", longitude: "lat"))
      #expect(
        try place.pins(exchanged)
          == Self.second.map { Coordinate($0.longitude, $0.latitude) })
      try place.write(Self.second, time: 1_000_000_001)
      #expect(try place.pins() == Self.second)
    }
  }

  /// Each byte that is another one, each length that is, and what is behind the end.
  @Test func aDamagedSnapshotIsNotBelieved() throws {
    try Self.withPlace { place in
      try place.write(Self.first)
      _ = try place.pins()
      let (file, whole) = (try place.snapshot(), try Data(contentsOf: place.snapshot()))
      try place.write(Self.second)
      var damaged = whole.indices.map { index in
        var copy = whole
        copy[index] ^= 1
        return copy
      }
      damaged += whole.indices.map { whole.prefix($0) }
      damaged += [whole + Data([0]), whole + whole.suffix(16)]
      for data in damaged {
        try data.write(to: file)
        #expect(try place.pins() == Self.second)
      }
      // Each has been replaced by a whole one.
      try place.write(Self.first)
      #expect(try place.pins() == Self.second)
      try whole.write(to: file)
      #expect(Self.bits(try place.pins()) == Self.bits(Self.first))
    }
  }

  @Test func withoutAFolderTheFileIsRead() throws {
    try Self.withPlace { place in
      try place.write(Self.first)
      try FileManager.default.removeItem(atPath: place.folder)
      #expect(try place.pins() == Self.first)
    }
  }

  @Test func aMissingFileHasTheErrorOfTheReading() throws {
    try Self.withPlace { place in
      let error = try #require(throws: DataFileError.self) { _ = try place.pins() }
      #expect(error == (try readingError(place.source)))
    }
  }
}
