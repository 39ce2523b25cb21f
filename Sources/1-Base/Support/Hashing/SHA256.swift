import CSystemCalls
import Foundation

/// The SHA-256 of bytes that come in parts (FIPS 180-4).
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]
  /// The bytes behind the last whole block; fewer than 64.
  private var rest: [UInt8] = []
  /// The number of bytes before them.
  private var count = 0

  package init() {}

  /// Adds bytes.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    rest += bytes
    let blocks = rest.count / Self.block
    // Finding out what the processor can do takes longer than a block, above all in a virtual machine.
    guard blocks > 0 else { return }
    mappressure_sha256_mix(&state, rest, blocks)
    rest.removeFirst(blocks * Self.block)
    count += blocks * Self.block
  }

  /// The hash of everything that was added so far.
  package var digest: SHA256Digest {
    var last = rest + [0x80]
    last += [UInt8](repeating: 0, count: (120 - last.count) % Self.block)
    withUnsafeBytes(of: UInt64((count + rest.count) * 8).bigEndian) { last += $0 }
    var state = state
    mappressure_sha256_mix(&state, last, last.count / Self.block)
    return SHA256Digest(bytes: state.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) })
  }

  private static let block = 64
}

/// A SHA-256, by which contents are identified.
package struct SHA256Digest: Hashable, Sendable {
  /// The 32 bytes.
  package let bytes: [UInt8]

  fileprivate init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Hashes bytes.
  package init(of bytes: some Sequence<UInt8>) {
    var hash = SHA256()
    hash.update(bytes)
    self = hash.digest
  }

  /// Hashes texts; each is preceded by its length, so that two cannot run together.
  package init(ofTexts texts: [String]) {
    self.init(of: Array(texts.map { "\($0.utf8.count):\($0)" }.joined().utf8))
  }

  /// Hashes a file's content.
  package init(ofFileAt path: String) throws(RegularFile.Failure) {
    let file = try RegularFile.open(path)
    var hash = SHA256()
    do {
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(piece) }
    } catch {
      throw .unreadable(reason: FileFault.reason(error))
    }
    self = hash.digest
  }

  /// The hash in 64 hexadecimal digits.
  package var hexadecimal: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The first 16 digits, which are the identity of a run, a plan or a build.
  package var identifier: String { String(hexadecimal.prefix(16)) }

  /// The source expression of a script in a page's policy, which allows no other: `'sha256-…'`.
  package static func source(of script: String) -> String {
    "'sha256-\(Data(Self(of: script.utf8).bytes).base64EncodedString())'"
  }
}
