import Gate
import Harness
import Platform
import ScenarioModel
import Simulation
import TestSupport
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

  /// In the head, another function of the same source calls the leaf: nothing begins there.
  @Test func aCallThatAnotherFunctionMakesIsNoGrowth() throws {
    func code(_ caller: String, own: Int) -> [Code] {
      [
        Code(name: "top", own: 10, calls: [(caller, 5_001), ("slow", own)]),
        Code(name: caller, own: 0, calls: [("leaf", 5_000)]),
        Code(name: "leaf", own: 5_000), Code(name: "slow", own: own),
      ]
    }
    let rows = try Self.rows(code("closure", own: 50), code("init", own: 90))
    #expect(rows.first?.function == "slow", "\(rows)")
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

  /// A function with a cost for each line, of itself and of what it calls.
  private static func costs(
    lines: [(line: Int, own: Int, called: Int)]
  ) throws -> SourceCosts {
    var text = "ob=/tool\nfn=mappressure_counted_part\n0x10 1\nfn=show\n"
    var places = ""
    for (index, line) in lines.enumerated() {
      let address = "0x" + String(0x100 + index, radix: 16)
      text += "\(address) \(line.own)\n"
      if line.called > 0 { text += "cfn=malloc\ncalls=1 0x0\n\(address) \(line.called)\n" }
      places += "\(address)\nshow\n/src/show.swift:\(line.line)\n"
    }
    var profile = try CallgrindProfile(parsing: text)
    profile.frames = SourceFrame.frames(in: places)
    return SourceCosts(profile)
  }

  /// The line that grew is named, not the most expensive one. A new line moves those below it.
  @Test(arguments: [
    // A loop before the most expensive call, four lines long.
    ([(1, 10, 0), (6, 300, 0), (7, 5, 0), (9, 20, 5_000)], "6"),
    // A line that does more than before.
    ([(1, 410, 0), (5, 20, 5_000)], "1"),
    // A call that does.
    ([(1, 10, 0), (5, 20, 5_600)], "5"),
    // A line that calls what was not called.
    ([(1, 10, 0), (2, 12, 400), (6, 20, 5_000)], "2"),
  ])
  func thePlaceIsTheLineThatGrew(head: [(Int, Int, Int)], line: String) throws {
    let base = try Self.costs(lines: [(1, 10, 0), (5, 20, 5_000)])
    let rows = try Self.costs(lines: head.map { ($0.0, $0.1, $0.2) }).rows(grownFrom: base)
    #expect(rows.first?.place == "/src/show.swift:\(line)")
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

  /// The optimizer puts a function into another one: the same blocks have another site.
  @Test func aSiteThatMovedDidNotGrow() throws {
    let base = try Self.sites([("0x1002 0x3002", "0: 0 [5: 160]")])
    let head = try Self.sites([("0x1002 0x2002 0x3002", "0: 0 [5: 160]")])
    #expect(head.rows(grownFrom: base).isEmpty)
    let more = try Self.sites([("0x1002 0x2002 0x3002", "0: 0 [6: 192]")])
    #expect(more.rows(grownFrom: base).map(\.function) == ["inner"])
  }

  // MARK: - Records

  private static func records(
    _ steps: [[Double?]], views: [(x: Int, count: Int, frames: Range<Int>)] = [],
    spans: [(Timeline.Track, String, Int64)] = [], entries: [String] = []
  ) -> CaseRecords {
    var map = MapRecording(viewport: [390, 844], refresh: 60, markerSize: 30)
    for view in views {
      map.views.x.numbers.append(view.x)
      map.views.y.numbers.append(MapRecording.world / 2)
      map.views.count.numbers.append(view.count)
      map.views.first.numbers.append(view.frames.lowerBound)
      map.views.end.numbers.append(view.frames.upperBound)
    }
    var timeline = Timeline()
    for (track, name, start) in spans {
      if let span = timeline.begin(track, name, at: start) { timeline.end(span, at: start + 5) }
    }
    return CaseRecords(
      metrics: ["removed", "added"], steps: steps,
      recording: ReplayRecording(map: map, timeline: timeline),
      transcripts: [
        Transcript(
          title: "a use", entries: entries.enumerated().map { .init(time: Int64($0), text: $1) })
      ])
  }

  @Test func theFirstDifferenceOfEachRecordIsNamed() {
    let middle = MapRecording.world / 2
    let base = Self.records(
      [[0, 9], [0, nil], [1, 3]],
      views: [(middle, 1, 0..<3), (middle / 2, 3, 1..<3), (9, 2, 0..<2), (9, 2, 2..<3)],
      spans: [(.main, "update", 1), (.network, "search", 2), (.main, "update", 9)],
      entries: ["opens", "types", "sees 10 rows"])
    let head = Self.records(
      [[0, 9], [5, nil], [1, 3], [1, 4]],
      views: [(middle / 2, 2, 1..<3), (middle, 1, 0..<3), (9, 2, 0..<3)],
      spans: [(.main, "update", 1), (.main, "update", 4), (.network, "search", 2)],
      entries: ["opens", "types", "sees 9 rows"])
    #expect(
      RecordDifference.all(base, head) == [
        RecordDifference("removed", frame: 1, base: "0", head: "5"),
        RecordDifference("added", frame: 3, base: nil, head: "4"),
        RecordDifference(
          "views on the map", frame: 1, base: "3 pins at 0, -90", head: "2 pins at 0, -90"),
        RecordDifference(
          "main", time: 4, base: "update at 9e-09 s, until 1.4e-08 s",
          head: "update at 4e-09 s, until 9e-09 s"),
        RecordDifference("a use", time: 2, base: "sees 10 rows", head: "sees 9 rows"),
      ])
    #expect(RecordDifference.all(base, base).isEmpty)
  }

  /// One pin of ten thousand that is never shown.
  @Test func aLostPinIsNamedByItsPlace() {
    let base = Self.records([], views: [(MapRecording.world / 2, 1, 0..<9), (7, 1, 4..<9)])
    let head = Self.records([], views: [(7, 1, 4..<9)])
    #expect(
      RecordDifference.all(base, head) == [
        RecordDifference("views on the map", frame: 0, base: "1 pin at 0, 0", head: nil)
      ])
    #expect(
      RecordDifference.all(head, base).first
        == RecordDifference("views on the map", frame: 0, base: nil, head: "1 pin at 0, 0"))
  }

  // MARK: - Cases

  @Test func theWorstOfEachScenarioComesFirst() {
    func comparison(_ scenario: String, _ change: Double, worse: Bool = true) -> CaseComparison {
      .compared(
        [
          MetricVerdict(
            metric: .frameTime, outcome: worse ? .regression : .pass, method: .exact(.none),
            base: 1, head: 1 + change,
            effect: MetricVerdict.Effect(change: change, low: change, high: change))
        ], of: .made("s", size: Int(change * 1_000), scenario: scenario))
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
    var records = RegressionCause(cause.scenarioCase, kind: .records, metrics: ["removed"])
    records.differences = [
      RecordDifference("removed", frame: 3, base: "1", head: nil),
      RecordDifference("main", time: 5, base: nil, head: "update"),
    ]
    records.frameLabel = "one frame of the screen"
    var results = ComparisonResults.made([], kind: .programs)
    results.causes = [cause, missing, records]
    #expect(try results.readAgain() == results)
  }
}
