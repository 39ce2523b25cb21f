import Answers
import Documents
import Harness
import Reporting
import ScenarioModel
import Support
import Synchronization

/// An analysis of the answers of scenarios: the draws behind each of them, and what moves it alone.
///
/// Each command that prints an answer takes its draws from here.
struct AnalysisRun: Sendable {
  /// The limits of a process, which analyses replays many times.
  let limits: WorkerLimits
  /// The results computed before; `nil` to compute everything.
  let kept: KeptEvaluations?
  let call: Invocation
  var options = SensitivityAnalysis.Options()
  /// The message for a user who interrupts the analysis.
  let interruptionMessage: String

  /// A scenario with the cases to analyse.
  struct Part: Sendable {
    let scenario: Scenario
    let cases: [Case]
  }

  /// The scenarios of a run with the cases that completed.
  static func parts(_ plan: Plan, completedIn run: RunResults) -> [Part] {
    plan.scenarios.compactMap { scenario in
      let completed = run[scenario: scenario.name]?.cases.filter { $0.status == .completed }
      let cases = (completed ?? []).map(\.scenarioCase)
      return cases.isEmpty || scenario.workload.profiles.count != 1
        ? nil : Part(scenario: scenario, cases: cases)
    }
  }

  /// The answers of a plan's scenarios as they are, a line each as soon as it is known: which
  /// strategy leads so far. A scenario with a case that does not complete has none. The caller
  /// handles interruptions.
  func leads(of plan: Plan, on display: ProgressDisplay) async throws {
    let names = plan.scenarios.map(\.name)
    let parts = plan.scenarios.filter { $0.workload.profiles.count == 1 }.map { scenario in
      Part(scenario: scenario, cases: plan.cases.filter { $0.scenario == scenario.name })
    }
    let progress = SharedProgress("replaying once", of: parts, on: display)
    _ = try await found(in: parts, didReplay: progress.show) {
      try await $0.nominalResults(on: $1)
    } completed: { _, results, _ in
      let line = (try? results.get()).flatMap {
        AdviceList.line($0, among: names, width: display.width)
      }
      if let line { display.print(line) }
    }
  }

  /// The draws behind the answers of a whole run, and nothing else; shows its progress.
  func draws(of run: RunResults, plan: Plan, isQuiet: Bool) async throws -> SensitivityResults? {
    var analysis = self
    analysis.options.seeds = 0
    analysis.options.alone = .nothing
    return try await analysis.results(
      of: Self.parts(plan, completedIn: run), in: run, isQuiet: isQuiet)
  }

  /// The draws of a run's answers; `nil` where there is no answer to analyse. Shows its progress.
  ///
  /// A scenario with a case that does not complete again is left out, and named.
  func results(
    of parts: [Part], in run: RunResults, isQuiet: Bool
  ) async throws -> SensitivityResults? {
    let answered = parts.filter { part in
      run[scenario: part.scenario.name]?.recommendations().contains { !$0.isUndecided } ?? false
    }
    guard !answered.isEmpty else { return nil }
    let display = ProgressDisplay(isQuiet: isQuiet, errors: call.errors)
    let clock = display.startClock()
    defer {
      clock?.cancel()
      display.end()
    }
    let subject = "how sure"
    display.show(
      "drawing other people and phones, to say how sure the answer is", isWorthALine: true)
    let progress = SharedProgress(subject, of: answered, on: display, people: options.people)
    let found = try await outcomes(of: answered, didReplay: progress.show) { _, _, _ in }
    var scenarios: [ScenarioSensitivity] = []
    for outcome in found {
      do {
        scenarios.append(try outcome.get())
      } catch let error as SensitivityError {
        call.errors.write("one answer was not analysed: \(error)\n")
      }
    }
    return scenarios.isEmpty
      ? nil
      : SensitivityResults(
        provenance: run.provenance, command: run.command, options: options, scenarios: scenarios)
  }

