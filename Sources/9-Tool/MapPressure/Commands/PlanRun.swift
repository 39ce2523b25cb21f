import Answers
import Documents
import Foundation
import Harness
import PinData
import Reporting
import ScenarioModel
import Support
import Synchronization

/// A run of a plan that shows its progress and that the user can interrupt.
struct PlanRun: Sendable {
  let plan: Plan
  let limits: WorkerLimits
  /// The run's folder.
  let folder: String
  let isQuiet: Bool
  /// Indicates whether to show first which strategy leads in each scenario: not of one that a
  /// command judges by more than the run.
  var showsAnswers = true
  /// Indicates whether to print a line for each case where there is no live one.
  var isVerbose = false
  let origin: RunOrigin
  /// The call that the run belongs to.
  let call: Invocation
  /// The results computed before; `nil` to compute everything.
  var kept: KeptEvaluations?

  private var coordinator: Coordinator {
    Coordinator(
      plan: plan, program: .itself(), limits: limits, folder: folder, origin: origin, kept: kept)
  }

  /// Checks that nothing changed the run's journal, or the files that its scenarios name,
  /// meanwhile.
  func checkUndisturbed() throws { try coordinator.checkUndisturbed() }

  /// The scenario that a command made for the run; `nil` if its scenarios have files of their own.
  private var ownScenario: Scenario? {
    plan.scenarios.first { $0.file == RunFolder.ownScenario(in: folder) }
  }

  /// Runs the trials that the folder does not hold yet, and summarizes all.
  ///
  /// Writes the scenario that a command made for the run into the folder, first as soon as the folder
  /// is the run's: an interrupted run continues from it.
  ///
  /// - Parameter message: the message for a user who interrupts the run.
  func results(
    _ mode: Coordinator.Mode, whenInterrupted message: String
  ) async throws -> RunResults {
    let coordinator = self.coordinator
    let display = ProgressDisplay(
      isQuiet: isQuiet, isVerbose: isVerbose, cases: Set(plan.trials.map(\.scenarioCase)).count,
      errors: call.errors)
    let analysis = AnalysisRun(
      limits: limits, kept: kept, call: call, interruptionMessage: message)
    let clock = display.startClock()
    defer { clock?.cancel() }
    let records = try await call.interruption.cancelling {
      try await coordinator.run(mode) {
        guard showsAnswers, !isQuiet, [.fresh, .overwrite].contains(mode) else { return }
        try await analysis.leads(of: plan, on: display)
      } progress: { event in
        display.show(event)
        // A fault of this file is reported at the end, where it is written again.
        if case .began = event, let ownScenario {
          try? AtomicFile.write(ownScenario.text, to: ownScenario.file)
        }
      }
    } orElse: {
      display.end()
      call.errors.write(message + "\n")
    }
    display.end()
    if let ownScenario { try AtomicFile.write(ownScenario.text, to: ownScenario.file) }
    return RunResults(plan: plan, records: records, origin: origin)
  }
}

extension PlanRun {
  /// The draws behind the answers of the run: of people, data and phones.
  ///
  /// - Parameter message: the message for a user who interrupts them.
  func draws(
    of results: RunResults, whenInterrupted message: String
  ) async throws -> SensitivityResults? {
    let analysis = AnalysisRun(
      limits: limits, kept: kept, call: call, interruptionMessage: message)
    return try await analysis.draws(of: results, plan: plan, isQuiet: isQuiet)
  }
}

/// The progress of a run in cases: a live line on a terminal; elsewhere a plain line for each case that
/// did not complete, or that has ended if all are wanted.
final class ProgressDisplay: Sendable {
  private struct State {
    /// The time left, which never rises; `nil` while too little is done to estimate it.
    var secondsLeft: Double?
    /// The trials, and those that have ended.
    var trials = (ended: 0, all: 0)
    /// The subject of the live line: the trial that began or ended last.
    var subject = ""
    /// The number of trials of each case that have not ended.
    var left: [Case: Int] = [:]
    /// The first status of a case that is not that of a completed trial.
    var faults: [Case: TrialStatus] = [:]
    var cases = 0
    var endedCases = 0
    /// The beginning of a line: `[12/238]`.
    var number: String { "[\(endedCases)/\(cases)]" }
  }

  private let isQuiet: Bool
  private let isVerbose: Bool
  /// The number of cases; `nil` for those that have not ended at the beginning.
  private let cases: Int?
  private let errors: StandardError
  private let isLive: Bool
  private let start = SuspendingClock.now
  private let state = Mutex(State())

  init(isQuiet: Bool, isVerbose: Bool = false, cases: Int? = nil, errors: StandardError) {
    (self.isQuiet, self.isVerbose) = (isQuiet, isVerbose)
    self.cases = cases
    self.errors = errors
    isLive = errors.isLive
  }

  func show(_ event: ProgressEvent) {
    guard !isQuiet else { return }
    switch event {
    case .began(let trials, let left):
      let recorded = trials - left.count
      let count = state.withLock { state in
        state = State()
        state.trials = (trials - left.count, trials)
        for key in left { state.left[key.scenarioCase, default: 0] += 1 }
        state.cases = cases ?? state.left.count
        state.endedCases = state.cases - state.left.count
        return state.cases
      }
      let known = recorded > 0 ? "; \(recorded) of \(trials) trials are already recorded" : ""
      errors.write("\(LimitedList.counted(count, "case"))\(known)\n")
      if left.isEmpty {
        errors.write("the run is complete; nothing is left to measure\n")
      }
    case .started(let key):
      if isLive { rewrite("\(key)") }
    case .finished(let record, _, _, let secondsLeft):
      let ended = state.withLock { state in
        state.secondsLeft = min(state.secondsLeft ?? .infinity, secondsLeft)
        state.trials.ended += 1
        return Self.finish(record, in: &state)
      }
      if let printed = record.printed {
        print("\(record.key.scenarioCase) printed: \(printed)")
      }
      if isLive {
        if !record.status.isCompleted { print("\(record.key): \(record.status)") }
        rewrite("\(record.key)")
      } else if let (number, status) = ended, isVerbose || !status.isCompleted {
        print("\(number) \(record.key.scenarioCase): \(status) (\(Self.clock(secondsLeft)) left)")
      }
    }
  }

