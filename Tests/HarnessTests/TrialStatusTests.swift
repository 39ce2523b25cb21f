import Foundation
import Harness
import ScenarioModel
import Testing

@Suite struct TrialStatusTests {
  private static let all: [TrialStatus] = [
    .completed, .failed(reason: "a reason\nin two lines"),
    .crashed(ending: "signaled(4)", standardError: "Fatal error"),
    .crashed(ending: "exited(0)", standardError: ""),
    .timedOut(seconds: 2.5), .outOfMemory(limit: 300_000_000),
    .skipped(because: "trial 1 crashed"),
  ]

  @Test func everyStatusHasAWordOfItsOwn() {
    #expect(
      Self.all.map(\.identifier) == [
        "ok", "failed", "crashed", "crashed", "timed-out", "out-of-memory", "skipped",
      ])
  }

  @Test func onlyACompletedTrialIsCompleted() {
    #expect(Self.all.filter(\.isCompleted) == [.completed])
  }

  @Test(arguments: all) func survivesCoding(_ status: TrialStatus) throws {
    let data = try JSONEncoder().encode(status)
    #expect(try JSONDecoder().decode(TrialStatus.self, from: data) == status)
  }

  @Test func describesWhatHappened() {
    #expect(Self.all[1].description == "failed: a reason\nin two lines")
    #expect(Self.all[2].description == "crashed: signaled(4): Fatal error")
    #expect(Self.all[3].description == "crashed: exited(0)")
    #expect(TrialStatus.timedOut(seconds: 2).description == "timed out after 2 s")
    #expect(Self.all[4].description == "timed out after 2.5 s")
    #expect(
      TrialStatus.outOfMemory(limit: 256 << 20).description == "out of memory: more than 256 MiB")
    #expect(Self.all[6].description == "skipped: trial 1 crashed")
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
