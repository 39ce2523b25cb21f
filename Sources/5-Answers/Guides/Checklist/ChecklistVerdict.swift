import Answers
import PinData
import ScenarioModel
import Support

/// The strategies of a run that a checklist judges.
package enum JudgedStrategies: Hashable, Sendable {
  /// Those that the run recommends, at each size.
  case recommended
  /// An app's own choice.
  case named([String])
}

/// The verdicts on the points of a checklist for a run.
package struct ChecklistVerdict: Hashable, Sendable {
  /// The verdict on a point.
  package struct Point: Hashable, Sendable {
    /// The point of the list.
    package let point: Checklist.Point
    /// The verdict.
    package let outcome: Outcome
    /// The single bounds that were looked at, in the run's order.
    package let findings: [Finding]
    /// The coordinates that were looked at.
    package let coordinates: [Coordinates]
  }

  /// A verdict on a point.
  package enum Outcome: Hashable, Sendable {
    /// Every bound holds in every case.
    case passed
    /// At least one bound does not hold.
    case failed
    /// A number is missing.
    case notDecided(reason: String)
    /// The run has no case of these families.
    case notInRun(families: [String])
    /// No replay shows the point.
    case notCheckedHere
  }

  /// A bound in one case.
  package struct Finding: Hashable, Sendable {
    /// The case.
    package let scenarioCase: Case
    /// The bound.
    package let bound: ChecklistBound
    /// The bounded metric; `nil` if the case has none of the name.
    package let metric: Metric?
    /// The value; `nil` if there is none.
    package let value: Double?
    /// The bound's own value in the metric's unit; `nil` if there is none.
    package let limit: Double?
    /// Indicates whether the bound holds; `nil` if a number is missing.
    package let holds: Bool?
    /// The reason why a number is missing; empty if none is.
    package let reason: String
    /// Indicates whether the case crashed, timed out, ran out of memory or failed.
    package let isBroken: Bool
  }

  /// The pins of a scenario.
  package struct Coordinates: Hashable, Sendable {
    /// The scenario's name.
    package let scenario: String
    /// The source of the pins, for people.
    package let source: String
    /// The look at them.
    package let audit: CoordinateAudit

    /// Creates the look at the pins of a scenario.
    package init(scenario: String, source: String, audit: CoordinateAudit) {
      self.scenario = scenario
      self.source = source
      self.audit = audit
    }
  }

  /// The checklist.
  package let checklist: Checklist
  /// The verdicts, in the order of the list.
  package let points: [Point]

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - verdict: the verdict on the run, which has its answers.
  ///   - coordinates: the looks at the pins of the run's scenarios.
  ///   - unread: the reason why the pins of a scenario were not looked at; `nil` if all were.
  package init(
    _ checklist: Checklist, of results: RunResults, verdict: RunVerdict,
    strategies: JudgedStrategies = .recommended, coordinates: [Coordinates] = [],
    unread: String? = nil
  ) {
    self.checklist = checklist
    points = checklist.points.map { point in
      let findings = point.checks.flatMap { Self.findings($0, in: results, verdict, strategies) }
      let looks = point.checksCoordinates ? coordinates : []
      return Point(
        point: point,
        outcome: Self.outcome(
          of: point, findings, looks, unread: point.checksCoordinates ? unread : nil),
        findings: findings, coordinates: looks)
    }
  }

  private static func findings(
    _ check: Checklist.Check, in results: RunResults, _ verdict: RunVerdict,
    _ strategies: JudgedStrategies
  ) -> [Finding] {
    results.scenarios.filter { scenario in
      scenario.scenario.family?.name == check.family
        && check.scenarios?.contains(scenario.scenario.name) ?? true
    }.flatMap { scenario in
      scenario.configurations.filter { $0.size >= check.minSize }.flatMap { configuration in
        let answer = verdict[scenario.scenario.name]?.recommendations
          .first { $0.size == configuration.size }
        let names: [String]
        switch (strategies, answer?.state) {
        case (.named(let chosen), _): names = chosen
        // A scenario that only compares recommends nothing.
        case (.recommended, .comparesOnly): names = []
        case (.recommended, .notDecided(let reason)):
          return undecided(check, at: configuration, of: scenario, because: reason)
        case (.recommended, nil): return undecided(check, at: configuration, of: scenario)
        case (.recommended, .some): names = [answer?.strategy].compactMap(\.self)
        }
        let best = Best(candidates: Candidates(scenario, in: configuration).ranked)
        return names.compactMap { scenario.result(of: $0, in: configuration) }.flatMap { result in
          check.bounds.map { bound in
            hasSeenLittle(result, of: scenario)
              ? Finding(bound, in: result, because: Self.littleSeen)
              : Finding(bound, of: result, best: best)
          }
        }
      }
    }
  }

  /// The best value, for a criterion that asks for nearly the best.
  fileprivate struct Best {
    let candidates: [CaseResult]

    func reaches(_ criterion: Criterion, with value: Double) -> Bool {
      let values = candidates.compactMap { $0[metric: criterion.metric.name]?.number }
      let best = criterion.metric.polarity == .lowerIsBetter ? values.min() : values.max()
      return criterion.isReached(by: value, best: best ?? value)
    }
  }

  private static let littleSeen = "the camera saw too few of the pins"

  private static func hasSeenLittle(_ result: CaseResult, of scenario: ScenarioResults) -> Bool {
    CaseVerdict(result, minSeen: scenario.scenario.minSeen).hasSeenLittle
  }

  /// The findings where the run recommends no strategy.
  private static func undecided(
    _ check: Checklist.Check, at configuration: Configuration, of scenario: ScenarioResults,
    because reason: String? = nil
  ) -> [Finding] {
    let cases = scenario.cases(in: configuration)
    let isSeen = !cases.contains { hasSeenLittle($0, of: scenario) }
    guard let shown = cases.first(where: \.isBroken) ?? cases.first else { return [] }
    return check.bounds.map {
      Finding(
        $0, in: shown,
        because: reason ?? (isSeen ? "no strategy has a valid result" : Self.littleSeen))
    }
  }

  private static func outcome(
    of point: Checklist.Point, _ findings: [Finding], _ looks: [Coordinates], unread: String?
  ) -> Outcome {
    guard point.canBeChecked else { return .notCheckedHere }
    if findings.contains(where: { $0.holds == false }) { return .failed }
    if looks.contains(where: { $0.audit.outcome == .swapped }) { return .failed }
    if let missing = findings.first(where: { $0.holds == nil }) {
      return .notDecided(reason: missing.reason)
    }
    if let unread { return .notDecided(reason: unread) }
    if let look = looks.first(where: { $0.audit.outcome == .undecided }) {
      return .notDecided(
        reason: "the share of pins on land does not show whether the pins of \(look.scenario) are "
          + "right: look at its pictures"
      )
    }
    return findings.isEmpty && looks.isEmpty
      ? .notInRun(families: point.checks.map(\.family).uniqued()) : .passed
  }
}

