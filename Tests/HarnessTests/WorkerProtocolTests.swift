import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

/// The protocol as a coordinator in another language would speak it.
@Suite struct WorkerProtocolTests {
  private let small = SmallScenario(
    strategies: ["all-pins", "empty", "throws", "exits", "loops", "prints"])

  @Test func greetsWithItsVersion() throws {
    let worker = try WorkerConversation()
    #expect(try worker.answer() == #"{"hello":{"version":\#(WorkerProtocol.version)}}"#)
  }

  @Test func aTrialIsOneConversation() throws {
    let worker = try WorkerConversation()
    try worker.prepare(small, "all-pins")
    #expect(try worker.measure()["annotations-inserted"] == 30)
    try worker.send(WorkerConversation.exit)
    let ending = worker.ending()
    #expect(ending.code == 0 && !ending.wasSignal)
    #expect(ending.errors == "")
  }

  @Test func inspectsIntoTheFolderOfPictures() throws {
    let folder = try TemporaryFolder()
    let worker = try WorkerConversation()
    _ = try worker.answer()
    let inspection: Inspection = try worker.ask(
      worker.inspectLine(small, "all-pins", pictures: folder.path), for: "inspected", "inspection")
    #expect(inspection.values.contains { $0.name == "pin-coverage" && $0.value.number == 1 })
    let recording = try #require(inspection.recording)
    #expect(try folder.names() == (inspection.pictures.map(\.file) + [recording]).sorted())
    let picture = try #require(try folder.names().first)
    let data = try #require(FileManager.default.contents(atPath: folder.file(picture)))
    #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test(arguments: [
    WorkerConversation.measurement, #"{"step":{"count":1,"skipping":0}}"#,
    #"{"build":{"count":1}}"#, #"{"count":{}}"#,
  ])
  func refusesToWorkBeforeItIsPrepared(_ request: String) throws {
    let worker = try WorkerConversation()
    _ = try worker.answer()
    #expect(
      try worker.ask(request).hasPrefix(#"{"failed":{"reason":"expected 'prepare' first"#))
    // And continues.
    #expect(try worker.ask(worker.prepareLine(small, "empty")).hasPrefix(#"{"prepared""#))
  }

  @Test func refusesFramesThatItDoesNotHave() throws {
    let worker = try WorkerConversation()
    try worker.prepare(small, "empty")
    #expect(
      try worker.ask(#"{"step":{"count":1,"skipping":13}}"#)
        == #"{"failed":{"reason":"expected frames within 0..<12, found 0..<13"}}"#)
    #expect(try worker.step(12).frames == 12)
  }

  @Test(arguments: [
    "", "bogus", "replay 0 1", "{}", "[]", #"{"step":{}}"#, #"{"step":{"count":1}}"#,
    #"{"step":{"count":-1,"skipping":0}}"#, #"{"step":{"count":1,"skipping":-1}}"#,
    #"{"step":{"count":99999999999999999999,"skipping":0}}"#,
    #"{"step":{"count":10000001,"skipping":0}}"#, #"{"build":{"count":-1}}"#,
    #"{"build":{"count":"x"}}"#, #"{"prepare":{}}"#, #"{"prepare":{"case":[1"#,
    #"{"inspect":{"pictures":1}}"#, #"{"MEASURE":{}}"#, #"{"measure":{},"exit":{}}"#,
  ])
  func endsWithAWordOnWhatIsNoRequest(_ line: String) throws {
    let worker = try WorkerConversation()
    try worker.prepare(small, "empty")
    try worker.send(line)
    try worker.endInput()
    #expect(throws: WorkerConversation.Silence.self) { try worker.answer() }
    let ending = worker.ending()
    #expect(ending.code == 1 && !ending.wasSignal)
    #expect(ending.errors.hasPrefix("mappressure: "))
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test func saysWhyAStrategyThrew() throws {
    let worker = try WorkerConversation()
    _ = try worker.answer()
    let answer = try worker.ask(worker.prepareLine(small, "throws"))
    #expect(answer == #"{"failed":{"reason":"the strategy refused <b>loudly</b> | with a pipe"}}"#)
  }

  @Test func saysWhatIsWrongWithAScenario() throws {
    let worker = try WorkerConversation()
    _ = try worker.answer()
    let answer = try worker.ask(
      worker.prepareLine(SmallScenario(strategies: ["no-such"]), "no-such"))
    #expect(answer.contains("the family has no strategy 'no-such'"))
  }

  @Test func aStrategyThatPrintsDoesNotBreakTheProtocol() throws {
    let worker = try WorkerConversation()
    try worker.prepare(small, "prints")
    #expect(try worker.measure()["annotations-inserted"] == 0)
    try worker.send(WorkerConversation.exit)
    #expect(worker.ending().errors.contains("result {\"values\":[]}"))
  }

  @Test func endsWithItsInput() throws {
    let worker = try WorkerConversation()
    try worker.prepare(small, "empty")
    try worker.endInput()
    let ending = worker.ending()
    #expect(ending.code == 0 && !ending.wasSignal)
  }

  @Test func anEndlessLoopEndsWithTheInput() throws {
    let worker = try WorkerConversation()
    _ = try worker.answer()
    try worker.send(worker.prepareLine(small, "loops"))
    try worker.endInput()
    // Ended by itself: the test's own watchdog would have been a signal.
    let ending = worker.ending()
    #expect(ending.code == 130 && !ending.wasSignal)
  }
}
