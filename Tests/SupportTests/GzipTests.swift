import CZlib
import Support
import Testing

@Suite struct GzipTests {
  /// The bytes that gzip's own library reads back.
  private static func inflated(_ bytes: [UInt8], capacity: Int) throws -> [UInt8] {
    var stream = z_stream()
    try #require(
      inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { inflateEnd(&stream) }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: capacity))
    let count = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return inflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : -1
      }
    }
    try #require(count >= 0)
    return Array(output.prefix(count))
  }

  @Test(arguments: [0, 1, 1_000, 300_000])
  func readsBackAsItWas(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    let compressed = try #require(Gzip.compressed(bytes))
    #expect(compressed.starts(with: [0x1F, 0x8B]))
    #expect(try Self.inflated(compressed, capacity: count + 1) == bytes)
    #expect(Gzip.compressed(bytes) == compressed)
  }

  @Test func repetitionTakesLittle() throws {
    let compressed = try #require(Gzip.compressed(Array(repeating: 7, count: 100_000)))
    #expect(compressed.count < 500)
  }
}