extension CaseResult {
  fileprivate var isBroken: Bool { status != .completed }
}

extension ChecklistVerdict.Finding {
  fileprivate init(_ bound: ChecklistBound, of result: CaseResult, best: ChecklistVerdict.Best) {
    let value = MetricValue(bound.metric, of: result)
    let limit: MetricValue =
      switch bound.reference {
      case .value(let number): .number(number)
      case .multiple(let factor, let name): MetricValue(name, of: result).multiplied(by: factor)
      // Compared with what the criterion says, and not with a number of the list.
      case .criterion: value
      }
    var holds: Bool?
    if let number = value.number, let other = limit.number {
      holds =
        if case .criterion(let criterion) = bound.reference {
          best.reaches(criterion, with: number)
        } else {
          bound.comparison.holds(number, other)
        }
    }
    self.init(
      bound, in: result, value: value.number, limit: limit.number, holds: holds,
      because: value.reason ?? limit.reason ?? "")
  }

  /// A bound in a case; without further numbers, one that decides nothing for a reason.
  fileprivate init(
    _ bound: ChecklistBound, in result: CaseResult, value: Double? = nil, limit: Double? = nil,
    holds: Bool? = nil, because reason: String
  ) {
    self.init(
      scenarioCase: result.scenarioCase, bound: bound,
      metric: result[metric: bound.metric]?.metric, value: value, limit: limit, holds: holds,
      reason: reason, isBroken: result.isBroken)
  }
}

extension ChecklistVerdict.Outcome {
  fileprivate var isOpen: Bool { if case .notDecided = self { true } else { false } }
}

extension ChecklistVerdict {
  /// The number of points with a verdict of a kind.
  package func count(_ isCounted: (Outcome) -> Bool) -> Int {
    points.count { isCounted($0.outcome) }
  }

  /// Indicates whether the run shows a point of the list.
  package var showsAnything: Bool {
    points.contains { [.passed, .failed].contains($0.outcome) || $0.outcome.isOpen }
  }

  /// The exit code: a point that a broken case leaves undecided comes before one that failed. An
  /// undecided point does not pass, nor does a run that shows no point.
  package var exitCode: ToolExitCode {
    let open = points.filter(\.outcome.isOpen)
    if open.contains(where: { $0.findings.contains { $0.isBroken } }) { return .caseBroken }
    if points.contains(where: { $0.outcome == .failed }) { return .failed }
    if !open.isEmpty { return .inconclusive }
    if points.contains(where: { $0.outcome == .passed }) { return .pass }
    return .toolError
  }
}
