import MapGeometry
import PinData

/// What a search scores of a place: where it is, what it is, and the numbers of its words.
///
/// In bytes, little endian: the coordinate's two 64-bit numbers, the classification's 16-bit
/// number, then 32-bit numbers: the name's terms, a separator, the street's and house number's, a
/// separator, the city's. The category's words come from the classification.
enum PlaceSummary {
  static let separator = UInt32.max
  static let headerSize = 18

  static func bytes(
    coordinate: Coordinate, classification: Int, terms: some Sequence<UInt32>
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerSize + 4 * terms.underestimatedCount)
    append(coordinate.latitude.bitPattern, to: &bytes)
    append(coordinate.longitude.bitPattern, to: &bytes)
    append(UInt16(classification), to: &bytes)
    for term in terms { append(term, to: &bytes) }
    return bytes
  }

  static func coordinate(_ bytes: UnsafeRawBufferPointer) -> Coordinate {
    Coordinate(
      latitude: Double(bitPattern: load(bytes, at: 0)),
      longitude: Double(bitPattern: load(bytes, at: 8)))
  }

  static func classification(_ bytes: UnsafeRawBufferPointer) -> Int {
    Int(load(bytes, at: 16) as UInt16)
  }

  static func termCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    (bytes.count - headerSize) / 4
  }

  static func term(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt32 {
    load(bytes, at: headerSize + 4 * index)
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> Number {
    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
