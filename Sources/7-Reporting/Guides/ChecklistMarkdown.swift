import Documents
import Guides
import Harness
import ScenarioModel
import Support

/// The verdicts on a checklist, to read in a terminal or to paste into a pull request.
package struct ChecklistMarkdown: Sendable {
  private let verdict: ChecklistVerdict
  private let results: RunResults
  private let strategies: JudgedStrategies

  package init(_ verdict: ChecklistVerdict, of results: RunResults, strategies: JudgedStrategies) {
    self.verdict = verdict
    self.results = results
    self.strategies = strategies
  }

  /// The failed bounds of a point that are listed.
  private static let maxFailureCount = 4

  /// The whole document.
  package var document: Document {
    Document {
      Heading(3, verdict.checklist.title.escaped)
      Paragraph(summary)
      BulletList(
        verdict.points.map(lines(of:)), areDone: verdict.points.map { $0.outcome == .passed })
      Paragraph(basis)
    }
  }

  private var summary: String {
    let parts = [
      (verdict.count { $0 == .passed }, "passed"), (verdict.count { $0 == .failed }, "failed"),
      (verdict.count { if case .notDecided = $0 { true } else { false } }, "not decided"),
      (verdict.count { if case .notInRun = $0 { true } else { false } }, "not in this run"),
      (verdict.count { $0 == .notCheckedHere }, "to check on a device"),
    ]
    return "**" + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      + "**, of \(verdict.points.count) points."
  }

  /// What the verdicts are about, and what they rest on.
  private var basis: String {
    let judged =
      switch strategies {
      case .recommended: "the strategies that the run recommends"
      case .named(let names): names.map { "`\($0)`" }.joined(separator: ", ")
      }
    let profiles = results.profiles.map { "`\($0.name)`" }.joined(separator: ", ")
    let commit = " of commit \(results.provenance.commit.escaped)"
    return "Judged: \(judged), in \(results.scenarios.count) scenarios\(commit). A replay is no "
      + "device: modelled numbers come from \(profiles.isEmpty ? "no profile" : profiles). The "
      + "bounds are MapPressure's; the guide gives none."
  }

  private func lines(of point: ChecklistVerdict.Point) -> String {
    let line = "\(point.point.document), \(point.point.lines.label)"
    var lines = ["**\(point.point.says.escaped)** (\(line.escaped)) " + result(of: point)]
    lines += details(of: point)
    if let rest = point.point.rest, point.outcome != .notCheckedHere {
      lines.append("Not shown by it: \(rest)")
    }
    lines.append("On a device: \(point.point.onDevice)")
    return lines.joined(separator: "\n")
  }

  private func result(of point: ChecklistVerdict.Point) -> String {
    switch point.outcome {
    case .passed: return "Passed: \(evidence(of: point))."
    case .failed:
      let count = point.findings.count { $0.holds == false }
      return count > 0 ? "**Failed** in \(count) of \(point.findings.count) checks." : "**Failed.**"
    case .notDecided(let reason): return "Not decided: \(reason.escaped)."
    case .notInRun(let families):
      let missing =
        families.isEmpty
        ? "pins of a file"
        : "scenario of the family " + families.joined(separator: " or ") + " with such a strategy"
      return "Not in this run: it has no \(missing)."
    case .notCheckedHere: return "Cannot be checked here."
    }
  }

  /// A bound for people: `marker-overlap at most 25 %`.
  private func label(of bound: ChecklistBound) -> String {
    guard case .criterion(let criterion) = bound.side else { return bound.expression }
    return "\(bound.metric) \(criterion.goalLabel)"
  }

  private func evidence(of point: ChecklistVerdict.Point) -> String {
    let bounds = point.findings.map { "`\(label(of: $0.bound))`" }.uniqued()
    let scenarios = point.findings.map(\.scenarioCase.scenario).uniqued()
    let looks = point.coordinates.map { look in
      "\(look.source.escaped): \(share(look.audit.onLand)) of "
        + "\(look.audit.count) pins on land, \(share(look.audit.onLandIfSwapped)) if swapped"
    }.uniqued()
    let cases = point.findings.map(\.scenarioCase).uniqued().count
    let checks =
      bounds.isEmpty
      ? []
      : [
        bounds.joined(separator: ", ")
          + " in \(LimitedList.counted(cases, "case")) of "
          + scenarios.joined(separator: ", ")
      ]
    return (checks + looks).joined(separator: "; ")
  }

  /// The failures of a point, or the pins that failed.
  private func details(of point: ChecklistVerdict.Point) -> [String] {
    let failures = point.findings.filter { $0.holds == false }
    var lines = failures.prefix(Self.maxFailureCount).map { finding in
      let value = number(finding.value, finding.metric)
      let side =
        if case .multiple = finding.bound.side {
          ", which is \(number(finding.limit, finding.metric))"
        } else {
          ""
        }
      return "`\(finding.scenarioCase.strategy)` in \(finding.scenarioCase.scenario), "
        + "\(ConfigurationLabel.text(finding.scenarioCase.configuration)): "
        + "`\(finding.bound.metric)` is \(value) (wanted: "
        + "`\(label(of: finding.bound))`\(side))"
    }
    if failures.count > Self.maxFailureCount {
      lines.append("and \(failures.count - Self.maxFailureCount) more")
    }
    for look in point.coordinates where look.audit.outcome == .swapped {
      lines.append(
        "\(look.source.escaped): \(share(look.audit.onLand)) of the pins are on land, "
          + "and \(share(look.audit.onLandIfSwapped)) would be if latitude and longitude were "
          + "swapped: swap them")
    }
    return lines
  }

  private func number(_ value: Double?, _ metric: Metric?) -> String {
    guard let value, let metric else { return "not available" }
    return NumberFormat.text(value, metric.unit)
  }

  private func share(_ fraction: Double) -> String { NumberFormat.text(fraction, .fraction) }
}
