import Foundation
import Gate
import Reporting
import TestSupport
import Testing

@Suite struct ComparisonReportTests {
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try body(folder.path)
  }

  @Test func writesThreeFilesAndNothingElse() throws {
    try Self.withFolder { folder in
      let results = ComparisonFixture.everything
      let verdict = ComparisonVerdict(results)
      try ComparisonReport.write(results, verdict: verdict, to: folder)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(files == ["gate.html", "gate.json", "gate.md", "junit.xml"])
      func text(_ file: String) throws -> String {
        try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      }
      #expect(try text("gate.md") == ComparisonMarkdown.text(results, verdict: verdict))
      #expect(try text("junit.xml") == JUnitReport.text(results, verdict: verdict))
      #expect(
        try text("gate.json") == ComparisonReport.json(results, verdict: verdict))
    }
  }

  @Test func aFileThatCannotBeWrittenLeavesNoHalfOfOne() throws {
    try Self.withFolder { folder in
      // A folder stands where the file should be.
      try FileManager.default.createDirectory(
        atPath: folder + "/junit.xml", withIntermediateDirectories: true)
      let results = ComparisonFixture.pass
      #expect(throws: ReportingError.self) {
        try ComparisonReport.write(results, verdict: ComparisonVerdict(results), to: folder)
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(files == ["gate.html", "gate.md", "junit.xml"], "the document comes last")
    }
  }

  @Test func aSummaryIsAddedToWhatIsThere() throws {
    try Self.withFolder { folder in
      let file = folder + "/summary.md"
      try StepSummary.append("one\n", to: file)
      try StepSummary.append("two\n", to: file)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "one\ntwo\n")
      #expect(throws: ReportingError.self) {
        try StepSummary.append("x", to: folder + "/missing/summary.md")
      }
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/dev/full"),
      "only Linux has a device that is always full"))
  func aSummaryThatHasNoRoomIsAnError() {
    #expect(throws: ReportingError.self) { try StepSummary.append("x", to: "/dev/full") }
  }
}

@Suite struct ComparisonDocumentTests {
  private static func document(
    _ results: ComparisonResults, failsOnInconclusive: Bool = false
  ) throws -> StoredComparison {
    try StoredComparison(results, failsOnInconclusive: failsOnInconclusive)
  }

  private static func text(_ results: ComparisonResults) throws -> String {
    try ComparisonReport.json(results, verdict: ComparisonVerdict(results))
  }