  /// Analyses scenarios.
  ///
  /// - Parameter completed: is called in the order of the scenarios, as soon as they are there, with
  ///   the seconds that each took.
  func outcomes(
    of parts: [Part], didReplay: @escaping @Sendable (Part, Double) -> Void = { _, _ in },
    completed: @escaping @Sendable (Part, Result<ScenarioSensitivity, any Error>, Double) -> Void
  ) async throws -> [Result<ScenarioSensitivity, any Error>] {
    try await call.interruption.cancelling {
      try await found(
        in: parts, didReplay: didReplay, perform: { try await $0.run(on: $1) },
        completed: completed)
    } orElse: {
      call.errors.write(interruptionMessage + "\n")
    }
  }

  /// Does something with scenarios, two at a time, so that no process waits for the last replays of the
  /// other one.
  private func found<Found: Sendable>(
    in parts: [Part], didReplay: @escaping @Sendable (Part, Double) -> Void = { _, _ in },
    perform: @escaping @Sendable (SensitivityAnalysis, EvaluationQueue) async throws -> Found,
    completed: @escaping @Sendable (Part, Result<Found, any Error>, Double) -> Void
  ) async throws -> [Result<Found, any Error>] {
    let pool = EvaluationPool(program: .itself(), limits: limits, kept: kept)
    return try await pool.open { queue in
      try await inOrder(parts, atATime: 2) { part in
        let start = SuspendingClock.now
        let analysis = SensitivityAnalysis(
          part.scenario, cases: part.cases, options: options, didReplay: { didReplay(part, $0) })
        let result: Result<Found, any Error>
        do {
          result = .success(try await perform(analysis, queue))
        } catch let error as SensitivityError {
          result = .failure(error)
        }
        return (part, result, (SuspendingClock.now - start) / .seconds(1))
      } completed: {
        didReplay($0.0, 1)
        completed($0.0, $0.1, $0.2)
      }.map(\.1)
    }
  }

  /// Does something with each value, a number of them at a time, and returns the results in the order
  /// of the values.
  private func inOrder<Value: Sendable, Result: Sendable>(
    _ values: [Value], atATime width: Int,
    perform: @escaping @Sendable (Value) async throws -> Result, completed: (Result) -> Void
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var (results, early): ([Result], [Int: Result]) = ([], [:])
      for (index, value) in values.enumerated().prefix(width) {
        group.addTask { (index, try await perform(value)) }
      }
      var next = min(width, values.count)
      while let (index, result) = try await group.next() {
        if next < values.count {
          group.addTask { [next] in (next, try await perform(values[next])) }
          next += 1
        }
        early[index] = result
        while let result = early.removeValue(forKey: results.count) {
          completed(result)
          results.append(result)
        }
      }
      return results
    }
  }
}

/// The progress of the analyses of several scenarios in one live line: how much of all cases is done.
private final class SharedProgress: Sendable {
  private let subject: String
  private let cases: [String: Int]
  private let people: Int?
  private let display: ProgressDisplay
  private let done = Mutex<[String: Double]>([:])

  /// - Parameter people: those of a single scenario whose draws these are; `nil` to count cases.
  init(
    _ subject: String, of parts: [AnalysisRun.Part], on display: ProgressDisplay,
    people: Int? = nil
  ) {
    self.subject = subject
    cases = Dictionary(parts.map { ($0.scenario.name, $0.cases.count) }) { first, _ in first }
    self.people = parts.count == 1 ? people : nil
    self.display = display
  }

  @Sendable func show(_ part: AnalysisRun.Part, _ share: Double) {
    let (name, all) = (part.scenario.name, cases.values.reduce(0, +))
    let ended = done.withLock { done -> Double in
      done[name] = max(done[name] ?? 0, share)
      return done.reduce(0) { $0 + $1.value * Double(cases[$1.key] ?? 0) } / Double(max(all, 1))
    }
    let (total, unit) = people.map { ($0, "people, at most") } ?? (all, "cases")
    display.show(
      "\(subject): \(Int(Double(total) * ended)) of \(NumberFormat.grouped(total)) \(unit)",
      done: ended)
  }
}
