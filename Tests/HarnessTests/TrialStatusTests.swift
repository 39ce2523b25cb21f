import Foundation
import Harness
import ScenarioModel
import Testing

@Suite struct TrialStatusTests {
  @Test(
    arguments: [
      (.completed, "ok", nil),
      (.failed(reason: "a reason\nin two lines"), "failed", "failed: a reason\nin two lines"),
      (
        .crashed(ending: "signaled(4)", standardError: "Fatal error"), "crashed",
        "crashed: signaled(4): Fatal error"
      ),
      (.crashed(ending: "exited(0)", standardError: ""), "crashed", "crashed: exited(0)"),
      (.timedOut(seconds: 2), "timed-out", "timed out after 2 s"),
      (.timedOut(seconds: 2.5), "timed-out", "timed out after 2.5 s"),
      (.outOfMemory(limit: 256 << 20), "out-of-memory", "out of memory: more than 256 MiB"),
      (.outOfMemory(limit: 300_000_000), "out-of-memory", nil),
      (.skipped(because: "trial 1 crashed"), "skipped", "skipped: trial 1 crashed"),
    ] as [(TrialStatus, String, String?)])
  func aStatusHasItsWordsAndSurvivesCoding(
    status: TrialStatus, identifier: String, description: String?
  ) throws {
    #expect(status.identifier == identifier)
    #expect(status.isCompleted == (status == .completed))
    if let description { #expect(status.description == description) }
    let data = try JSONEncoder().encode(status)
    #expect(try JSONDecoder().decode(TrialStatus.self, from: data) == status)
  }

  @Test func describesALimitThatNoIntegerHolds() {
    #expect(TrialStatus.timedOut(seconds: 1e300).description.hasPrefix("timed out after 1"))
  }

  @Test(arguments: [TrialKind.inspection, .measurement(1), .measurement(1_000)])
  func aKindSurvivesCoding(_ kind: TrialKind) throws {
    let data = try JSONEncoder().encode([kind])
    #expect(try JSONDecoder().decode([TrialKind].self, from: data) == [kind])
  }

  @Test func aRecordSurvivesCoding() throws {
    let record = TrialRecord(
      key: TrialKey(
        scenarioCase: Case(scenario: "s|\"\n", variant: "v", size: 3, strategy: "é"),
        kind: .measurement(2)),
      status: .completed,
      values: [
        NamedValue(.frameTimeP50, 123.456_789_012_345_67), NamedValue(.allocations, 1 << 53),
        NamedValue("absent", .notAvailable(reason: "why")),
      ],
      pictures: [Inspection.Picture(file: "a.png", frame: 3, caption: "c")])
    let data = try JSONEncoder().encode(record)
    #expect(try JSONDecoder().decode(TrialRecord.self, from: data) == record)
  }

  @Test func namesATrialInOneLine() {
    let key = TrialKey(
      scenarioCase: Case(scenario: "s", variant: "v", size: 3, strategy: "t"),
      kind: .measurement(2))
    #expect(key.description == "s [v] 3 t trial 2")
  }
}