  @Test func holdsEveryNumberOfAVerdict() throws {
    let document = try Self.document(ComparisonFixture.regression)
    #expect(document.schema == 7)
    #expect(document.kind == "programs")
    #expect(document.verdict.status == "regression")
    #expect(document.verdict.exitCode == 2)
    #expect(document.verdict.tally["regressions"] == 2)
    #expect(document.verdict.tally["passed"] == 2)
    let first = try #require(document.cases.first)
    #expect(
      first.command == "mappressure gate --base main Scenarios/ten-thousand-pins.yaml "
        + "--strategies grid-clusters --sizes 10000")
    let counted = first.metrics[2]
    #expect(counted.name == "views-created")
    #expect(counted.outcome == "regression")
    #expect(counted.base == 312)
    #expect(counted.head == 10_000)
    #expect(counted.method.name == "exact")
    #expect(counted.method.tolerance == 0)
    #expect(counted.method.pairs == nil)
    #expect(counted.minimumDetectableEffect == 0)
    let timed = first.metrics[1]
    #expect(timed.method.name == "paired-sequential")
    #expect(timed.method.margin == 0.02)
    #expect(timed.method.pairs == 64)
    #expect(timed.method.confirmingPairs == 256)
    #expect(timed.method.frames == 60)
    #expect(timed.method.framesOfCase == 600)
    #expect(timed.effect?.low == 0.046)
  }

  @Test func whatDidNotComeToItsEndSaysSo() throws {
    let unfinished = try Self.document(ComparisonFixture.unfinished)
    #expect(unfinished.verdict.status == "unfinished")
    #expect(unfinished.verdict.exitCode == 130)
    #expect(unfinished.verdict.tally["regressions"] == 2)
    #expect(unfinished.open == "the times of 3 of 4 cases")
    let failed = try Self.document(ComparisonFixture.failed)
    #expect(failed.verdict.status == "error")
    #expect(failed.verdict.exitCode == 1)
    #expect(failed.failure == "cannot write x: disk | full")
    // A regression that is certain counts more than what went wrong after it.
    let worse = ComparisonFixture.regression.with(completion: .failed(reason: "x"))
    #expect(try Self.document(worse).verdict.exitCode == 2)
    #expect(try Self.document(ComparisonFixture.regression).open == nil)
  }

  @Test func theExitCodeIsTheCommands() throws {
    let lenient = try Self.document(ComparisonFixture.inconclusive)
    #expect(lenient.verdict.status == "inconclusive")
    #expect(lenient.verdict.exitCode == 0)
    let strict = try Self.document(ComparisonFixture.inconclusive, failsOnInconclusive: true)
    #expect(strict.verdict.status == "inconclusive")
    #expect(strict.verdict.exitCode == 7)
  }

  @Test func whatTheBaseCouldNotBeAskedForIsUndecided() throws {
    let results = ComparisonFixture.status(.baseBroken(why: "crashed"))
    let lenient = try Self.document(results)
    #expect(lenient.verdict.status == "inconclusive")
    #expect(lenient.verdict.exitCode == 0)
    #expect(lenient.cases.last?.status == "base-broken")
    #expect(try Self.document(results, failsOnInconclusive: true).verdict.exitCode == 7)
  }

  @Test func whatOnlyTheBaseHasHasNoCommand() throws {
    for entry in try Self.document(ComparisonFixture.everything).cases {
      #expect((entry.command == nil) == (entry.status == "removed"))
    }
  }

  @Test func keepsToThePublishedSchema() throws {
    let schema = try ComparisonSchema()
    for results in ComparisonFixture.all {
      #expect(try schema.faults(of: Self.text(results)) == [])
    }
  }

  @Test func theSchemaNamesNothingThatNeverComes() throws {
    let schema = try ComparisonSchema()
    let seen = try ComparisonFixture.all.reduce(into: Set<String>()) {
      $0.formUnion(try schema.properties(in: Self.text($1)))
    }
    #expect(schema.properties.subtracting(seen).sorted() == [])
  }

  @Test func theSchemaRefusesWhatIsAgainstIt() throws {
    let schema = try ComparisonSchema()
    let text = try Self.text(ComparisonFixture.everything)
    for (found, replacement) in [
      ("\"outcome\" : \"missing\"", "\"outcome\" : \"lost\""), ("\"schema\" : 7", "\"schema\" : 1"),
      ("\"warnings\"", "\"warning\""), ("\"size\" : 10000", "\"size\" : \"10000\""),
      ("\"pairs\" : 64", "\"pairs\" : -1"),
    ] {
      try #require(text.contains(found))
      #expect(try schema.faults(of: text.replacing(found, with: replacement)) != [])
    }
  }

  @Test func aNumberThatIsNoneIsAbsent() throws {
    let verdict = MetricVerdict(
      metric: ComparisonFixture.viewsCreated, outcome: .missing(why: "not a finite number"),
      method: .exact(.none), base: .infinity, head: .nan,
      effect: MetricVerdict.Effect(change: .nan, low: 0, high: 1),
      minimumDetectableEffect: .infinity)
    let document = try Self.document(
      ComparisonFixture.results([
        CaseComparison(
          scenarioCase: ComparisonFixture.scenarioCase(), status: .compared, metrics: [verdict])
      ]))
    let metric = try #require(document.cases.first?.metrics.first)
    #expect(metric.base == nil)
    #expect(metric.head == nil)
    #expect(metric.effect == nil)
    #expect(metric.minimumDetectableEffect == nil)
  }
}

