import Answers
import Documents
import Guides
import ScenarioModel

/// The answer for a user's own pins: a run of one scenario, judged with the draws of its answer.
package struct PinsAnswer: Sendable {
  package let results: RunResults
  package let sensitivity: SensitivityResults?
  package let verdict: RunVerdict

  /// - Parameter results: a run of one scenario, whose size is that of the file.
  package init(_ results: RunResults, sensitivity: SensitivityResults?) {
    self.results = results
    self.sensitivity = sensitivity
    verdict = RunVerdict(results, sensitivity: sensitivity)
  }

  package var scenario: ScenarioResults? { results.scenarios.first }

  /// The number of all pins.
  package var size: Int { results.cases.map(\.scenarioCase.size).max() ?? 0 }

  /// The recommendation in a list, as other reports have it; empty without one.
  package var recommendations: [Recommendation] { verdict.scenarios.first?.recommendations ?? [] }

  /// The recommendation; `nil` without one.
  package var recommendation: Recommendation? { recommendations.first }

  /// The cases that exceeded the memory limit, where there is an answer all the same: something
  /// found about their strategies, and no fault.
  package var findings: Set<Case> {
    guard let recommendation, !recommendation.isUndecided else { return [] }
    return Set(
      results.cases.filter { result in
        if case .broken(_, .outOfMemory) = result.status { true } else { false }
      }.map(\.scenarioCase))
  }

  /// The exit code of a command that asks for an answer; that none is decided is an answer.
  package var exitCode: ToolExitCode {
    let findings = findings
    let code =
      findings.isEmpty
      ? verdict.exitCode : RunVerdict(results.keeping { !findings.contains($1) }).exitCode
    return code.reported(failsOnInconclusive: false)
  }
}

extension StackedPins {
  /// The pins that no zoom separates, and the code that opens them; `nil` if each pin can be
  /// reached.
  package var summary: String? {
    var parts: [String] = []
    if atOnePlace > 0 {
      parts.append(
        "\(LimitedList.counted(atOnePlace, "pin")) at \(LimitedList.counted(places, "place"))"
          + (places > 1 ? " (up to \(NumberFormat.grouped(largest)) at one place)" : ""))
    }
    if near > 0 {
      parts.append(
        "\(LimitedList.counted(near, "pin")) within \(NumberFormat.plain(markerSize)) pt of "
          + "another at zoom \(NumberFormat.plain(zoom))")
    }
    guard !parts.isEmpty else { return nil }
    return "No zoom separates \(LimitedList.all(parts)): with any strategy, let a tap on their "
      + "marker show a list, as the strategy zoom-then-list of the scenario stacked-pins does."
  }
}
