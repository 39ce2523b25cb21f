import Answers
import Documents
import Gate
import Harness
import Reporting
import ScenarioModel
import Support
import Synchronization

/// The progress of a comparison of two programs.
struct GateDisplay: Sendable {
  private let isQuiet: Bool
  private let errors: StandardError
  private let trials: ProgressDisplay

  init(isQuiet: Bool, errors: StandardError) {
    self.isQuiet = isQuiet
    self.errors = errors
    trials = ProgressDisplay(isQuiet: isQuiet, errors: errors)
  }

  /// - Parameter name: the role of the commit that is built.
  func show(_ event: BaseBuild.Event, of name: String = "the base") {
    switch event {
    case .cached(let commit): say("\(name) \(commit.prefix(12)) is already built")
    case .building(let commit, let log):
      say("building \(name) \(commit.prefix(12)); the first build takes minutes; log: \(log)")
    case .step(let steps, let seconds):
      trials.show(
        "building \(name) [\(steps.done)/\(steps.total)] \(ProgressDisplay.clock(Double(seconds)))",
        isWorthALine: seconds.isMultiple(of: 60))
    }
  }

  /// Says how long the base's build took, where it was built.
  func show(built commit: String, in time: Duration) {
    guard time > .seconds(5) else { return }
    say(
      "the base \(commit.prefix(12)) was built in \(Self.duration(time / .seconds(1))), not "
        + "counted in the budget")
  }

  /// Clears the terminal's line.
  func end() { trials.end() }

  func show(_ event: ProgramComparisonEvent) {
    switch event {
    case .trials(let revision, let event):
      if case .began = event { say("counting: the \(revision.rawValue)") }
      trials.show(event)
      if case .finished(_, let done, let total, _) = event, done == total { trials.end() }
    case .compared(let comparison): announce(comparison)
    case .same(let sameness):
      say("the two programs are the same (\(sameness.rawValue)): nothing is replayed")
    case .repeating(let cases): say("counting again: \(LimitedList.counted(cases, "case"))")
    case .timing(let forecast): show(forecast)
    case .known: break
    case .timed(let event): show(event)
    case .counting(let scenarioCase, let number, let count):
      say("counting instructions [\(number)/\(count)] \(scenarioCase)")
    case .seekingCause(let own): say("looking for the cause in \(own), at most 3 min over budget")
    }
  }

  private func show(_ forecast: TimingForecast) {
    if forecast.known > 0 {
      say("the times of \(LimitedList.counted(forecast.known, "case")) are already known")
    }
    guard forecast.cases > 0 else { return }
    let reach =
      forecast.budget.seconds == .infinity
      ? ""
      : "; the budget of \(forecast.budget.label) is enough for "
        + (forecast.reached == forecast.cases ? "all" : "about \(forecast.reached)")
    say(
      "timing \(LimitedList.counted(forecast.cases, "case")): about "
        + "\(Self.duration(forecast.seconds)), longer if something looks worse\(reach)"
        + "; first the \(NumberFormat.grouped(forecast.touched)) that the change touches")
  }

  private func show(_ event: TimedGateEvent) {
    switch event {
    case .started: break
    case .decided(let result, let number, let count):
      let comparison = result.comparison
      say(
        "timing [\(number)/\(count)] \(comparison.scenarioCase): \(summary(result)) "
          + "(\(result.pairs) pairs, \(Self.seconds(result.seconds)))")
    case .confirming(let scenarioCase, let metric, let pairs):
      say("confirming \(scenarioCase): \(metric.name) in \(pairs) fresh pairs")
    case .confirmed(let result):
      say("after fresh pairs, \(result.comparison.scenarioCase): \(summary(result))")
    }
  }

  /// Shows at once the results that are final already.
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

  private func summary(_ result: TimedCaseResult) -> String {
    guard result.comparison.status == .compared else {
      return result.comparison.status.summary
    }
    return result.comparison.metrics.map { "\($0.metric.name) \($0.summary)" }
      .joined(separator: "; ")
  }

  /// Writes a line, unless the command is quiet.
  func say(_ text: String) {
    guard !isQuiet else { return }
    errors.write(PlainText.line(text) + "\n")
  }

  private static func duration(_ seconds: Double) -> String {
    seconds < 90 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
  }

  private static func seconds(_ seconds: Double) -> String {
    "\((seconds * 10).rounded() / 10) s"
  }
}

/// A gate's report while the gate works: if anything stops the gate, its files hold the results
/// until then.
final class GateReport: Sendable {
  private struct State {
    var results: ComparisonResults
    /// When the files may be written again.
    var due: ContinuousClock.Instant?
    /// Indicates whether the files could not be written. They are written once more at the end, and
    /// the error of that attempt ends the command.
    var isUnwritable = false
  }

  private let output: ComparisonOutput
  private let tool: MapPressureTool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - output: the output of the report.
  ///   - results: those of a gate that has compared nothing.
  ///   - tool: the program whose streams get the final table and the warnings.
  init(_ output: ComparisonOutput, of results: ComparisonResults, to tool: MapPressureTool) {
    self.output = output
    self.tool = tool
    state = Mutex(State(results: results))
  }

  /// Updates the results, and writes the files at once, but at most once a second and in at most a
  /// tenth of the time: the files of many cases take a second themselves.
  func update(_ results: ComparisonResults) {
    let isDue = state.withLock { state in
      state.results = results
      if state.isUnwritable { return false }
      return state.due.map { $0 <= .now } ?? true
    }
    guard isDue else { return }
    do {
      let clock = ContinuousClock()
      let duration = try clock.measure { try output.writeFiles(results) }
      let due = clock.now.advanced(by: max(.seconds(1), duration * 9))
      state.withLock { $0.due = due }
    } catch {
      state.withLock { $0.isUnwritable = true }
    }
  }

  /// Finishes with the results of a complete comparison.
  func finish(_ results: ComparisonResults) throws -> ToolExitCode {
    try output.finish(results, on: tool)
  }

  /// Finishes after an interruption.
  func finishUnfinished() throws -> ToolExitCode {
    let known = state.withLock { $0.results }
    if case .unfinished = known.completion { return try finish(known) }
    return try finish(known.with(completion: .unfinished(open: "everything")))
  }

  /// Finishes after a failure of the tool or its environment.
  func finish(failure reason: String) throws -> ToolExitCode {
    try finish(state.withLock { $0.results }.with(completion: .failed(reason: reason)))
  }
}
