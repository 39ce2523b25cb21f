import Foundation
import Gate
import TestSupport
import Testing

/// A head and the working folder from which it should be built.
@Suite(.blocking) struct HeadProgramTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }
  /// Files are older than this by so many seconds, however long a test takes.
  private let now = Date()

  init() throws {
    temporary = try TemporaryFolder()
    for name in ["Sources/tool", "Tests/toolTests", "Nested/Sources"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    for name in [
      "Package.swift", "Sources/tool/main.swift", "Tests/toolTests/tests.swift",
      "Nested/Package.swift", "Nested/Sources/nested.swift", "notes.md", "program",
    ] { try write(name, age: 100) }
    try write(".gitignore", age: 100, text: "program\n")
    try temporary.commitAll()
  }

  private func write(_ name: String, age seconds: Double, text: String = "") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    try FileManager.default.setAttributes(
      [.modificationDate: now.addingTimeInterval(-seconds)],
      ofItemAtPath: folder + "/" + name)
  }

  private func warnings(source: String? = nil) async -> [String] {
    await HeadProgram(
      executable: folder + "/program", source: source ?? folder + "/Sources/tool/main.swift"
    ).warnings(comparedWith: "HEAD", in: folder + "/Sources")
  }

  @Test func aProgramThatIsNotOfItsFolderIsReported() async throws {
    let unchanged = await warnings()
    #expect(unchanged.count == 1)
    #expect(unchanged.first?.contains("the same as the base") == true)
    let other = await warnings(source: folder + "-other/main.swift")
    #expect(other.count == 1)
    #expect(other.first?.contains("does not judge the working folder") == true)
    // What the base has not, and what it has otherwise, is a difference.
    let (main, new) = ("Sources/tool/main.swift", "Sources/tool/new.swift")
    try write(new, age: 200)
    #expect(await warnings() == [])
    try temporary.remove(new)
    try write(main, age: 200, text: "print(1)\n")
    #expect(await warnings() == [])
    // A source that is newer than the program is reported.
    for name in [main, new, "Package.swift"] {
      try write(name, age: 0, text: "print(1)\n")
      let found = await warnings()
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix("\(folder)/\(name) changed after this program") == true)
      try write(name, age: 100)
    }
    try temporary.remove(new)
    // What is no part of the program may be newer.
    for name in ["Tests/toolTests/tests.swift", "Nested/Sources/nested.swift", "notes.md"] {
      try write(name, age: 0, text: "changed\n")
      #expect(await warnings() == [], "\(name)")
      try write(name, age: 100)
    }
  }
}
