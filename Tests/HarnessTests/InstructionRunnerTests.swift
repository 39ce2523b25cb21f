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

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Counts a case: under callgrind, unless the hardware may count.
  private func count(
    _ strategy: String, frames: Int = 2, seconds: Double = 60, searchPath: String = path,
    program: WorkerProgram = .test, usesHardware: Bool = false
  ) async throws -> InstructionCount {
    let scenario = SmallScenario(frames: frames, strategies: [strategy])
    return try await InstructionRunner(
      program: program, limits: WorkerLimits(seconds: seconds, memory: 1 << 30),
      searchPath: searchPath, usesHardware: usesHardware
    ).count(
      CasePreparation(
        scenario: ScenarioText(file: "small.yaml", text: scenario.text),
        scenarioCase: scenario.scenarioCase(strategy), seed: nil,
        folders: TrialFolders(own: folder.path, shared: folder.path)))
  }

  private func instructions(_ strategy: String, searchPath: String = path) async throws -> Double {
    let reading = try await count(strategy, searchPath: searchPath)
    guard case .counted(let count, InstructionCount.callgrindSource) = reading else {
      throw OtherCase(reading)
    }
    return Double(count)
  }

  @Test(.exhaustive, .enabled(if: hasCallgrind, whySkipped))
  func onePercentMoreWorkIsSeen() async throws {
    async let base = instructions("works")
    async let more = instructions("works-more")
    let change = try await more / base - 1
    #expect((0.005...0.015).contains(change))
  }

  @Test(.exhaustive, .enabled(if: hasCallgrind, whySkipped))
  func anotherEnvironmentIsNotSeen() async throws {
    let bin = try folder.makeFolder("bin")
    try folder.writeProgram(
      "bin/valgrind",
      "PADDING=\(String(repeating: "x", count: 500)) exec \(Self.valgrind ?? "") \"$@\"")
    async let base = instructions("works")
    async let padded = instructions("works", searchPath: bin + ":" + Self.path)
    let change = try await padded / base - 1
    #expect(abs(change) < 0.001)
  }

  @Test(.exhaustive, .enabled(if: hasCallgrind, whySkipped))
  func whatBreaksAWorkerIsAStatus() async throws {
    async let traps = count("traps", frames: 6)
    // Callgrind has a hundred times as long.
    async let loops = count("loops", frames: 6, seconds: 0.002)
    let trapped = try await traps
    guard case .broken(.crashed(let ending, let words)) = trapped else { throw OtherCase(trapped) }
    #expect(ending.hasPrefix("SIG"))
    #expect(words.contains("the strategy's own final message"))
    #expect(!words.contains("=="), "valgrind's words are none of the strategy's")
    #expect(try await loops == .broken(.timedOut(seconds: 0.2)))
  }

  @Test(.exhaustive, .enabled(if: hasCallgrind, whySkipped))
  func aRebuiltProgramIsStrippedAgain() async throws {
    // Two programs in turn at the same path; neither answers anything.
    let program = folder.file("program")
    for (name, code) in [("true", 0), ("false", 1)] {
      try? FileManager.default.removeItem(atPath: program)
      try FileManager.default.copyItem(atPath: "/bin/" + name, toPath: program)
      #expect(
        try await count("empty", program: .worker(at: program))
          == .broken(.crashed(ending: "exit code \(code)", standardError: "")))
    }
  }

  @Test func withoutValgrindThereIsAReason() async throws {
    let reading = try await count("empty", searchPath: "")
    #expect(reading == .notAvailable(reason: "valgrind is not installed"))
  }

  @Test func withoutStripThereIsAReason() async throws {
    try folder.writeProgram("valgrind", "exit 1")
    // A new program, which has no stripped copy yet.
    let program = try folder.write("no program", to: "program")
    let reading = try await count("empty", searchPath: folder.path, program: .worker(at: program))
    guard case .notAvailable(let reason) = reading else { throw OtherCase(reading) }
    #expect(reason.contains("install binutils"))
  }

  @Test func hardwareCountsOrSaysWhyNot() async throws {
    let reading = try await count("works", searchPath: "", usesHardware: true)
    do throws(InstructionCounterUnavailable) {
      try InstructionCounter.checkAvailability()
    } catch {
      #expect(reading == .notAvailable(reason: "\(error.description); valgrind is not installed"))
      return
    }
    guard case .counted(let count, InstructionCount.hardwareSource) = reading
    else { throw OtherCase(reading) }
    #expect(count > 10_000)
  }
}
