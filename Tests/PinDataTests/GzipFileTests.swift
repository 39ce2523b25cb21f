import Clustering
import Foundation
import PinData
import Support
import TestSupport
import Testing

@Suite struct GzipFileTests {
  private static let csv = "lat,lon\n" + (0..<2_000).map { "\($0 % 90).5,\($0 % 180)\n" }.joined()

  private func read(_ bytes: [UInt8]) throws -> PinFileContents {
    try withTemporaryFile(named: "pins.csv.gz", bytes: bytes) { try PinFile.read(path: $0) }
  }

  private func fault(_ bytes: [UInt8]) throws -> GzipFault? {
    let error = try #require(throws: DataFileError.self) { _ = try read(bytes) }
    guard case .damagedCompression(let fault) = error.problem else { return nil }
    #expect(error.location == nil)
    #expect(error.description.contains("expected a whole gzip file, found \(fault.rawValue)"))
    return fault
  }

  private func compressed(_ text: String) throws -> [UInt8] {
    try #require(Gzip.compressed(Array(text.utf8)))
  }

  @Test func readsWhatWasCompressed() throws {
    let contents = try read(try compressed(Self.csv))
    #expect(contents.pins.count == 2_000)
    #expect(contents.pins.coordinates[1_999] == Coordinate(latitude: 19.5, longitude: 19))
    #expect(contents.summary.isCompressed)
    #expect(contents.summary.description.contains("from CSV, compressed"))
  }

  /// The unpacked text is longer than any buffer, and its members end anywhere in it.
  @Test func membersFollowOneAnother() throws {
    let pins = PinGenerator.cities.pins(count: 20_000, seed: 4)
    let text = "lat,lon\n" + pins.coordinates.map { "\($0.latitude),\($0.longitude)\n" }.joined()
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    var length = 1
    while !rest.isEmpty {
      bytes += try #require(Gzip.compressed(Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
      length = length * 3 % 100_003
    }
    #expect(try read(bytes).pins == pins)
    #expect(try read(bytes + [UInt8](repeating: 0, count: 1_000)).pins == pins, "padded")
  }

  @Test func damageIsNamed() throws {
    let bytes = try compressed(Self.csv)
    func fault(at index: Int, _ byte: UInt8) throws -> GzipFault? {
      var damaged = bytes
      damaged[index] = byte
      return try self.fault(damaged)
    }
    #expect(try fault(at: bytes.count - 8, bytes[bytes.count - 8] ^ 1) == .checksum)
    #expect(try fault(at: bytes.count - 1, bytes[bytes.count - 1] ^ 1) == .length)
    #expect(try fault(at: 2, 7) == .header)
    #expect(try self.fault(bytes + Array("more".utf8)) == .header)
    // A block of the reserved kind.
    #expect(try fault(at: 10, bytes[10] | 6) == .data)
  }

  @Test func everyTruncationIsAnError() throws {
    let bytes = try compressed("lat,lon\n1,2\n3,4\n")
    for length in 2..<bytes.count {
      #expect(try fault(Array(bytes.prefix(length))) == .truncated, "\(length) bytes")
    }
  }

  @Test func damageNeverGivesOtherPins() throws {
    let bytes = try compressed(Self.csv)
    let expected = try read(bytes).pins
    for index in stride(from: 2, to: bytes.count, by: 7) {
      for bit in [0, 5] {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        // The header has bytes that mean nothing, such as the time.
        let pins = try? read(damaged).pins
        #expect(pins == nil || pins == expected, "byte \(index)")
      }
    }
  }

  @Test func aGzipFileInAGzipFileIsNamed() throws {
    let bytes = try #require(Gzip.compressed(try compressed(Self.csv)))
    let error = try #require(throws: DataFileError.self) { _ = try read(bytes) }
    #expect(error.description.contains("a gzip file in a gzip file"))
  }

  /// A small file must not take memory without an end.
  @Test(arguments: TestTier.sample(["", "[\"", "lat,lon\n"], 1))
  func aRecordWithoutAnEndIsRefused(start: String) throws {
    let text = Array(start.utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 17 << 20)
    let error = try #require(throws: DataFileError.self) {
      _ = try read(try #require(Gzip.compressed(text)))
    }
    #expect(!error.description.contains("end of the file"), "\(error)")
  }
}
