import Harness
import ScenarioModel
import TestSupport
import Testing

/// The protocol as a coordinator in another language would speak it.
@Suite(.blocking) struct WorkerProtocolTests {
  private let small = SmallScenario(
    strategies: ["plain", "empty", "throws", "exits", "loops", "prints"])

  /// A request that the worker cannot fulfil does not end the conversation.
  @Test func answersEachRequest() throws {
    let worker = try WorkerConversation()
    #expect(try worker.answer() == #"{"hello":{"version":\#(WorkerProtocol.version)}}"#)
    for request in [
      WorkerConversation.measurement, #"{"step":{"count":1,"skipping":0}}"#,
      #"{"build":{"count":1}}"#, WorkerConversation.count,
    ] {
      #expect(try worker.ask(request).hasPrefix(#"{"failed":{"reason":"expected 'prepare' first"#))
    }
    #expect(
      try worker.ask(worker.prepareLine(small, "throws"))
        == #"{"failed":{"reason":"the strategy refused <b>loudly</b> | with a pipe"}}"#)
    let unknown = SmallScenario(strategies: ["no-such"])
    #expect(
      try worker.ask(worker.prepareLine(unknown, "no-such"))
        .contains("the family has no strategy 'no-such'"))
    #expect(try worker.ask(worker.prepareLine(small, "empty")).hasPrefix(#"{"prepared""#))
    #expect(
      try worker.ask(#"{"step":{"count":1,"skipping":13}}"#)
        == #"{"failed":{"reason":"expected frames within 0..<12, found 0..<13"}}"#)
    #expect(try worker.step(12).frames == 12)
    // Counts, or says why not.
    for _ in 0..<2 {
      let reply = try worker.countInstructions()
      #expect((reply.instructions == nil) != (reply.reason == nil))
      #expect(reply.reason?.isEmpty != true)
    }
    // The meters have nothing to report of what was counted.
    #expect(try worker.ask(WorkerConversation.measurement).hasPrefix(#"{"failed""#))
    let folder = try TemporaryFolder()
    let inspection = try worker.inspect(small, "plain", pictures: folder.path)
    #expect(inspection.values.contains { $0.name == "items-seen" && $0.value.number == 30 })
    let recording = try #require(inspection.recording)
    #expect(try folder.names() == (inspection.pictures.map(\.file) + [recording]).sorted())
    // Without a folder the values are the same, and nothing is written.
    let values = try worker.inspect(small, "plain")
    #expect(values.values == inspection.values && values.files == [])
    // A strategy that prints does not break the protocol.
    #expect(try worker.ask(worker.prepareLine(small, "prints")).hasPrefix(#"{"prepared""#))
    #expect(try worker.measure()["items-counted"] == 0)
    try worker.send(WorkerConversation.exit)
    let ending = worker.ending()
    #expect(ending.code == 0 && !ending.wasSignal)
    #expect(ending.errors.contains("result {\"values\":[]}"))
  }

  private static let noRequests = [
    "", "bogus", "replay 0 1", "{}", "[]", #"{"step":{}}"#, #"{"step":{"count":1}}"#,
    #"{"step":{"count":-1,"skipping":0}}"#, #"{"step":{"count":1,"skipping":-1}}"#,
    #"{"step":{"count":99999999999999999999,"skipping":0}}"#,
    #"{"step":{"count":10000001,"skipping":0}}"#, #"{"build":{"count":-1}}"#,
    #"{"build":{"count":"x"}}"#, #"{"prepare":{}}"#, #"{"prepare":{"case":[1"#,
    #"{"inspect":{"pictures":1}}"#, #"{"MEASURE":{}}"#, #"{"measure":{},"exit":{}}"#,
  ]

  @Test(arguments: noRequests) func whatIsNoRequestIsRefused(_ line: String) {
    #expect(throws: ProtocolError.self) { try WorkerRequest(line: line) }
  }

  private func expectEndWithAWord(on line: String) throws {
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

  /// With success while it waits for a request, by itself from an endless loop, and with a word on
  /// what is no request.
  @Test func endsWithItsInput() throws {
    try expectEndWithAWord(on: "bogus")
    let worker = try WorkerConversation()
    try worker.prepare(small, "empty")
    try worker.endInput()
    let ending = worker.ending()
    #expect(ending.code == 0 && !ending.wasSignal)
    let looping = try WorkerConversation()
    _ = try looping.answer()
    try looping.send(looping.prepareLine(small, "loops"))
    try looping.endInput()
    // Ended by itself: the test's own watchdog would have been a signal.
    let loopsEnding = looping.ending()
    #expect(loopsEnding.code == 130 && !loopsEnding.wasSignal)
  }
}
