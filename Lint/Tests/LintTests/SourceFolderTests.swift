import Foundation
import LintRules
import Testing

struct SourceFolderTests {
  static let faulty = """
    import MapKit
    func updateUIView(_ view: MKMapView, context: Context) { view.region = region }

    """

  /// A folder with files, which is removed at the end.
  private func withFolder(
    _ files: [String: Data], _ body: (_ folder: String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "lint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, data) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    try body(folder.path)
  }

  private func paths(_ result: LintResult, in folder: String) -> [String] {
    result.findings.map { String($0.path.dropFirst(folder.count + 1)) }
  }

  @Test func foreignCodeIsSkipped() throws {
    let names = [
      "App/Map.swift", "Screen.swift", ".build/Map.swift", "Pods/Map.swift", "Carthage/Map.swift",
      "DerivedData/App/Map.swift", ".git/Map.swift", "SourcePackages/Map.swift", "Notes.txt",
    ]
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, Data(Self.faulty.utf8)) })
    try withFolder(files) { folder throws in
      let result = try SourceFolder(folder).check(Linter())
      #expect(paths(result, in: folder) == ["App/Map.swift", "Screen.swift"])
      #expect(result.files == 2 && result.lines == 4)
    }
  }

  @Test func linksAreNotFollowed() throws {
    try withFolder(["App/Map.swift": Data(Self.faulty.utf8)]) { folder throws in
      let manager = FileManager.default
      try manager.createSymbolicLink(
        atPath: folder + "/App/Loop", withDestinationPath: folder)
      try manager.createSymbolicLink(
        atPath: folder + "/Copy.swift", withDestinationPath: folder + "/App/Map.swift")
      try manager.createSymbolicLink(
        atPath: folder + "/Gone.swift", withDestinationPath: folder + "/nothing")
      let result = try SourceFolder(folder).check(Linter())
      #expect(paths(result, in: folder) == ["App/Map.swift"])
      #expect(
        result.skipped.map { String($0.path.dropFirst(folder.count + 1)) }
          == ["App/Loop", "Copy.swift", "Gone.swift"])
      // The folder itself may be a link.
      try manager.createSymbolicLink(atPath: folder + "-link", withDestinationPath: folder)
      defer { try? manager.removeItem(atPath: folder + "-link") }
      #expect(try SourceFolder(folder + "-link").check(Linter()).findings.count == 1)
    }
  }

  @Test func unusualFilesAreNamed() throws {
    let files = [
      "Latin.swift": Data([0x2f, 0x2f, 0xe9, 0x0a]),
      "Huge.swift": Data(count: SourceText.maxBytes + 1),
      "Empty.swift": Data(), "Zeros.swift": Data(count: 100),
      "Mark.swift": Data("\u{feff}".utf8) + Data(Self.faulty.utf8),
      "Windows.swift": Data(Self.faulty.replacing("\n", with: "\r\n").utf8),
    ]
    try withFolder(files) { folder throws in
      mkfifo(folder + "/Pipe.swift", 0o600)
      let result = try SourceFolder(folder).check(Linter())
      #expect(
        result.skipped.map { String($0.path.dropFirst(folder.count + 1)) }
          == ["Huge.swift", "Latin.swift", "Pipe.swift"])
      #expect(paths(result, in: folder) == ["Mark.swift", "Windows.swift"])
      #expect(result.findings.map(\.line) == [2, 2])
    }
  }

  @Test func aFileAloneIsChecked() throws {
    try withFolder(["Map.swift": Data(Self.faulty.utf8)]) { folder throws in
      #expect(try SourceFolder(folder + "/Map.swift").check(Linter()).findings.count == 1)
    }
  }

  @Test func whatHasNoSwiftFileIsAnError() throws {
    try withFolder(["Map.m": Data()]) { folder throws in
      #expect(throws: SourceFolder.Unreadable.self) { try SourceFolder(folder).check(Linter()) }
      #expect(throws: SourceFolder.Unreadable.self) {
        try SourceFolder(folder + "/none").check(Linter())
      }
    }
  }

  @Test func whatCannotBeReadIsNamedByTheError() throws {
    try withFolder(["Latin.swift": Data([0x2f, 0x2f, 0xe9])]) { folder throws in
      let error = #expect(throws: SourceFolder.Unreadable.self) {
        try SourceFolder(folder).check(Linter())
      }
      #expect(error?.description.contains("Latin.swift: not UTF-8") == true)
    }
  }

  // MARK: - Fixes

  static let fixable = """
    import MapKit
    struct Pin: Identifiable { var id: UUID { UUID() }; var place: CLLocation }
    """

  @Test func aFixChangesOnlyTheText() throws {
    let files = ["Map.swift": Data(Self.fixable.utf8), "Linked": Data(Self.fixable.utf8)]
    try withFolder(files) { folder throws in
      let manager = FileManager.default
      let (file, link) = (folder + "/Map.swift", folder + "/Link.swift")
      try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
      try manager.createSymbolicLink(atPath: link, withDestinationPath: folder + "/Linked")
      #expect(try SourceFolder(folder).fix(Linter()) == "fixed 1 finding in 1 file\n")
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("{ let id = UUID();"))
      #expect(try manager.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o640)
      #expect(try SourceFolder(folder).fix(Linter()) == "fixed 0 findings in 0 files\n")
      // A link that is named itself stays a link.
      #expect(try SourceFolder(link).fix(Linter()) == "fixed 1 finding in 1 file\n")
      #expect(try manager.destinationOfSymbolicLink(atPath: link) == folder + "/Linked")
      #expect(
        try String(contentsOfFile: folder + "/Linked", encoding: .utf8).contains("let id = UUID()"))
    }
  }

  @Test func aFileThatCannotBeWrittenIsNamed() throws {
    let files = ["A.swift": Data(Self.fixable.utf8), "B.swift": Data(Self.fixable.utf8)]
    try withFolder(files) { folder throws in
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: folder + "/A.swift")
      let said = try SourceFolder(folder).fix(Linter())
      #expect(said.hasPrefix("fixed 1 finding in 1 file\nnot fixed: \(folder)/A.swift: "))
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/A.swift")) == files["A.swift"])
    }
  }

  @Test func aFileWithTwoNamesIsLeft() throws {
    try withFolder(["A.swift": Data(Self.fixable.utf8)]) { folder throws in
      let (first, second) = (folder + "/A.swift", folder + "/B.txt")
      try FileManager.default.linkItem(atPath: first, toPath: second)
      #expect(
        try SourceFolder(folder).fix(Linter())
          == "fixed 0 findings in 0 files\n"
          + "not fixed: \(first): the file has 2 names (hard links)\n")
      #expect(try Data(contentsOf: URL(fileURLWithPath: first)) == Data(Self.fixable.utf8))
    }
  }

  /// A process that was killed while it replaced a file leaves no more than the next one removes.
  @Test func whatAKilledProcessLeftBehindIsRemoved() throws {
    let files = [
      "A.swift": Data(Self.fixable.utf8), ".A.swift.12345678.partial": Data("half".utf8),
    ]
    try withFolder(files) { folder throws in
      _ = try SourceFolder(folder).fix(Linter())
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["A.swift"])
    }
  }

  @Test func aFileThatChangesMeanwhileIsLeft() throws {
    try withFolder(["A.swift": Data(Self.fixable.utf8)]) { folder throws in
      let file = URL(fileURLWithPath: folder + "/A.swift")
      let other = Data(("// A line more.\n" + Self.fixable).utf8)
      var rule = try RuleFixture("fresh-annotation-ids").rule
      rule.check = { [check = rule.check] source, project in
        try? other.write(to: file)
        return check(source, project)
      }
      _ = try SourceFolder(folder).fix(Linter(rules: [rule]))
      #expect(try Data(contentsOf: file) == other)
    }
  }

  @Test func theOrderIsThatOfThePaths() throws {
    let names = (0..<60).map { "Folder\($0 % 7)/Map\($0).swift" }
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, Data(Self.faulty.utf8)) })
    try withFolder(files) { folder throws in
      let first = try SourceFolder(folder).check(Linter())
      #expect(paths(first, in: folder) == names.sorted())
      #expect(try SourceFolder(folder).check(Linter()).findings == first.findings)
    }
  }
}
