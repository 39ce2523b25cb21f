import Foundation
import Harness
import Testing

/// The worker's side of counting.
@Suite struct InstructionWorkerTests {
  private struct Count: Decodable {
    let instructions: Int?
    let reason: String?
  }

  private let scenario = SmallScenario()

  private func counted(_ worker: WorkerConversation) throws -> Count {
    let answer = try worker.ask(#"{"count":{}}"#)
    let reply = try? JSONDecoder().decode([String: Count].self, from: Data(answer.utf8))
    guard let count = reply?["counted"] else { throw UnexpectedAnswer(answer: answer) }
    return count
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

  @Test func theMetersHaveNothingToReportOfWhatWasCounted() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "all-pins")
    _ = try counted(worker)
    #expect(try worker.ask(WorkerConversation.measurement).hasPrefix(#"{"failed""#))
  }
}
