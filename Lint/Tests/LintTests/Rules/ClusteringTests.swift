import LintRules
import Testing

struct AllPinsAtOnceTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("all-pins-at-once") }

  @Test(arguments: [
    "func show() { map.addAnnotations((0..<10_000).map { Pin($0) }) }",
    "func show() { let pins = (1...1_000).map { Pin($0) }; map.addAnnotations(pins) }",
    "func show() { var p: [Pin] = []; for i in 0..<5000 { p.append(Pin(i)) }; "
      + "map.addAnnotations(p) }",
    "var body: some View { Map { ForEach(0..<2_000) { Marker(coordinate: places[$0]) } } }",
  ])
  func aKnownLargeNumberIsFound(source: String) throws {
    let findings = rule.findings(source)
    #expect(findings.count == 1)
    #expect(findings.allSatisfy { $0.message.contains("000 pins") })
  }

  @Test(arguments: [
    "func show() { map.addAnnotations((0..<999).map { Pin($0) }) }",
    "func show() { map.addAnnotations(pins) }",
    "func show() { manager.add((0..<100_000).map { Pin($0) }); manager.reload() }",
    "var body: some View { List { ForEach(0..<2_000) { Text(\"\\($0)\") } } }",
    "func show() { view.clusteringIdentifier = id; map.addAnnotations((0..<5000).map { "
      + "Pin($0) }) }",
  ])
  func aSmallOrUnknownNumberIsRight(source: String) {
    #expect(rule.lines(source) == [])
  }
}

struct NoClusteringIdentifierTests {
  @Test func pinsOfACollectionAreNotedUnlessTheProjectMakesClusters() throws {
    let rule = try RuleFixture("no-clustering-identifier")
    let source = "func show() { mapView.addAnnotations(pins); mapView.addAnnotations(more) }"
    #expect(rule.findings(source).map(\.sureness) == [.note])
    #expect(rule.lines("func show() { mapView.addAnnotations([start, end]) }") == [])
    #expect(rule.lines("func show() { manager.addAnnotations(pins) }") == [])
    let clusters = "final class V: MKAnnotationView { func f() { clusteringIdentifier = \"pin\" } }"
    #expect(rule.findings(["A.swift": source, "B.swift": clusters]).isEmpty)
  }
}

struct ClusteringIdentifierPerPinTests {
  let rule: RuleFixture

  init() throws { rule = try RuleFixture("clustering-identifier-per-pin") }

  @Test(arguments: [
    "view.clusteringIdentifier = UUID().uuidString",
    "view?.clusteringIdentifier = annotation.title",
    "view.clusteringIdentifier = annotation?.title ?? \"\"",
    "self.clusteringIdentifier = \"pin-\\(place.id)\"",
    "clusteringIdentifier = String(place.hashValue)",
  ])
  func anIdentifierOfOnePinIsFound(statement: String) {
    #expect(rule.lines("func show() { \(statement) }") == [1])
  }

  @Test(arguments: [
    "view.clusteringIdentifier = \"pins\"",
    "view.clusteringIdentifier = nil",
    "view.clusteringIdentifier = Self.clusterID",
    "view.clusteringIdentifier = annotation.kind.rawValue",
    "view.clusteringIdentifier = annotation.title == nil ? \"a\" : \"b\"",
    "view.reuseIdentifier = annotation.title",
    "// view.clusteringIdentifier = UUID().uuidString",
  ])
  func aConstantOrAKindIsRight(statement: String) {
    #expect(rule.lines("func show() { \(statement) }") == [])
  }
}
