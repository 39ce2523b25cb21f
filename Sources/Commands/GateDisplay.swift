import Harness
import RegressionGate
import Reporting
import Support
import Synchronization
import Verdicts

/// Shows how a comparison of two programs proceeds.
struct GateDisplay: Sendable {
  private let isQuiet: Bool
  private let trials: ProgressDisplay

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    trials = ProgressDisplay(isQuiet: isQuiet)
  }

  func show(_ event: BaseBuild.Event) {
    switch event {
    case .cached(let commit): say("the base, \(commit.prefix(12)), is built already")
    case .building(let commit, let log):
      say("building the base, \(commit.prefix(12)): minutes the first time; log: \(log)")
    }
  }

  func show(_ event: ProgramComparisonEvent) {
    switch event {
    case .trials(let arm, let event):
      if case .began = event { say("counting: the \(arm.rawValue)") }
      trials.show(event)
      if case .finished(_, let done, let total, _) = event, done == total { trials.end() }
    case .compared(let comparison): announce(comparison)
    case .timing(let cases, let seconds):
      guard cases > 0 else { return }
      say(
        "timing \(cases) case\(cases == 1 ? "" : "s"): about \(Self.duration(seconds)), and more where something looks "
          + "worse")
    case .known: break
    case .timed(let event): show(event)
    case .counting(let scenarioCase, let number, let count):
      say("counting instructions [\(number)/\(count)] \(scenarioCase)")
    }
  }

  private func show(_ event: TimedGateEvent) {
    switch event {
    case .started: break
    case .decided(let result, let number, let count):
      let comparison = result.comparison
      say(
        "timing [\(number)/\(count)] \(comparison.scenarioCase): \(words(result)) "
          + "(\(result.pairs) pairs, \(Self.seconds(result.seconds)))")
    case .confirming(let scenarioCase, let metric, let pairs):
      say("confirming \(scenarioCase): \(metric.name) in \(pairs) fresh pairs")
    case .confirmed(let result):
      say("after fresh pairs, \(result.comparison.scenarioCase): \(words(result))")
    }
  }

  /// Says at once what nothing that follows can change.
  private func announce(_ comparison: CaseComparison) {
    if comparison.status.isFaultOfHead || comparison.status.isUnmatched {
      say("\(comparison.scenarioCase): \(comparison.status.summary)")
    }
    let worse = comparison.metrics.filter { $0.outcome == .regression }
    guard !worse.isEmpty else { return }
    let shown = worse.prefix(3).map { "\($0.metric.name) \($0.summary)" }
    let rest = worse.count > 3 ? "; and \(worse.count - 3) more" : ""
    say("worse: \(comparison.scenarioCase): \(shown.joined(separator: "; "))\(rest)")
  }

  private func words(_ result: TimedCaseResult) -> String {
    guard result.comparison.status == .compared else {
      return result.comparison.status.summary
    }
    return result.comparison.metrics.map { "\($0.metric.name) \($0.summary)" }
      .joined(separator: "; ")
  }

  private func say(_ text: String) {
    guard !isQuiet else { return }
    StandardError.write(PlainText.line(text) + "\n")
  }

  private static func duration(_ seconds: Double) -> String {
    seconds < 90 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }

  private static func seconds(_ seconds: Double) -> String {
    "\((seconds * 10).rounded() / 10) s"
  }
}

/// A gate's report while the gate works: whatever stops it, its files hold what it knew by then.
final class GateReport: Sendable {
  private struct State {
    var results: ComparisonResults
    var written: ContinuousClock.Instant?
    /// Why the files could not be written last; they are written once more at the end, and that
    /// error ends the command.
    var isUnwritable = false
  }

  private let output: ComparisonOutput
  private let printed: StandardOutput
  private let state: Mutex<State>

  /// - Parameters:
  ///   - output: where the report goes, with the results of a gate that knows nothing yet.
  ///   - printed: where its end is printed.
  init(_ output: ComparisonOutput, to printed: StandardOutput) {
    self.output = output
    self.printed = printed
    state = Mutex(State(results: output.results))
  }

  /// Takes in what is known by now. The files follow at once, and at most once in a second.
  func update(_ results: ComparisonResults) {
    let isDue = state.withLock { state in
      state.results = results
      let now = ContinuousClock.now
      if state.isUnwritable { return false }
      if let written = state.written, now - written < .seconds(1) { return false }
      state.written = now
      return true
    }
    guard isDue else { return }
    do {
      try output.with(results).writeFiles()
    } catch {
      state.withLock { $0.isUnwritable = true }
    }
  }

  /// Ends with the results of a comparison that came to its end.
  func finish(_ results: ComparisonResults) throws -> ToolExitCode {
    try output.with(results).finish(printed)
  }

  /// Ends where the comparison was stopped.
  func finishUnfinished() throws -> ToolExitCode {
    let known = state.withLock { $0.results }
    if case .unfinished = known.completion { return try finish(known) }
    return try finish(known.with(completion: .unfinished(open: "everything")))
  }

  /// Ends where the tool or its surroundings failed.
  func finish(failure reason: String) throws -> ToolExitCode {
    try finish(state.withLock { $0.results }.with(completion: .failed(reason: reason)))
  }
}
