import Foundation
import Harness
import Support
import TestSupport
import Testing

/// A folder that is not whole, not this user's or not of this key is not believed, and no fault is
/// an error.
@Suite struct KeptFolderTests {
  private let temporary: TemporaryFolder
  private let folder: KeptFolder
  private let key = SHA256Digest(of: "key".utf8)
  private let other = SHA256Digest(of: "other".utf8)
  private let content = Array("a content that is kept".utf8)

  init() throws {
    temporary = try TemporaryFolder()
    folder = KeptFolder(path: temporary.file("cache"))
  }

  private func name(_ key: SHA256Digest) -> String {
    "cache/\(key.hexadecimal.prefix(2))/\(key.hexadecimal)"
  }

  private func age(_ key: SHA256Digest, days: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400 * days)],
      ofItemAtPath: temporary.file(name(key)))
  }

  @Test func aContentIsThatOfItsKey() throws {
    #expect(folder.content(of: key) == nil)
    folder.keep(content, for: key)
    folder.keep([], for: other)
    #expect(folder.content(of: key) == content)
    #expect(folder.content(of: other) == [])
    folder.keep(Array("later".utf8), for: key)
    #expect(folder.content(of: key) == Array("later".utf8))
    // Nothing but hashes is in the names, and no other user may read them.
    let names = [key, other].map { String(name($0).dropFirst("cache/".count)) }
    #expect(try temporary.files("cache").sorted() == names.sorted())
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions]
    #expect(mode as? Int == 0o700)
  }

  @Test func eachFlippedByteIsFound() throws {
    folder.keep(content, for: key)
    let whole = try temporary.data(name(key))
    for place in whole.indices {
      for bit in [UInt8(1), 0x80] {
        var damaged = whole
        damaged[place] ^= bit
        try temporary.write(damaged, to: name(key))
        #expect(folder.content(of: key) == nil, "byte \(place)")
        // It would be found again each time.
        #expect(!temporary.exists(name(key)))
      }
    }
    for damaged in (0..<whole.count).map({ whole.prefix($0) }) + [whole + [0]] {
      try temporary.write(Data(damaged), to: name(key))
      #expect(folder.content(of: key) == nil, "\(damaged.count) bytes")
    }
    try temporary.write(whole, to: name(key))
    #expect(folder.content(of: key) == content)
  }

  /// Whole, and of this user, and yet not what was kept for the key.
  @Test func anotherKeyOrVersionIsNotBelieved() throws {
    folder.keep(content, for: key)
    let whole = try temporary.data(name(key))
    try temporary.write(whole, to: name(other))
    #expect(folder.content(of: other) == nil)
    let compressed = Array(whole.dropFirst(32))
    for version in ["mappressure kept 1", "mappressure kept 2"] {
      let seal = SHA256Digest(of: Array(version.utf8) + key.bytes + compressed)
      try temporary.write(Data(seal.bytes + compressed), to: name(key))
      #expect((folder.content(of: key) == content) == version.hasSuffix("1"))
    }
  }

  @Test func whatIsNotTheUsersIsNotTouched() throws {
    let outside = try temporary.makeFolder("outside")
    // A link in the place of the folder, of a folder in it, and of a file.
    try FileManager.default.createSymbolicLink(atPath: folder.path, withDestinationPath: outside)
    folder.keep(content, for: key)
    folder.clear()
    #expect(folder.content(of: key) == nil)
    try temporary.remove("cache")
    folder.keep(content, for: other)
    try FileManager.default.createSymbolicLink(
      atPath: temporary.file("cache/\(key.hexadecimal.prefix(2))"), withDestinationPath: outside)
    folder.keep(content, for: key)
    #expect(folder.content(of: key) == nil)
    try temporary.move(name(other), to: "outside/file")
    try FileManager.default.createSymbolicLink(
      atPath: temporary.file(name(other)), withDestinationPath: outside + "/file")
    #expect(folder.content(of: other) == nil)
    #expect(try temporary.names("outside") == ["file"])
    // A folder that others may write to.
    let open = KeptFolder(path: temporary.file("open"))
    open.keep(content, for: key)
    #expect(open.content(of: key) == content)
    chmod(open.path, 0o777)
    #expect(open.content(of: key) == nil)
  }

  /// A file or a device in the place, and a folder in the place of a file.
  @Test func withoutAPlaceNothingIsKept() throws {
    try temporary.write("", to: "file")
    for path in [temporary.file("file"), temporary.file("file/cache"), "/dev/null/cache"] {
      let folder = KeptFolder(path: path)
      folder.keep(content, for: key)
      folder.removeOldest()
      folder.clear()
      #expect(folder.content(of: key) == nil && folder.summary.entries == 0)
    }
    try temporary.makeFolder(name(key))
    chmod(folder.path, 0o700)
    chmod(temporary.file("cache/\(key.hexadecimal.prefix(2))"), 0o700)
    folder.keep(content, for: key)
    #expect(folder.content(of: key) == nil)
    for environment in [[:], ["HOME": ""], ["XDG_CACHE_HOME": "here", "HOME": "home"]] {
      #expect(KeptFolder(environment: environment) == nil)
    }
    let named = KeptFolder(environment: ["XDG_CACHE_HOME": "/caches", "HOME": "/home"])
    #expect(named?.path == "/caches/mappressure")
  }

  @Test(.enabled(if: TinyDisk.isAvailable, "mounting a disk takes root"))
  func onAFullDiskNothingIsKeptAndNothingIsLost() throws {
    let disk = try TinyDisk(at: temporary.file("disk"))
    defer { disk.unmount() }
    let folder = KeptFolder(path: temporary.file("disk/cache"))
    folder.keep(content, for: key)
    var generator = SeededGenerator(seed: 1)
    let large = (0..<200_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    try disk.fill(leaving: 20)
    folder.keep(large, for: other)
    folder.keep(large, for: key)
    #expect(folder.content(of: other) == nil)
    #expect(folder.content(of: key) == content)
    try disk.empty()
    folder.keep(large, for: other)
    #expect(folder.content(of: other) == large)
  }

  @Test func writersSideBySideDoNotMix() async throws {
    let contents = (0..<4).map { writer in
      (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * (writer + 1)) }
    }
    await withTaskGroup(of: Void.self) { tasks in
      for content in contents {
        tasks.addTask { [folder, key] in
          for _ in 0..<20 {
            folder.keep(content, for: key)
            let found = folder.content(of: key)
            #expect(found.map { contents.contains($0) } == true)
          }
        }
      }
    }
    #expect(folder.summary.entries == 1)
  }

  @Test func aboveTheLimitTheOldestGo() throws {
    var generator = SeededGenerator(seed: 2)
    let keys = (0..<8).map { SHA256Digest(of: "\($0)".utf8) }
    let folder = KeptFolder(path: folder.path, limit: 8_000)
    for (number, key) in keys.enumerated() {
      let content = (0..<1_500).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      folder.keep(content, for: key)
      try age(key, days: Double(20 - number))
    }
    // What is read is used; what a killed writer left belongs to no key.
    #expect(folder.content(of: keys[0]) != nil)
    let left = "cache/\(key.hexadecimal.prefix(2))/.\(key.hexadecimal).12345678.partial"
    try temporary.write("part", to: left)
    try temporary.write("mine", to: "cache/mine.txt")
    folder.removeOldest()
    #expect(temporary.exists(left))
    #expect(folder.summary.bytes <= 6_000)
    let kept = keys.filter { folder.content(of: $0) != nil }
    #expect(kept.count == 3 && kept == [keys[0]] + keys.suffix(2))
    // More than all may have is not kept at all.
    folder.keep(
      (0..<9_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }, for: key)
    #expect(folder.content(of: key) == nil)
    folder.clear()
    #expect(try temporary.files("cache") == ["mine.txt"])
  }
}
