import Gate
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The content of `gate.json`, and its published schema.
@Suite struct ComparisonDocumentTests {
  @Test func holdsEveryNumberOfAVerdict() throws {
    let document = try ComparisonResults.regression.document()
    #expect(document.schema == 7 && document.kind == "programs")
    #expect(document.verdict.status == "regression" && document.verdict.exitCode == 2)
    #expect(document.verdict.tally.regressions == 2 && document.verdict.tally.passed == 2)
    let first = document.cases[0]
    #expect(
      first.command.text == "mappressure gate --base main Scenarios/ten-thousand-pins.yaml "
        + "--strategies grid-clusters --sizes 10000")
    let counted = first.metrics[2]
    #expect(counted.name == "views-created" && counted.outcome == "regression")
    #expect(counted.base == 312 && counted.head == 10_000)
    #expect(counted.method.name == "exact" && counted.method.tolerance == 0)
    #expect(counted.method.pairs == .null && counted.minimumDetectableEffect == 0)
    let timed = first.metrics[1]
    #expect(timed.method.name == "paired-sequential" && timed.method.margin == 0.02)
    #expect(timed.method.pairs == 64 && timed.method.confirmingPairs == 256)
    #expect(timed.method.frames == 60 && timed.method.framesOfCase == 600)
    #expect(timed.effect.low == 0.046)
  }

  @Test func whatDidNotComeToItsEndSaysSo() throws {
    let unfinished = try ComparisonResults.unfinished.document()
    #expect(unfinished.verdict.status == "unfinished" && unfinished.verdict.exitCode == 130)
    #expect(unfinished.verdict.tally.regressions == 2)
    #expect(unfinished.open == "the times of 3 of 4 cases")
    let failed = try ComparisonResults.failed.document()
    #expect(failed.verdict.status == "error" && failed.verdict.exitCode == 1)
    #expect(failed.failure == "cannot write x: disk | full")
    // A regression that is certain counts more than a fault after it.
    let worse = ComparisonResults.regression.with(completion: .failed(reason: "x"))
    #expect(try worse.document().verdict.exitCode == 2)
    #expect(try ComparisonResults.regression.document().open == .null)
  }

  /// Results that could not be decided, and a base that cannot be replayed.
  @Test(arguments: [ComparisonResults.inconclusive, .besidePass(.baseBroken(why: "crashed"))])
  func theExitCodeIsTheCommands(results: ComparisonResults) throws {
    for (fails, code) in [(false, JSONValue(0)), (true, 7)] {
      let verdict = try results.document(failsOnInconclusive: fails).verdict
      #expect(verdict.status == "inconclusive" && verdict.exitCode == code)
    }
    let isBroken = results.cases.last?.status == .baseBroken(why: "crashed")
    let status = try results.document().cases.list.last?.status
    #expect(status == (isBroken ? "base-broken" : "compared"))
  }

  @Test func whatOnlyTheBaseHasHasNoCommand() throws {
    for entry in try ComparisonResults.everything.document().cases.list {
      #expect((entry.command == .null) == (entry.status == "removed"))
    }
  }

  @Test func keepsToThePublishedSchema() throws {
    let schema = try ComparisonSchema()
    for results in ComparisonResults.all {
      #expect(try schema.faults(of: results.document()) == [])
    }
  }

  @Test func theSchemaNamesNothingThatNeverComes() throws {
    let schema = try ComparisonSchema()
    let seen = try ComparisonResults.all.reduce(into: Set<String>()) {
      $0.formUnion(schema.properties(in: try $1.document()))
    }
    #expect(schema.properties.subtracting(seen).sorted() == [])
  }

  @Test(arguments: [
    ("\"outcome\" : \"missing\"", "\"outcome\" : \"lost\""), ("\"schema\" : 7", "\"schema\" : 1"),
    ("\"warnings\"", "\"warning\""), ("\"size\" : 10000", "\"size\" : \"10000\""),
    ("\"pairs\" : 64", "\"pairs\" : -1"),
  ]) func theSchemaRefusesWhatIsAgainstIt(found: String, replacement: String) throws {
    let results = ComparisonResults.everything
    let text = try ComparisonReport.json(results, verdict: results.verdict)
    try #require(text.contains(found))
    let document = try JSONValue(text.replacing(found, with: replacement))
    #expect(try ComparisonSchema().faults(of: document) != [])
  }

  @Test func aNumberThatIsNoneIsAbsent() throws {
    let verdict = MetricVerdict(
      metric: .viewsCreated, outcome: .missing(why: "not a finite number"),
      method: .exact(.none), base: .infinity, head: .nan,
      effect: MetricVerdict.Effect(change: .nan, low: 0, high: 1),
      minimumDetectableEffect: .infinity)
    let metric = try ComparisonResults([.compared([verdict])]).document().cases[0].metrics[0]
    #expect(metric.name == "views-created")
    for key in ["base", "head", "effect", "minimumDetectableEffect"] {
      #expect(metric.object[key] == nil, "\(key)")
    }
  }
}

