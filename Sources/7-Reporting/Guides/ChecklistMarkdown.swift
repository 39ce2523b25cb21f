import Documents
import Guides
import ScenarioModel
import Support

extension ChecklistVerdict {
  /// The verdicts, to read in a terminal or to paste into a pull request.
  package func document(of results: RunResults, strategies: JudgedStrategies) -> Document {
    Document {
      Heading(3, checklist.title.escaped)
      Paragraph(summary)
      BulletList(
        points.map(\.lines), areDone: points.map { $0.outcome == .passed })
      Paragraph(Self.basis(of: results, strategies))
    }
  }

  private var summary: String {
    let parts = [
      (count { $0 == .passed }, "passed"), (count { $0 == .failed }, "failed"),
      (count { if case .notDecided = $0 { true } else { false } }, "not decided"),
      (count { if case .notInRun = $0 { true } else { false } }, "not in this run"),
      (count { $0 == .notCheckedHere }, "to check on a device"),
    ]
    return "**" + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      + "**, of \(points.count) points."
  }

  /// The strategies of the verdicts, and the run that they rest on.
  private static func basis(of results: RunResults, _ strategies: JudgedStrategies) -> String {
    let judged =
      switch strategies {
      case .recommended: "the strategies that the run recommends"
      case .named(let names): names.map { "`\($0)`" }.joined(separator: ", ")
      }
    let profiles = results.profiles.map { "`\($0.name)`" }.joined(separator: ", ")
    let commit = " of commit \(results.provenance.commit.escaped)"
    return "Judged: \(judged), in \(results.scenarios.count) scenarios\(commit). A replay is not a "
      + "device: modelled numbers come from \(profiles.isEmpty ? "no profile" : profiles). The "
      + "bounds are MapPressure's; the guide gives none."
  }
}

extension ChecklistVerdict.Point {
  /// The failed bounds that are listed.
  private static let maxFailureCount = 4

  fileprivate var lines: String {
    let line = "\(point.document), \(point.lines.label)"
    var lines = ["**\(point.says.escaped)** (\(line.escaped)) " + result] + details
    if let rest = point.rest, outcome != .notCheckedHere {
      lines.append("Not covered: \(rest)")
    }
    lines.append("On a device: \(point.onDevice)")
    return lines.joined(separator: "\n")
  }

  private var result: String {
    switch outcome {
    case .passed: return "Passed: \(evidence)."
    case .failed:
      let count = findings.count { $0.holds == false }
      return count > 0 ? "**Failed** in \(count) of \(findings.count) checks." : "**Failed.**"
    case .notDecided(let reason): return "Not decided: \(reason.escaped)."
    case .notInRun(let families):
      let missing =
        families.isEmpty
        ? "pins from a file"
        : "scenario of the family " + families.joined(separator: " or ") + " with a judged strategy"
      return "Not in this run: it has no \(missing)."
    case .notCheckedHere: return "Cannot be checked here."
    }
  }

  private var evidence: String {
    let bounds = findings.map { "`\($0.bound.label)`" }.uniqued()
    let scenarios = findings.map(\.scenarioCase.scenario).uniqued()
    let looks = coordinates.map { look in
      "\(look.source.escaped): \(Self.share(look.audit.onLand)) of "
        + "\(look.audit.count) pins on land, \(Self.share(look.audit.onLandIfSwapped)) if swapped"
    }.uniqued()
    let cases = findings.map(\.scenarioCase).uniqued().count
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
  private var details: [String] {
    let failures = findings.filter { $0.holds == false }
    var lines = failures.prefix(Self.maxFailureCount).map { finding in
      let value = Self.number(finding.value, finding.metric)
      let side =
        if case .multiple = finding.bound.reference {
          ", which is \(Self.number(finding.limit, finding.metric))"
        } else {
          ""
        }
      return "`\(finding.scenarioCase.strategy)` in \(finding.scenarioCase.scenario), "
        + "\(ConfigurationLabel.text(finding.scenarioCase.configuration)): "
        + "`\(finding.bound.metric)` is \(value) (wanted: `\(finding.bound.label)`\(side))"
    }
    if failures.count > Self.maxFailureCount {
      lines.append("and \(failures.count - Self.maxFailureCount) more")
    }
    for look in coordinates where look.audit.outcome == .swapped {
      lines.append(
        "\(look.source.escaped): \(Self.share(look.audit.onLand)) of the pins are on land, "
          + "and \(Self.share(look.audit.onLandIfSwapped)) would be if latitude and longitude were "
          + "swapped: swap them")
    }
    return lines
  }

  private static func number(_ value: Double?, _ metric: Metric?) -> String {
    guard let value, let metric else { return "not available" }
    return NumberFormat.text(value, metric.unit)
  }

  private static func share(_ fraction: Double) -> String { NumberFormat.text(fraction, .fraction) }
}

extension ChecklistBound {
  /// The bound for people: `marker-overlap at most 25 %`.
  fileprivate var label: String {
    guard case .criterion(let criterion) = reference else { return expression }
    return "\(metric) \(criterion.goalLabel)"
  }
}
