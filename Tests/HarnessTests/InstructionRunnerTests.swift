import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

/// Instructions counted in real workers, one after the other: a program is stripped once.
@Suite(.serialized) struct InstructionRunnerTests {
  /// Valgrind, where it can be used here at all.
  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  private static let valgrind = program("valgrind")
  private static let hasCallgrind = valgrind != nil && program("strip") != nil
  private static let whySkipped: Comment = "valgrind or strip is not installed"

  private static func program(_ name: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func scenario(_ strategy: String, frames: Int) -> SmallScenario {
    SmallScenario(frames: frames, strategies: [strategy])
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func prepare(_ strategy: String, frames: Int = 2) -> CasePreparation {
    let scenario = Self.scenario(strategy, frames: frames)
    return CasePreparation(
      scenario: ScenarioText(file: "small.yaml", text: scenario.text),
      scenarioCase: scenario.scenarioCase(strategy), seed: nil,
      folders: TrialFolders(own: folder.path, shared: folder.path))
  }

  /// Counts under callgrind, with further variables in the worker's environment.
  private func count(
    _ strategy: String, frames: Int = 2, environment: String = "", seconds: Double = 60,
    program: String = BuiltProduct.faultyStrategies
  ) async throws -> InstructionCount {
    var searchPath = Self.path
    if !environment.isEmpty, let valgrind = Self.valgrind {
      let bin = try folder.makeFolder("bin-\(UUID().uuidString)")
      let script = "\(bin)/valgrind"
      try Data("#!/bin/sh\n\(environment) exec \(valgrind) \"$@\"\n".utf8)
        .write(to: URL(fileURLWithPath: script))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
      searchPath = bin + ":" + Self.path
    }
    let runner = InstructionRunner(
      program: WorkerProgram(executable: program, arguments: ["worker"]),
      limits: WorkerLimits(seconds: seconds, memory: 1 << 30), searchPath: searchPath,
      usesHardware: false)
    return try await runner.count(prepare(strategy, frames: frames))
  }

  private func instructions(environment: String) async throws -> Double {
    let reading = try await count("changed", environment: environment)
    guard case .counted(let count, InstructionCount.callgrindSource) = reading else {
      throw UnexpectedAnswer(answer: "\(reading)")
    }
    return Double(count)
  }

  @Test(.enabled(if: hasCallgrind, whySkipped))
  func onePercentMoreWorkIsSeenAndAnotherEnvironmentIsNot() async throws {
    // The strategy itself reads its environment, so that a large one is work of its own.
    let padding = String(repeating: "x", count: 500)
    async let base = instructions(environment: "CHANGE=none")
    async let padded = instructions(environment: "CHANGE=none PADDING=\(padding)")
    async let more = instructions(environment: "CHANGE=work:1")
    let (first, second, head) = try await (base, padded, more)
    #expect(abs(second / first - 1) < 0.001)
    #expect(head / first - 1 > 0.005)
    #expect(head / first - 1 < 0.015)
  }

  @Test(.enabled(if: hasCallgrind, whySkipped))
  func whatBreaksAWorkerIsAStatus() async throws {
    async let traps = count("traps", frames: 6)
    async let loops = count("loops", frames: 6, seconds: 0.01)
    guard case .broken(.crashed(let ending, let words)) = try await traps else {
      Issue.record("a trap is no crash")
      return
    }
    #expect(ending.hasPrefix("SIG"))
    #expect(words.contains("the strategy's own last words"))
    #expect(!words.contains("=="), "valgrind's words are none of the strategy's")
    #expect(try await loops == .broken(.timedOut(seconds: 1)))
  }

  @Test(.enabled(if: hasCallgrind, whySkipped))
  func aProgramBuiltAnewIsStrippedAnew() async throws {
    // Two programs in turn at the same path; neither answers anything.
    let program = folder.file("program")
    for (name, code) in [("true", 0), ("false", 1)] {
      try? FileManager.default.removeItem(atPath: program)
      try FileManager.default.copyItem(atPath: "/bin/" + name, toPath: program)
      #expect(
        try await count("empty", program: program)
          == .broken(.crashed(ending: "exit code \(code)", standardError: "")))
    }
  }

  @Test func withoutValgrindThereIsAReason() async throws {
    let runner = InstructionRunner(
      program: WorkerProgram(executable: BuiltProduct.faultyStrategies, arguments: ["worker"]),
      limits: .standard, searchPath: "", usesHardware: false)
    let reading = try await runner.count(prepare("empty"))
    #expect(reading == .notAvailable(reason: "valgrind is not installed"))
  }

  @Test func withoutStripThereIsAReason() async throws {
    let script = folder.file("valgrind")
    try folder.write("#!/bin/sh\nexit 1\n", to: "valgrind")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
    // A program of its own, of which nobody has a copy yet.
    let program = folder.file("program")
    try folder.write("no program", to: "program")
    let runner = InstructionRunner(
      program: WorkerProgram(executable: program, arguments: ["worker"]), limits: .standard,
      searchPath: folder.path, usesHardware: false)
    guard case .notAvailable(let reason) = try await runner.count(prepare("empty")) else {
      Issue.record("there is a count")
      return
    }
    #expect(reason.contains("install binutils"))
  }

  @Test func hardwareCountsOrSaysWhyNot() async throws {
    let runner = InstructionRunner(
      program: WorkerProgram(executable: BuiltProduct.faultyStrategies, arguments: ["worker"]),
      limits: .standard, searchPath: "")
    let reading = try await runner.count(prepare("empty"))
    do throws(InstructionCounterUnavailable) {
      try InstructionCounter.checkAvailability()
    } catch {
      #expect(
        reading == .notAvailable(reason: "\(error.description); valgrind is not installed"))
      return
    }
    guard case .counted(let count, InstructionCount.hardwareSource) = reading else {
      Issue.record("\(reading)")
      return
    }
    #expect(count > 10_000)
  }
}
