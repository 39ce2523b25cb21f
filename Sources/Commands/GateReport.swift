import Reporting
import Synchronization
import Verdicts

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
