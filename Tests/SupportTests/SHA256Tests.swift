import CSystemCalls
import Foundation
import Support
import TestSupport
import Testing

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4, and lengths around a block's end.
  @Test(arguments: [
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    String(repeating: "a", count: 55):
      "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
    String(repeating: "a", count: 56):
      "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
    String(repeating: "a", count: 64):
      "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
    String(repeating: "a", count: 1_000):
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
    String(repeating: "a", count: 1_000_000):
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  ]) func isThatOfTheStandard(text: String, hash: String) throws {
    #expect(SHA256Digest(of: text.utf8).hexadecimal == hash)
    let folder = try TemporaryFolder()
    #expect(try SHA256Digest(ofFileAt: folder.write(text, to: "file")).hexadecimal == hash)
  }

  /// Wherever the bytes are parted.
  @Test func piecesHaveTheHashOfTheWhole() {
    var generator = SeededGenerator(seed: 38)
    for count in [0, 1, 63, 64, 65, 127, 128, 129, 1_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      for _ in 0..<20 {
        var (hash, rest) = (SHA256(), bytes[...])
        while !rest.isEmpty {
          let piece = rest.prefix(Int.random(in: 0...130, using: &generator))
          hash.update(piece)
          rest = rest.dropFirst(piece.count)
        }
        #expect(hash.digest == SHA256Digest(of: bytes))
        // A sequence without storage of its own.
        #expect(SHA256Digest(of: bytes.lazy.map { $0 }) == hash.digest)
      }
    }
  }

  /// The instructions of the processor, where it has them, compute what the portable code does.
  @Test func bothWaysAgree() {
    var generator = SeededGenerator(seed: 256)
    for blocks in [0, 1, 2, 5] {
      let bytes = (0..<64 * blocks).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      var first = (0..<8).map { _ in UInt32.random(in: .min ... .max, using: &generator) }
      var second = first
      mappressure_sha256_mix(&first, bytes, blocks)
      mappressure_sha256_mix_portable(&second, bytes, blocks)
      #expect(first == second)
    }
  }

  /// The place between two texts counts, and so does their order.
  @Test func textsDoNotRunTogether() {
    let lists = [
      ["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"], ["c", "ab"], ["3:abc"],
    ]
    #expect(Set(lists.map { SHA256Digest(ofTexts: $0) }).count == lists.count)
  }
}