/// The published schema, with the part of JSON Schema (draft 2020-12) that it uses.
private struct ComparisonSchema {
  private let root: JSONValue

  init() throws { root = try JSONValue(RepositoryFile.text("Documentation/gate.schema.json")) }

  /// The faults of a document, each with its place.
  func faults(of document: JSONValue) -> [String] { faults(of: document, by: root, at: "$") }

  /// Every property that the schema names, with the names of its place.
  var properties: Set<String> { properties(of: root, at: "$") }

  private static let known: Set<String> = [
    "$schema", "title", "description", "type", "properties", "required", "additionalProperties",
    "$defs", "$ref", "enum", "const", "items", "minimum", "maximum",
  ]

  private func faults(
    of value: JSONValue, by schema: JSONValue, at place: String
  ) -> [String] {
    // A keyword that is not looked at here would be a hole.
    var faults = schema.object.keys.filter { !Self.known.contains($0) }
      .map { "\(place): keyword \($0)" }
    if let target = target(of: schema) { return self.faults(of: value, by: target, at: place) }
    func check(_ isKept: Bool, _ expected: String) {
      if !isKept { faults.append("\(place): expected \(expected), found \(value)") }
    }
    let allowed = schema["enum"].list
    check(allowed.isEmpty || allowed.contains(value), "one of \(allowed)")
    check(schema["const"] == .null || schema["const"] == value, "\(schema["const"])")
    if let type = schema["type"].text { check(Self.isA(type, value), "a value of type \(type)") }
    if let number = value.number {
      check(number >= schema.minimum.number ?? number, "at least \(schema.minimum)")
      check(number <= schema.maximum.number ?? number, "at most \(schema.maximum)")
    }
    if case .object = schema.items {
      faults += value.list.enumerated().flatMap {
        self.faults(of: $1, by: schema.items, at: "\(place)[\($0)]")
      }
    }
    guard case .object(let object) = value else { return faults }
    for key in schema.required.list.compactMap(\.text) { check(object[key] != nil, "\(key)") }
    for (key, value) in object {
      let property = schema.properties.object[key] ?? schema.additionalProperties
      if case .object = property {
        faults += self.faults(of: value, by: property, at: "\(place).\(key)")
      } else {
        faults.append("\(place): unknown \(key)")
      }
    }
    return faults
  }

  private func target(of schema: JSONValue) -> JSONValue? {
    guard let name = schema["$ref"].text?.wholeMatch(of: /#\/\$defs\/(.*)/)?.1 else { return nil }
    return root["$defs"].object[String(name)]
  }

  private static func isA(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .list), ("string", .text), ("number", .number): true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }

  private func properties(of schema: JSONValue, at place: String) -> Set<String> {
    if let target = target(of: schema) { return properties(of: target, at: place) }
    if case .object = schema.items { return properties(of: schema.items, at: place) }
    return schema.properties.object.reduce(into: []) { names, property in
      let name = "\(place).\(property.key)"
      names.formUnion(properties(of: property.value, at: name).union([name]))
    }
  }

  /// Every property that a document has, written the same way.
  func properties(in value: JSONValue, at place: String = "$") -> Set<String> {
    let ofElements = value.list.reduce(into: Set()) { $0.formUnion(properties(in: $1, at: place)) }
    return value.object.reduce(into: ofElements) { names, property in
      let name = "\(place).\(property.key)"
      names.formUnion(properties(in: property.value, at: name).union([name]))
    }
  }
}