/// The part of JSON Schema (draft 2020-12) that the published schema uses: what in a document is
/// against it.
struct ComparisonSchema {
  private let root: [String: Any]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/gate.schema.json")
    root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
  }

  /// The faults of a document, each with its place.
  func faults(of document: String) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: Data(document.utf8))
    return faults(of: value, by: root, at: "$")
  }

  /// Every property that the schema names, with the names of its place.
  var properties: Set<String> { properties(of: root, at: "$") }

  /// Every property that a document has, written the same way.
  func properties(in document: String) throws -> Set<String> {
    let value = try JSONSerialization.jsonObject(with: Data(document.utf8))
    return properties(in: value, at: "$")
  }

  private static let known: Set<String> = [
    "$schema", "title", "description", "type", "properties", "required", "additionalProperties",
    "$defs", "$ref", "enum", "const", "items", "minimum", "maximum",
  ]

  private func faults(of value: Any, by schema: [String: Any], at place: String) -> [String] {
    // A keyword that is not looked at here would be a hole.
    var faults = schema.keys.filter { !Self.known.contains($0) }.map { "\(place): keyword \($0)" }
    if let target = target(of: schema) { return self.faults(of: value, by: target, at: place) }
    if let allowed = schema["enum"] as? [AnyHashable],
      !((value as? AnyHashable).map(allowed.contains) ?? false)
    {
      faults.append("\(place): \(value) is not one of \(allowed)")
    }
    if let only = schema["const"] as? AnyHashable, only != value as? AnyHashable {
      faults.append("\(place): \(value) is not \(only)")
    }
    if let type = schema["type"] as? String, !Self.isA(type, value) {
      faults.append("\(place): \(value) is no \(type)")
    }
    if let number = value as? Double {
      if let minimum = schema["minimum"] as? Double, number < minimum {
        faults.append("\(place): \(number) < \(minimum)")
      }
      if let maximum = schema["maximum"] as? Double, number > maximum {
        faults.append("\(place): \(number) > \(maximum)")
      }
    }
    if let items = value as? [Any], let schema = schema["items"] as? [String: Any] {
      faults += items.enumerated().flatMap {
        self.faults(of: $1, by: schema, at: "\(place)[\($0)]")
      }
    }
    guard let object = value as? [String: Any] else { return faults }
    for key in schema["required"] as? [String] ?? [] where object[key] == nil {
      faults.append("\(place): no \(key)")
    }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    for (key, value) in object {
      guard
        let schema = properties[key] ?? schema["additionalProperties"] as? [String: Any]
      else {
        faults.append("\(place): unknown \(key)")
        continue
      }
      faults += self.faults(of: value, by: schema, at: "\(place).\(key)")
    }
    return faults
  }

  private func target(of schema: [String: Any]) -> [String: Any]? {
    guard let reference = schema["$ref"] as? String, reference.hasPrefix("#/$defs/") else {
      return nil
    }
    let definitions = root["$defs"] as? [String: [String: Any]]
    return definitions?[String(reference.dropFirst("#/$defs/".count))]
  }

  private static func isA(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "number": value is Double
    case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
    default: false
    }
  }

  private func properties(of schema: [String: Any], at place: String) -> Set<String> {
    if let target = target(of: schema) { return properties(of: target, at: place) }
    if let items = schema["items"] as? [String: Any] { return properties(of: items, at: place) }
    var names: Set<String> = []
    for (key, value) in schema["properties"] as? [String: [String: Any]] ?? [:] {
      names.insert("\(place).\(key)")
      names.formUnion(properties(of: value, at: "\(place).\(key)"))
    }
    return names
  }

  private func properties(in value: Any, at place: String) -> Set<String> {
    if let items = value as? [Any] {
      return items.reduce(into: []) { $0.formUnion(properties(in: $1, at: place)) }
    }
    var names: Set<String> = []
    for (key, value) in value as? [String: Any] ?? [:] {
      names.insert("\(place).\(key)")
      names.formUnion(properties(in: value, at: "\(place).\(key)"))
    }
    return names
  }
}
