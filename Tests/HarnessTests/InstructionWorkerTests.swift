import Foundation
import Harness
import Testing

/// The worker's side of counting.
@Suite struct InstructionWorkerTests {
  private let scenario = SmallScenario()

  private func counted(_ worker: WorkerConversation) throws -> CountedReply {
    let answer = try worker.ask("count")
    guard answer.hasPrefix("counted ") else { throw UnexpectedAnswer(answer: answer) }
    return try JSONDecoder().decode(
      CountedReply.self, from: Data(answer.dropFirst("counted ".count).utf8))
  }

  @Test func countsOrSaysWhyNotAndNeverBoth() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "all-pins")
    for _ in 0..<2 {
      let reply = try counted(worker)
      #expect((reply.instructions == nil) != (reply.reason == nil))
      #expect(reply.reason?.isEmpty != true)
    }
  }

  @Test func thereIsNothingToCountBeforeItIsPrepared() throws {
    let worker = try WorkerConversation()
    _ = try worker.answer()
    #expect(try worker.ask("count").contains("expected 'prepare' first"))
  }

  @Test func theMetersHaveNothingToReportOfWhatWasCounted() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "all-pins")
    _ = try counted(worker)
    #expect(try worker.ask("report").hasPrefix("failed "))
  }
}
