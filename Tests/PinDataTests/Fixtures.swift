import Clustering
import Foundation
import PinData
import Simulation
import Support
import TestSupport
import Testing

/// Runs a test's body with the path of a file of the given name and contents, in a folder of its
/// own that is removed afterwards.
func withTemporaryFile<Result>(
  named name: String, _ contents: String, body: (String) throws -> Result
) throws -> Result {
  try withTemporaryFile(named: name, bytes: Array(contents.utf8), body: body)
}

/// The same with a file of the given bytes.
func withTemporaryFile<Result>(
  named name: String, bytes: [UInt8], body: (String) throws -> Result
) throws -> Result {
  let folder = try TemporaryFolder()
  return try body(folder.write(Data(bytes), to: name))
}

/// Runs a test's body with the path of a database that the statements make.
func withDatabase<Result>(
  _ statements: [String], body: (String) throws -> Result
) throws -> Result {
  let folder = try TemporaryFolder()
  let path = folder.file("app #1?.db")
  let database = try SQLiteConnection(path, .create)
  try database.transaction {
    for statement in statements { try database.execute(statement) }
  }
  database.close()
  return try body(path)
}

/// The error that ends the reading of a file of pins.
func readingError(
  _ path: String, _ options: PinFileOptions = PinFileOptions()
) throws -> DataFileError {
  try #require(throws: DataFileError.self) { _ = try PinFile.read(path: path, options: options) }
}

/// A file of pins with a name, and with a text of a test's own.
struct PinTextFile {
  let name: String

  func read(
    _ text: String, _ options: PinFileOptions = PinFileOptions()
  ) throws -> PinFileContents {
    try withTemporaryFile(named: name, text) { try PinFile.read(path: $0, options: options) }
  }

  func coordinates(_ text: String) throws -> [Coordinate] { try read(text).pins.coordinates }

  func error(
    _ text: String, _ options: PinFileOptions = PinFileOptions()
  ) throws -> DataFileError {
    try withTemporaryFile(named: name, text) { try readingError($0, options) }
  }

  /// The message of the error.
  func message(_ text: String) throws -> String { try error(text).description }

  /// The notes of the summary.
  func notes(_ text: String) throws -> [String] { try read(text).summary.notes }

  /// Expects that a text is refused with a message that has all of the words.
  func expectRefusal(
    of text: String, with words: String...,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let message = try message(text)
    for words in words {
      #expect(message.contains(words), "\(message)", sourceLocation: sourceLocation)
    }
  }
}

extension DataFileError {
  /// The position of a mistake in a feature; throws if it is at another place.
  func position(inFeature number: Int) throws -> TextPosition {
    guard case .feature(number, let position) = location else { throw OtherCase(self) }
    return position
  }
}

extension PinFileOptions {
  /// The choice of two columns.
  init(_ latitude: String, _ longitude: String, table: String? = nil) {
    self.init(table: table, columns: CoordinateNames(latitude: latitude, longitude: longitude))
  }
}

/// A stable sum over places, byte by byte (FNV-1a, 64 bits): names and what else is text, then
/// classification, prominence and coordinates in millionths of a degree.
func checksum(_ places: some Sequence<Place>) -> UInt64 {
  var hash = FowlerNollVoSum()
  for place in places {
    for text in [place.name, place.street, place.houseNumber, place.city] {
      hash.add(text)
    }
    hash.add("\(place.classification)")
    hash.add(Int64(place.prominence))
    hash.add(Int64((place.coordinate.latitude * 1e6).rounded()))
    hash.add(Int64((place.coordinate.longitude * 1e6).rounded()))
  }
  return hash.value
}

/// The same over the bits of each pin's longitude and latitude.
func checksum(_ pins: PinSet) -> UInt64 {
  var hash = FowlerNollVoSum()
  for pin in pins.coordinates {
    hash.add(Int64(bitPattern: pin.longitude.bitPattern))
    hash.add(Int64(bitPattern: pin.latitude.bitPattern))
  }
  return hash.value
}

/// The same over typed searches.
func checksum(_ searches: some Sequence<TypedSearch>) -> UInt64 {
  var hash = FowlerNollVoSum()
  for search in searches {
    hash.add(Int64(search.person))
    hash.add(search.start)
    hash.add(Int64(search.wanted ?? -1))
    for degrees in [
      search.region.center.latitude, search.region.center.longitude,
      search.region.span.latitudeDelta, search.region.span.longitudeDelta,
    ] {
      hash.add(Int64((degrees * 1e6).rounded()))
    }
    for keystroke in search.keystrokes {
      hash.add(keystroke.time)
      hash.add(keystroke.text)
    }
    hash.add(search.ending == .submit ? 1 : 2)
    hash.add(search.endingTime)
  }
  return hash.value
}

private struct FowlerNollVoSum {
  var value: UInt64 = 0xCBF2_9CE4_8422_2325

  private mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 0xFF)
  }

  mutating func add(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> Int64(shift)))
    }
  }
}
