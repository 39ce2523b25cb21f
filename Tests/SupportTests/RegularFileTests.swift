import Foundation
import Support
import TestSupport
import Testing

/// Files are read, and what is none is refused at once.
@Suite struct RegularFileTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func write(_ bytes: [UInt8], to name: String) throws -> String {
    try temporary.write(Data(bytes), to: name)
  }

  @Test func aFileIsReadUpToItsLimit() throws {
    let path = try write([1, 2, 3], to: "file")
    #expect(try RegularFile.read(path) == Data([1, 2, 3]))
    #expect(try RegularFile.read(path, limit: 3) == Data([1, 2, 3]))
    #expect(throws: RegularFile.Failure.tooLong) { try RegularFile.read(path, limit: 2) }
    #expect(throws: RegularFile.Failure.missing) { try RegularFile.read(path + "s") }
    #expect(throws: RegularFile.Failure.unreadable(reason: "it is a folder")) {
      try RegularFile.read(folder)
    }
  }

  @Test func pipesAndDevicesAreNoFiles() throws {
    let pipe = folder + "/pipe"
    mkfifo(pipe, 0o600)
    for path in [pipe, "/dev/zero", "/dev/null"] {
      #expect(throws: RegularFile.Failure.unreadable(reason: "it is not a regular file")) {
        try RegularFile.read(path)
      }
      #expect(throws: LockedFile.Failure.self) { try LockedFile(path: path) }
      #expect(throws: AtomicFile.Failure.self) { try AtomicFile.copy(path, to: folder + "/copy") }
      #expect(throws: RegularFile.Failure.self) { try SHA256Digest(ofFileAt: path) }
    }
  }

  /// Around the sizes of a word and of a buffer, each change of a byte and of the length shows.
  @Test(arguments: [0, 1, 7, 8, 9, 4_095, 1 << 20, 1 << 20 + 1, 1 << 20 + 9])
  func aHashIsOfEveryByte(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let hash = try SHA256Digest(ofFileAt: try write(bytes, to: "file"))
    #expect(try SHA256Digest(ofFileAt: try write(bytes, to: "other")) == hash)
    #expect(try SHA256Digest(ofFileAt: try write(bytes + [0], to: "other")) != hash)
    for place in [0, count / 2, count - 1] where place >= 0 && place < count {
      var changed = bytes
      changed[place] ^= 0x80
      #expect(try SHA256Digest(ofFileAt: try write(changed, to: "other")) != hash)
      // The same change of two words does not cancel out.
      if count >= 32 {
        changed[(place + 16) % count] ^= 0x80
        #expect(try SHA256Digest(ofFileAt: try write(changed, to: "other")) != hash)
      }
    }
  }
}
