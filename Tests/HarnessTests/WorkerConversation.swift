import Foundation
import Harness
import ScenarioModel
import TestSupport

/// A real worker process, spoken to line by line.
final class WorkerConversation {
  struct Silence: Error {}

  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  private let errors: String
  private let workspace: TemporaryFolder
  private var received = Data()

  /// Starts a worker, which is ended after ten minutes whatever it does.
  init(_ program: String = BuiltProduct.testWorker) throws {
    workspace = try TemporaryFolder()
    errors = workspace.file("errors.txt")
    try workspace.write("", to: "errors.txt")
    process.currentDirectoryURL = .stable
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["worker", "--memory-limit", "2000000000"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    let identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + 600) { [weak process] in
      if process?.isRunning == true { kill(identifier, SIGKILL) }
    }
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  func send(_ line: String) throws {
    try requests.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The next line of the worker; throws where it has ended.
  func answer() throws -> String {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received = Data(received[(end + 1)...])
        return line
      }
      let more = answers.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Silence() }
      received += more
    }
  }

  func ask(_ line: String) throws -> String {
    try send(line)
    return try answer()
  }

  /// Reads the greeting and prepares a case.
  func prepare(_ scenario: SmallScenario, _ strategy: String, seed: UInt64? = nil) throws {
    _ = try answer()
    try prepareAgain(scenario, strategy, seed: seed)
  }

  /// Prepares another case, or the same one again.
  func prepareAgain(_ scenario: SmallScenario, _ strategy: String, seed: UInt64? = nil) throws {
    let answer = try ask(prepareLine(scenario, strategy, seed: seed))
    let prepared =
      #"{"prepared":{"case":{"frameCount":\#(scenario.frames),"framesAreIndependent":true}}}"#
    guard answer == prepared else { throw OtherCase(answer) }
  }

  func prepareLine(
    _ scenario: SmallScenario, _ strategy: String, seed: UInt64? = nil
  ) throws -> String {
    #"{"prepare":{"case":\#(try Self.json(preparation(scenario, strategy, seed: seed)))}}"#
  }

  func inspect(
    _ scenario: SmallScenario, _ strategy: String, pictures: String? = nil
  ) throws -> Inspection {
    var preparation = preparation(scenario, strategy, seed: nil)
    preparation.isInspectedForValues = pictures == nil ? true : nil
    let folder = pictures ?? workspace.path
    let request = #"{"inspect":{"case":\#(try Self.json(preparation)),"pictures":"\#(folder)"}}"#
    let reply: InspectionReply = try ask(request, for: "inspected")
    return reply.inspection
  }

  private struct InspectionReply: Decodable {
    let inspection: Inspection
  }

  private func preparation(
    _ scenario: SmallScenario, _ strategy: String, seed: UInt64?
  ) -> CasePreparation {
    CasePreparation(
      scenario: ScenarioText(file: "small.yaml", text: scenario.text),
      scenarioCase: scenario.scenarioCase(strategy),
      seed: seed, folders: TrialFolders(own: workspace.path, shared: workspace.path))
  }

  /// The values of a measured replay.
  func measure() throws -> [String: Double] {
    let reply: TrialMeasurement = try ask(Self.measurement, for: "measured", "trial")
    return Dictionary(
      uniqueKeysWithValues: reply.values.compactMap { value in
        value.value.number.map { (value.name, $0) }
      })
  }

  /// The time of some steps.
  func step(_ count: Int, after skipped: Int = 0) throws -> TimedSteps {
    try ask(#"{"step":{"count":\#(count),"skipping":\#(skipped)}}"#, for: "stepped", "steps")
  }

  func build(_ count: Int) throws -> TimedSteps {
    try ask(#"{"build":{"count":\#(count)}}"#, for: "stepped", "steps")
  }

  /// Counts the instructions of a whole replay.
  func countInstructions() throws -> InstructionReply {
    try ask(Self.count, for: "counted")
  }

  struct InstructionReply: Decodable {
    let instructions: Int?
    let reason: String?
  }

  static let measurement = #"{"measure":{}}"#
  static let count = #"{"count":{}}"#
  static let exit = #"{"exit":{}}"#

  /// Sends a request, and decodes the payload of its reply.
  func ask<Payload: Decodable>(
    _ line: String, for name: String, _ label: String
  ) throws -> Payload {
    let fields: [String: Payload] = try ask(line, for: name)
    guard let payload = fields[label] else { throw OtherCase(fields) }
    return payload
  }

  private func ask<Reply: Decodable>(_ line: String, for name: String) throws -> Reply {
    let answer = try ask(line)
    let replies = try? JSONDecoder().decode([String: Reply].self, from: Data(answer.utf8))
    guard let reply = replies?[name] else { throw OtherCase(answer) }
    return reply
  }

  /// Closes the worker's input.
  func endInput() throws { try requests.fileHandleForWriting.close() }

  /// Waits for the end of the process.
  func ending() -> (code: Int32, wasSignal: Bool, errors: String) {
    process.waitUntilExit()
    let text = FileManager.default.contents(atPath: errors) ?? Data()
    return (
      process.terminationStatus, process.terminationReason == .uncaughtSignal,
      String(decoding: text, as: UTF8.self)
    )
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}
