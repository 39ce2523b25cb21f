import Foundation
import LintRules
import Testing

/// The file `.mappressure-lint.json`, and the baseline of a project.
struct ConfigurationTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try write(SourceFolderTests.faulty, to: "App/Map.swift")
    try write(SourceFolderTests.faulty, to: "App/Old/Map.swift")
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func check() throws -> LintResult { try SourceFolder(folder.path).check(Linter()) }

  /// The severities by the file's path in the folder.
  private func severities() throws -> [String: Severity] {
    Dictionary(
      try check().findings.map { (String($0.path.dropFirst(folder.path.count + 1)), $0.severity) }
    ) { first, _ in first }
  }

  @Test func theNearestFolderDecides() throws {
    let rule = "region-set-in-update"
    #expect(try severities() == ["App/Map.swift": .warning, "App/Old/Map.swift": .warning])
    try write(#"{"rules": {"\#(rule)": "error"}}"#, to: LintConfiguration.fileName)
    try write(#"{"rules": {"\#(rule)": "note"}}"#, to: "App/Old/" + LintConfiguration.fileName)
    #expect(try severities() == ["App/Map.swift": .error, "App/Old/Map.swift": .note])
    try write(#"{"rules": {"\#(rule)": "off"}}"#, to: "App/Old/" + LintConfiguration.fileName)
    #expect(try severities() == ["App/Map.swift": .error])
    try write(#"{"exclude": ["Old/"]}"#, to: "App/" + LintConfiguration.fileName)
    #expect(try severities() == ["App/Map.swift": .error])
    #expect(try check().files == 1)
    // A folder inside of a repository has its configuration.
    let inner = try SourceFolder(folder.path + "/App").check(Linter())
    #expect(inner.findings.map(\.severity) == [.error])
  }

  @Test(arguments: [
    ("[]", "an object"), ("{", "JSON"), (#"{"rule": {}}"#, "'rule'"),
    (#"{"rules": {"region-set": "off"}}"#, "'region-set'"),
    (#"{"rules": {"region-set-in-update": "bad"}}"#, "'bad'"),
    (#"{"rules": {"region-set-in-update": 1}}"#, "words"), (#"{"exclude": "Old"}"#, "paths"),
  ])
  func aMistakeIsNamed(text: String, found: String) throws {
    try write(text, to: "App/" + LintConfiguration.fileName)
    let error = #expect(throws: LintConfiguration.Mistake.self) { try check() }
    #expect(error?.description.contains("App/.mappressure-lint.json: expected ") == true)
    #expect(error?.description.contains(found) == true)
  }

  @Test func aBaselineHidesWhatItHas() throws {
    let file = folder.appendingPathComponent("lint.json")
    try Data(try Baseline(try check().findings).json.utf8).write(to: file)
    var result = try check()
    try Baseline(contentsOf: file.path).remove(from: &result)
    #expect(result.findings.isEmpty && result.known == 2 && result.gone == 0)
    // The line moves, another one of the same text is new, and one file is gone.
    let more =
      "\n\nfunc updateUIView(_ view: MKMapView, context: Context) { view.region = region }\n"
    try write("// Moved.\n" + SourceFolderTests.faulty + more, to: "App/Map.swift")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("App/Old"))
    result = try check()
    try Baseline(contentsOf: file.path).remove(from: &result)
    #expect(result.findings.count == 1 && result.known == 1 && result.gone == 1)
    try write("[]", to: "lint.json")
    #expect(throws: LintConfiguration.Mistake.self) { try Baseline(contentsOf: file.path) }
  }
}

/// Files next to an app, in no target of its Xcode project.
struct XcodeProjectTests {
  private static let groups = """
    A1 /* Map.swift in Sources */ = {isa = PBXBuildFile; fileRef = F1 /* Map.swift */; };
    F1 /* Map.swift */ = {isa = PBXFileReference; path = Map.swift; sourceTree = "<group>"; };
    F2 /* Old.swift */ = {isa = PBXFileReference; path = Old.swift; sourceTree = "<group>"; };
    G1 /* App */ = {
      isa = PBXGroup;
      children = (
        F1 /* Map.swift */,
        F2 /* Old.swift */,
      );
      path = "App";
    };
    """
  private static let folder = """
    G1 /* App */ = {
      isa = PBXFileSystemSynchronizedRootGroup;
      path = App;
    };
    """

  @Test(arguments: [
    (groups, ["App/Map.swift", "Kit/Map.swift"]),
    (folder, ["App/Map.swift", "App/Old.swift", "Kit/Map.swift"]), ("", nil),
  ])
  func aFileInNoTargetIsNamed(project: String, checked: [String]?) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["App/Map.swift", "App/Old.swift", "Map.swift", "Kit/Map.swift"]
    let files = names.map { ($0, SourceFolderTests.faulty) }
    for (path, text) in files + [
      ("Kit/Package.swift", ""), ("A.xcodeproj/project.pbxproj", project),
    ] {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let result = try SourceFolder(folder.path).check(Linter())
    let found = Set(result.findings.map { String($0.path.dropFirst(folder.path.count + 1)) })
    #expect(found == Set(checked ?? names))
    #expect(result.skipped.allSatisfy { $0.reason == "in no target of the project" })
  }
}
