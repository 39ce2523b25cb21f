import Harness
import RegressionGate
import Reporting
import Support
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
