import LintRules
import Testing

struct FreshAnnotationIDsTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("fresh-annotation-ids") }

  @Test(arguments: [
    "struct Pin: Identifiable { var id: UUID { UUID() }; var coordinate: CLLocationCoordinate2D }",
    "struct Pin { let place: MKMapItem; var id: String { return place.phone ?? "
      + "UUID().uuidString } }",
    "class Pin: NSObject, MKAnnotation { var id: String { get { \"\\(UUID())\" } } }",
    "extension MKMapItem: Identifiable { public var id: String { UUID().uuidString } }",
  ])
  func aComputedIdentifierIsFound(source: String) {
    #expect(rule.lines(source) == [1])
  }

  @Test(arguments: [
    "struct Pin { let id = UUID(); var coordinate: CLLocationCoordinate2D }",
    "struct Pin { var id: String { name }; var coordinate: CLLocationCoordinate2D }",
    "struct Pin { lazy var id = { UUID() }(); var coordinate: CLLocationCoordinate2D }",
    "struct Pin { var id = UUID() { didSet { } }; var coordinate: CLLocationCoordinate2D }",
    "struct Pin { var key: UUID { UUID() }; var coordinate: CLLocationCoordinate2D }",
    "struct Sheet: Identifiable { var id: UUID { UUID() } }",
    "extension URL: Identifiable { public var id: UUID { UUID() } }",
    "struct Pin { var id: UUID { UUID(uuidString: key)! }; var coordinate: "
      + "CLLocationCoordinate2D }",
  ])
  func aStoredOrOtherIdentifierIsRight(source: String) {
    #expect(rule.lines(source) == [])
  }

  @Test func aCoordinateInAnExtensionOfAnotherFileCounts() {
    let findings = rule.findings([
      "A.swift": "struct Pin { var id: UUID { UUID() } }",
      "B.swift": "extension Pin { var coordinate: CLLocationCoordinate2D { place.coordinate } }",
    ])
    #expect(findings.map(\.path) == ["A.swift"])
  }

  @Test func theFixStoresTheIdentifier() throws {
    let source = """
      struct Pin: Identifiable {
        public var id: UUID { UUID() } // of the list
        var coordinate: CLLocationCoordinate2D
      }
      """
    let fixed = try rule.fixed(source)
    #expect(fixed == source.replacing("var id: UUID { UUID() }", with: "let id = UUID()"))
    #expect(rule.lines(fixed) == [])
  }

  @Test(arguments: [
    "struct Pin: Hashable { var id: UUID { UUID() }; var place: CLLocation }",
    "struct Pin: Codable { var id: UUID { UUID() }; var place: CLLocation }",
    "struct Pin { var id: String { UUID().uuidString }; var place: CLLocation }",
    "extension MKMapItem: Identifiable { var id: UUID { UUID() } }",
  ])
  func whatComparesOrCannotStoreIsNotFixed(source: String) {
    let findings = rule.findings(source)
    #expect(findings.count == 1)
    #expect(findings.allSatisfy { $0.edits.isEmpty })
  }
}
