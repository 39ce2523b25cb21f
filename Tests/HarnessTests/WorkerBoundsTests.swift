import Harness
import ScenarioModel
import Support
import TestSupport
import Testing

/// Answers of a program of another version: never a trap, and never an impossible number to compute
/// with.
@Suite struct WorkerBoundsTests {
  private static let hello = #"{"hello":{"version":\#(WorkerProtocol.version)}}"#

  /// Answers that an inspection must not give, and greetings that are none.
  private static let inspections: [[String]] = {
    let long = #"{"hello":{"version":"# + String(repeating: "9", count: 1_000_000)
    let files = [
      "../x.png", "/etc/passwd", "below/\u{308}x.png", ".png", "", "journal.jsonl", "answers.csv",
    ]
    let replies =
      [#"{"measured""#, #"{"prepared":{}}"#]
      + files.map { inspection(pictures: #"{"caption":"","file":"\#($0)","frame":0}"#) }
      + ["1e200", "1e999", "NaN"].map { inspection(values: #"{"name":"x","value":\#($0)}"#) }
    return [["nonsense"], ["hello 999"], [long]] + replies.map { [hello, $0] }
  }()

  /// Answers that a trial must not give.
  private static let trials: [[String]] = {
    let counts = ["-1", "1000000000000000000", "99999999999999999999"]
    let replies = [
      "nonsense", #"{"stepped":{"steps":{"frames":12,"builds":0,"frameTime":1,"buildTime":0}}}"#,
      #"{"measured":{"trial":{"values":[],"waiting":2}}}"#,
      #"{"measured":{"trial":{"values":[{"name":"allocations","value":{"value":-1e300}}]}}}"#,
    ]
    return [[hello, hello]] + counts.map { [hello, prepared(frames: $0)] }
      + replies.map { [hello, prepared(frames: "12"), $0] }
  }()

  private static func prepared(frames: String) -> String {
    #"{"prepared":{"case":{"frameCount":\#(frames),"framesAreIndependent":true}}}"#
  }

  private static func inspection(pictures: String = "", values: String = "") -> String {
    #"{"inspected":{"inspection":{"outcomes":[],"pictures":[\#(pictures)],"transcripts":[],"#
      + #""values":[\#(values)]}}}"#
  }

  /// Each is an error of the tool, and nothing is recorded.
  @Test func whatIsNoReplyIsRefused() async throws {
    let run = CoordinatorRun(
      scenario: SmallScenario(strategies: ["empty"], trials: 1), program: .script("exit 1"))
    for lines in Self.inspections { try await expectRefusal(of: lines, run) }
    // The inspection is on record, so that the first conversation is a measured trial's.
    let folder = try TemporaryFolder()
    let records = try await run.run(.fresh, in: folder.path).records
    let inspected = try TrialRecord(key: #require(records.first).key, status: .completed)
    let journal = JournalFile(folder: folder)
    try journal.replaceRecords(with: [JournalFile.line(inspected)])
    for lines in Self.trials { try await expectRefusal(of: lines, run, after: journal.text) }
  }

  private func expectRefusal(
    of lines: [String], _ run: CoordinatorRun, after journal: String? = nil
  ) async throws {
    let (folder, texts) = (try TemporaryFolder(), try TemporaryFolder())
    defer { withExtendedLifetime(texts) {} }
    try texts.write(lines.map { $0 + "\n" }.joined(), to: "lines")
    var run = run
    // It says its lines, whatever it is asked.
    run.program = .script("cat '\(texts.file("lines"))'; cat > /dev/null")
    if let journal { try JournalFile(folder: folder).replace(with: journal) }
    let error = await run.refusal(journal == nil ? .fresh : .resume, in: folder.path)
    guard case .otherProtocol(let found) = error else { throw OtherCase(error) }
    #expect(found.count <= 200)
    if lines == ["hello 999"] { #expect(found == "hello 999") }
    #expect(try JournalFile(folder: folder).records.count == (journal == nil ? 0 : 1))
  }

  @Test(
    "what steps may not answer",
    arguments: ["frames", "builds", "frameTime", "frameWait", "buildTime", "buildWait"],
    ["-5", "9223372036854775807"])
  func steps(_ field: String, _ value: String) throws {
    var fields = [
      "frames": "1", "builds": "1", "frameTime": "1", "frameWait": "1", "buildTime": "1",
      "buildWait": "1",
    ]
    fields[field] = value
    let steps = fields.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
    #expect(throws: ProtocolError.self) {
      try WorkerReply(line: #"{"stepped":{"steps":{\#(steps)}}}"#)
    }
  }

  @Test func aReasonIsKeptAsFarAsItIsWorthReading() throws {
    let reason = String(repeating: "r", count: 1_000_000)
    let reply = try WorkerReply(line: #"{"failed":{"reason":"\#(reason)"}}"#)
    guard case .failed(let kept) = reply else { throw OtherCase("no failure") }
    #expect(kept.count == 4_000)
  }

  /// Costs at the protocol's bounds are planned and drawn from like others.
  @Test(arguments: [(true, 1), (false, 1), (false, 16)])
  func costsThatAreMadeUpArePlanned(independent: Bool, looked: Int) throws {
    let year: Int64 = 31_536_000_000_000_000
    let most = 100_000
    for (cost, count) in [(year, most), (1, most), (year, 1)] {
      let costs = SliceCosts(
        start: year, frameCount: count, framesAreIndependent: independent, build: year,
        frames: Array(repeating: cost, count: cost == year ? 1 : looked))
      let builds = try #require(SlicePlan.builds(base: costs, head: costs))
      #expect(builds.cost > 0)
      let plan = try #require(SlicePlan.frames(costs))
      #expect(plan.cost > 0)
      var generator = SplitMix64(seed: 1)
      let slices = plan.drawn(using: &generator)
      let record = PairRecord.Part(
        plan: plan, slices: slices, base: slices.map { _ in year }, head: slices.map { _ in 1 })
      for revision in Revision.allCases {
        #expect(record.extrapolated(revision).allSatisfy { $0 > 0 })
        #expect(record.meanTime(revision).isFinite)
      }
    }
  }
}
