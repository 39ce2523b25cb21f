import Foundation
import Gate
import Harness
import ScenarioModel
import Support
import Testing

/// The causes of regressions: their rows, their cases, and what is stored of them.
@Suite struct RegressionCauseTests {
  // MARK: - Functions

  /// A function of a program that executes instructions at its address and makes calls from there.
  private struct Code {
    let name: String
    var own: Int
    var calls: [(name: String, instructions: Int)] = []
    var hasSource = true
  }

  /// The costs of some functions, the first one called by the counted part.
  private static func costs(_ code: [Code]) throws -> SourceCosts {
    let addresses = Dictionary(
      uniqueKeysWithValues: code.enumerated().map { ($1.name, 0x100 * ($0 + 1)) })
    func hexadecimal(_ address: Int) -> String { "0x" + String(address, radix: 16) }
    var text = "ob=/tool\nfn=mappressure_counted_part\n0x10 1\n"
    var places = ""
    for function in code {
      let address = addresses[function.name] ?? 0
      text += "fn=\(function.name)\n\(hexadecimal(address)) \(function.own)\n"
      places += "\(hexadecimal(address))\n\(function.name)\n"
      places += function.hasSource ? "/src/\(function.name).swift:3\n" : "??:0\n"
      for (index, call) in function.calls.enumerated() {
        // One call instruction for each, executed once.
        let place = address + 1 + index
        text += "\(hexadecimal(place)) 1\ncfn=\(call.name)\ncalls=1 0x0\n"
        text += "\(hexadecimal(place)) \(call.instructions)\n"
        places += "\(hexadecimal(place))\n\(function.name)\n"
        places += function.hasSource ? "/src/\(function.name).swift:4\n" : "??:0\n"
      }
    }
    var profile = try CallgrindProfile(parsing: text)
    profile.frames = SourceFrame.frames(in: places)
    return SourceCosts(profile)
  }

  private static func rows(_ base: [Code], _ head: [Code]) throws -> [RegressionCause.Row] {
    try costs(head).rows(grownFrom: costs(base))
  }

  @Test func growthBeginsInTheFunctionThatExecutesMoreItself() throws {
    func code(_ own: Int) -> [Code] {
      [
        Code(name: "top", own: 10, calls: [("middle", own + 41)]),
        Code(name: "middle", own: 20, calls: [("leaf", own + 20)]),
        Code(name: "leaf", own: own, calls: [("thunk", 20)]),
        Code(name: "thunk", own: 20, hasSource: false),
      ]
    }
    let rows = try Self.rows(code(100), code(150))
    #expect(rows.map(\.function) == ["leaf", "middle", "top"])
    #expect(rows.first?.place == "/src/leaf.swift:3")
    #expect(rows.first?.growth == ProfileAmount(total: 50, count: 50))
    #expect(rows.last?.growth.total == 50)
    #expect(try Self.rows(code(100), code(100)).isEmpty)
  }

  @Test func growthBeginsInTheFunctionThatCallsMoreOften() throws {
    func code(_ count: Int) -> [Code] {
      [
        Code(name: "top", own: 10, calls: [("caller", 100 * count + count)]),
        Code(
          name: "caller", own: 0,
          calls: Array(repeating: (name: "leaf", instructions: 100), count: count)),
        Code(name: "leaf", own: 100 * count),
      ]
    }
    #expect(try Self.rows(code(2), code(3)).first?.function == "caller")
  }

  @Test func theLanguageIsChargedToItsCaller() throws {
    func code(_ own: Int) -> [Code] {
      [
        Code(name: "top", own: 10, calls: [("caller", own + 12)]),
        Code(name: "caller", own: 10, calls: [("outer", own + 1)]),
        Code(name: "outer", own: 0, calls: [("malloc", own)], hasSource: false),
        Code(name: "malloc", own: own, hasSource: false),
      ]
    }
    #expect(try Self.rows(code(100), code(200)).map(\.function) == ["caller", "top"])
  }

  // MARK: - Sites

  private static func sites(_ stacks: [(addresses: String, amount: String)]) throws
    -> AllocationSites
  {
    let text = stacks.map { "@ \($0.addresses)\n  t*: \($0.amount)\n" }.joined()
    var profile = try HeapProfile(
      parsing: "heap_v2/1\n\(text)MAPPED_LIBRARIES:\n1000-9000 r-xp 0 0 0  /no/tool\n",
      program: "/no/tool")
    profile.frames = SourceFrame.frames(
      in: """
        0x1001
        swift_allocObject
        ??:0
        0x2001
        inner
        /a.swift:7
        outer
        /a.swift:9
        0x3001
        mappressure_counted_part
        /s.c:1
        """)
    return AllocationSites(profile, isLive: false)
  }

  @Test func sitesAreTheInnermostFunctionsWithASource() throws {
    let base = try Self.sites([("0x1002 0x2002 0x3002", "0: 0 [2: 64]")])
    let head = try Self.sites([
      ("0x1002 0x2002 0x3002", "0: 0 [5: 160]"), ("0x1002 0x2002", "9: 9 [9: 999]"),
      ("0x1002 0x3002", "0: 0 [1: 16]"),
    ])
    let rows = head.rows(grownFrom: base)
    #expect(rows.map(\.function) == ["inner", "not known"])
    #expect(rows.map(\.caller) == ["outer", nil])
    #expect(rows.map(\.place) == ["/a.swift:7", nil])
    #expect(rows.first?.growth == ProfileAmount(total: 96, count: 3))
    #expect(base.rows(grownFrom: head).isEmpty)
  }

  // MARK: - Cases

  @Test func theWorstOfEachScenarioComesFirst() {
    func comparison(_ scenario: String, _ change: Double, worse: Bool = true) -> CaseComparison {
      CaseComparison(
        scenarioCase: Case(
          scenario: scenario, variant: "", size: Int(change * 1_000), strategy: "s"),
        status: .compared,
        metrics: [
          MetricVerdict(
            metric: .frameTime, outcome: worse ? .regression : .pass, method: .exact(.none),
            base: 1, head: 1 + change,
            effect: MetricVerdict.Effect(change: change, low: change, high: change))
        ])
    }
    let cases = [
      comparison("a", 0.1), comparison("a", 0.3), comparison("a", 0.2), comparison("b", 0.05),
      comparison("c", 0.9, worse: false),
    ]
    #expect(
      CauseSearch.selected(of: cases, kinds: [.functions]).map(\.scenarioCase.size) == [
        300, 50, 200,
      ])
    #expect(CauseSearch.selected(of: cases, kinds: [.allocations]).isEmpty)
  }

  @Test func whatIsReadIsWhatWasWritten() throws {
    var cause = RegressionCause(
      Case(scenario: "s", variant: "v", size: 1, strategy: "a"), kind: .liveMemory,
      metrics: ["peak-live-bytes"])
    cause.rows = [
      RegressionCause.Row(
        function: "f()", place: nil, caller: "g()", base: ProfileAmount(),
        head: ProfileAmount(total: 3, count: 1))
    ]
    cause.files = ["why/a/heap-live-memory.base"]
    var missing = RegressionCause(cause.scenarioCase, kind: .functions, metrics: ["frame-time"])
    missing.notAvailable = "valgrind is not installed"
    var results = ComparisonResults(
      kind: .programs, base: .init(name: "a", provenance: nil),
      head: .init(name: "b", provenance: nil), cases: [], command: "mappressure gate")
    results.causes = [cause, missing]
    let again = try ComparisonResults(json: try JSONEncoder().encode(results), path: "gate.json")
    #expect(again == results)
  }
}
