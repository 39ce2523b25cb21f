import Foundation
import Support
import TestSupport
import Testing

@Suite struct GzipTests {
  @Test(arguments: [0, 1, 1_000, 300_000])
  func readsBackAsItWas(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    let compressed = try #require(Gzip.compressed(bytes))
    #expect(compressed.starts(with: [0x1F, 0x8B]))
    #expect(Gzip.decompressed(compressed, limit: count) == bytes)
    #expect(Gzip.compressed(bytes) == compressed)
  }

  @Test func repetitionTakesLittle() throws {
    let compressed = try #require(Gzip.compressed(Array(repeating: 7, count: 100_000)))
    #expect(compressed.count < 500)
  }

  /// Reads the output of gzip's own program, with a name and a time in its header.
  @Test func readsWhatOthersCompress() throws {
    let folder = try TemporaryFolder()
    try folder.write("pins and more pins\n", to: "pins.txt")
    _ = try FinishedProgram(["gzip", folder.file("pins.txt")])
    let bytes = Array(try folder.data("pins.txt.gz"))
    let content = try #require(Gzip.decompressed(bytes, limit: 100))
    #expect(String(decoding: content, as: UTF8.self) == "pins and more pins\n")
  }

  @Test func whatIsDamagedOrTooLargeIsNothing() throws {
    let compressed = try #require(Gzip.compressed(Array(repeating: 7, count: 10_000)))
    for count in [0, 5, 12, compressed.count / 2, compressed.count - 1] {
      #expect(Gzip.decompressed(Array(compressed.prefix(count)), limit: 20_000) == nil)
    }
    var changed = compressed
    changed[compressed.count - 6] ^= 0xFF
    #expect(Gzip.decompressed(changed, limit: 20_000) == nil, "the checksum is another")
    #expect(Gzip.decompressed(compressed, limit: 9_999) == nil)
    #expect(Gzip.decompressed(Array("no gzip".utf8), limit: 100) == nil)
  }
}