  /// Prints a line that stays, in place of the live one.
  func print(_ line: String) {
    if isLive { errors.rewrite("") }
    errors.writeProse(line)
  }

  /// Shows the progress of the reading of a large file in the live line, once it has taken two
  /// seconds.
  func show(_ progress: PinFileProgress, of file: String) {
    guard isLive, !isQuiet, SuspendingClock.now - start > .seconds(2) else { return }
    let percent = min(100 * progress.done / max(progress.total, 1), 100)
    let line = "reading \(PlainText.line(file)): \(percent) %"
    let isNew = state.withLock { state in
      defer { state.subject = line }
      return state.subject != line
    }
    if isNew { errors.rewrite(line) }
  }

  /// Shows a state in the live line; elsewhere as a line, if it is worth one.
  func show(_ state: String, isWorthALine: Bool) {
    guard !isQuiet else { return }
    if isLive {
      self.state.withLock { $0.subject = state }
      rewrite(state)
    } else if isWorthALine {
      print(state)
    }
  }

  /// Shows how far work is that is a share of a whole, with the time that the rest will take at most.
  func show(_ subject: String, done share: Double) {
    guard isLive, !isQuiet else { return }
    let seconds = (SuspendingClock.now - start) / .seconds(1)
    state.withLock { state in
      // A few replays do not predict the others.
      guard seconds > 1, share > Self.telling else { return }
      let left = seconds * (1 - share) / share
      state.secondsLeft = min(state.secondsLeft ?? .infinity, left)
    }
    rewrite(subject)
  }

  /// The share of a whole from which on it predicts the time of the rest.
  private static let telling = 0.05

  /// The columns for a line that stays.
  var width: Int { isLive ? errors.width : SummaryTable.maximumLineLength }

  /// Records a trial; returns the number and the status of its case if that has ended.
  private static func finish(
    _ record: TrialRecord, in state: inout State
  ) -> (number: String, status: TrialStatus)? {
    let scenarioCase = record.key.scenarioCase
    if !record.status.isCompleted, state.faults[scenarioCase] == nil {
      state.faults[scenarioCase] = record.status
    }
    state.left[scenarioCase, default: 1] -= 1
    guard state.left[scenarioCase] == 0 else { return nil }
    state.endedCases += 1
    return (state.number, state.faults[scenarioCase] ?? record.status)
  }

  /// Writes the live line about a subject.
  private func rewrite(_ subject: String) {
    errors.rewrite(
      state.withLock { state in
        state.subject = subject
        return position(state) + subject
      })
  }

  /// Writes the live line again each second, until the task is cancelled: a trial may take many.
  /// `nil` where there is no live line.
  func startClock() -> Task<Void, Never>? {
    guard isLive, !isQuiet else { return nil }
    return Task {
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        let subject = state.withLock { state in
          state.secondsLeft = state.secondsLeft.map { max(0, $0 - 1) }
          return state.subject
        }
        if !subject.isEmpty { rewrite(subject) }
      }
    }
  }

  /// The beginning of the live line: `[12/238] 0:05, 1:10 left  `; the numbers are of trials.
  private func position(_ state: State) -> String {
    let seconds = (SuspendingClock.now - start) / .seconds(1)
    let left = state.secondsLeft.map { $0 < 1 ? "" : ", \(Self.clock($0)) left" } ?? ""
    // A strategy whose own work is open has further trials.
    let (ended, all) = (state.trials.ended, max(state.trials.ended, state.trials.all))
    let number = all > 0 ? "[\(ended)/\(all)] " : ""
    return "\(number)\(Self.clock(seconds))\(left)  "
  }

  /// Clears the terminal's line, and ends its clock.
  func end() {
    state.withLock { $0.subject = "" }
    if isLive, !isQuiet { errors.rewrite("") }
  }

  /// Minutes and seconds, such as `1:05`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension PlanRun {
  /// Measures a plan for a comparison or a baseline, in a folder that gets its report, or in a
  /// temporary one.
  ///
  /// - Parameter message: the message for a user who interrupts the run.
  static func measure(
    _ plan: Plan, _ mode: Coordinator.Mode = .overwrite, limits: WorkerLimits, folder: String?,
    isQuiet: Bool, for call: Invocation, kept: KeptEvaluations? = nil,
    whenInterrupted message: String = "interrupted; nothing was compared"
  ) async throws -> RunResults {
    let temporary = folder == nil ? try Workspace() : nil
    defer { temporary?.remove() }
    let path = folder ?? temporary?.path ?? ""
    let results = try await PlanRun(
      plan: plan, limits: limits, folder: path, isQuiet: isQuiet, origin: await call.origin,
      call: call, kept: kept
    ).results(mode, whenInterrupted: message)
    if let folder {
      try RunReport.write(
        results, verdict: RunVerdict(results), ledger: ScenarioLibrary().ledger(), to: folder)
    }
    return results
  }
}
