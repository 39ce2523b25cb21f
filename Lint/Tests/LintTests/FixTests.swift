import Foundation
import LintRules
import Testing

/// The edits of findings.
struct FixTests {
  @Test func theFixStoresTheIdentifier() throws {
    let rule = try RuleFixture("fresh-annotation-ids")
    let source = """
      struct Pin: Identifiable {
        public var id: UUID { UUID() } // of the list
        var coordinate: CLLocationCoordinate2D
      }
      """
    let fixed = try rule.fixed(source)
    #expect(fixed == source.replacing("var id: UUID { UUID() }", with: "let id = UUID()"))
    #expect(rule.findings(fixed).isEmpty)
  }

  /// A type that compares, encodes, is inherited or would lose a comment has no edit.
  @Test(arguments: [
    "struct Pin: Hashable { var id: UUID { UUID() }; var place: CLLocation }",
    "struct Pin: Codable { var id: UUID { UUID() }; var place: CLLocation }",
    "struct Pin { var id: String { UUID().uuidString }; var place: CLLocation }",
    "extension MKMapItem: Identifiable { var id: UUID { UUID() } }",
    "open class Pin { open var id: UUID { UUID() }; var place = CLLocation() }",
    "class Pin { var id: UUID { UUID() }; var place = CLLocation() }",
    "final class Pin: Place { override var id: UUID { UUID() }; var place = CLLocation() }",
    "struct Pin { var id: UUID { /* not unique */ UUID() }; var place: CLLocation }",
  ])
  func whatAnEditWouldBreakIsNotFixed(source: String) throws {
    let findings = try RuleFixture("fresh-annotation-ids").findings(source)
    #expect(findings.count == 1)
    #expect(findings.allSatisfy { $0.edits.isEmpty })
  }

  /// The files with what the fixes make of them compile, with stubs for Apple's types.
  @Test func whatIsFixedCompiles() throws {
    let sources = [
      "struct Pin: Identifiable { public var id: UUID { UUID() }; var place: CLLocation }",
      "final class Stop { fileprivate var id: UUID { return UUID() }; var place = CLLocation() }",
    ]
    let rule = try RuleFixture("fresh-annotation-ids")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Fixed.swift")
    let text = try sources.map(rule.fixed).joined(separator: "\n")
    #expect(text.components(separatedBy: "let id = UUID()").count == 3)
    try Data("import Foundation\nfinal class CLLocation {}\n\(text)\n".utf8).write(to: file)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["swiftc", "-typecheck", "-swift-version", "6", file.path]
    try compiler.run()
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0)
  }

  /// A suggestion is a difference, and `--fix` leaves it.
  @Test func aSuggestionIsNoFix() throws {
    let source =
      "func f(_ view: MKAnnotationView) { view.clusteringIdentifier = UUID().uuidString }"
    let finding = try #require(
      try RuleFixture("clustering-identifier-per-pin").findings(source).first)
    #expect(finding.isSuggestion && finding.diff?.contains(#"= "pins""#) == true)
  }
}
