import Foundation
import Support
import TestSupport
import Testing

@Suite struct AtomicFileTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  @Test func aTextReplacesAFileAndLeavesNothingElse() throws {
    for text in ["first", "", String(repeating: "é\n", count: 300_000)] {
      try AtomicFile.write(text, to: folder + "/a.txt")
      #expect(try temporary.read("a.txt") == text)
      #expect(try temporary.names() == ["a.txt"])
    }
  }

  @Test func aCopyHasTheBytesAndThePermissions() throws {
    let bytes = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try temporary.write(bytes, to: "program")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder + "/program")
    try AtomicFile.copy(folder + "/program", to: folder + "/copy")
    #expect(FileManager.default.contents(atPath: folder + "/copy") == bytes)
    #expect(FileManager.default.isExecutableFile(atPath: folder + "/copy"))
    #expect(try temporary.names() == ["copy", "program"])
  }

  @Test func aRewrittenFileKeepsItsPermissions() throws {
    let path = folder + "/a.swift"
    try temporary.write("old", to: "a.swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try AtomicFile.rewrite(path, with: Array("new".utf8))
    #expect(try temporary.read("a.swift") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func aFileWithFurtherNamesIsNotRewritten() throws {
    try temporary.write("old", to: "a.swift")
    try FileManager.default.linkItem(atPath: folder + "/a.swift", toPath: folder + "/b.swift")
    let error = #expect(throws: AtomicFile.Failure.self) {
      try AtomicFile.rewrite(folder + "/a.swift", with: [])
    }
    #expect(error?.reason == "the file has 2 names (hard links)")
    #expect(throws: AtomicFile.Failure.self) {
      try AtomicFile.rewrite(folder + "/none.swift", with: [])
    }
    #expect(try temporary.names() == ["a.swift", "b.swift"])
  }

  @Test func manyWritersOfOneFileDoNotMeet() async throws {
    let path = folder + "/gate.md"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let text = String(repeating: "\(writer)", count: 10_000)
          for _ in 0..<25 { try AtomicFile.write(text, to: path) }
        }
      }
      try await group.waitForAll()
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.count == 10_000)
    #expect(Set(text).count == 1)
    #expect(try temporary.names() == ["gate.md"])
  }

  @Test func whatAKilledWriterLeftIsRemovedAndWhatALivingOneHoldsIsNot() throws {
    let abandoned = ".a.txt.01234567.partial"
    let held = ".a.txt.89abcdef.partial"
    let others = [".a.txt.partial", ".b.txt.01234567.partial"]
    for name in [abandoned, held] + others { try temporary.write("x", to: name) }
    let lock = try LockedFile(path: folder + "/" + held)
    try AtomicFile.write("new", to: folder + "/a.txt")
    let found = try temporary.names()
    withExtendedLifetime(lock) { #expect(found == ([held, "a.txt"] + others).sorted()) }
  }

  /// A link with the name of the partial file must not be followed, and one with the name of the
  /// file is replaced.
  @Test func linksAreReplacedAndNotFollowed() throws {
    let victim = folder + "/victim"
    try AtomicFile.write("precious", to: victim)
    for link in ["a.txt", ".a.txt.partial", ".a.txt.01234567.partial"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/" + link, withDestinationPath: victim)
    }
    try AtomicFile.write("new", to: folder + "/a.txt")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    #expect(try String(contentsOfFile: folder + "/a.txt", encoding: .utf8) == "new")
  }

  @Test func aFolderInTheWayStaysAndIsAnError() throws {
    try temporary.makeFolder("a.txt")
    #expect(throws: AtomicFile.Failure.self) { try AtomicFile.write("x", to: folder + "/a.txt") }
    #expect(throws: AtomicFile.Failure.self) {
      try AtomicFile.write("x", to: folder + "/missing/a.txt")
    }
    #expect(throws: AtomicFile.Failure.self) {
      try AtomicFile.copy(folder + "/missing", to: folder + "/b")
    }
    #expect(try temporary.names() == ["a.txt"])
  }
}
