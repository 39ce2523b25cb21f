import Harness
import Platform
import ScenarioModel

/// The values of a scenario's cases at the points that were evaluated.
///
/// A case has its nominal values at each point that moves only parameters that it does not depend
/// on.
struct EvaluationTable {
  let cases: [Case]
  private let nominal: [Case: Evaluation]
  /// The parameters that any case depends on and that the evidence leaves open, in their order.
  let spans: [ParameterSpan]
  private var evaluated: [ParameterPoint: [Case: (status: TrialStatus, values: [NamedValue])]] = [:]
  /// The number of evaluations, nominal ones included.
  private(set) var count: Int

  init(cases: [Case], nominal: [Case: Evaluation], profile: PlatformProfile?) {
    self.cases = cases
    self.nominal = nominal
    count = nominal.count
    let names = nominal.values.reduce(into: Set<ProfileParameter.Name>()) {
      $0.formUnion($1.replayParameters)
      $0.formUnion($1.costParameters)
    }
    spans = (profile?.parameters ?? [])
      .filter { names.contains($0.name) && $0.isDrawn }
      .map { ParameterSpan(parameter: $0) }
  }

  /// The spans of the parameters that no replay reads, such as the cost of a view.
  var costSpans: [ParameterSpan] { spans.filter { !isReplayed($0) } }

  /// Returns whether a replay reads a parameter, so that with another value it may do other work.
  func isReplayed(_ span: ParameterSpan) -> Bool {
    nominal.values.contains { $0.replayParameters.contains(span.name) }
  }

  /// Indicates whether a replay reads what the main thread's work takes, so that it may do other work
  /// on a slower phone.
  var replaysDependOnSlowness: Bool {
    nominal.values.contains { $0.replayParameters.contains(where: \.isMainThreadWork) }
  }

  // MARK: - Reading

  /// The values of a case at a point; empty if the case is broken there.
  func values(of scenarioCase: Case, at point: ParameterPoint) -> [NamedValue] {
    evaluated[point]?[scenarioCase]?.values ?? nominal[scenarioCase]?.values ?? []
  }

  func value(_ metric: String, of scenarioCase: Case, at point: ParameterPoint) -> MetricValue? {
    values(of: scenarioCase, at: point).first { $0.name == metric }?.value
  }

  /// Returns whether an end of a span has another value of a metric than the scenario as it is.
  func moves(_ span: ParameterSpan, _ metric: String, of scenarioCase: Case) -> Bool {
    let nominal = value(metric, of: scenarioCase, at: .nominal)
    return span.ends.contains {
      value(metric, of: scenarioCase, at: ParameterPoint([span.name: $0])) != nominal
    }
  }

  /// The results of cases, each at a point.
  ///
  /// - Parameter size: that of the cases; `nil` for all.
  func results(
    of description: ScenarioDescription, size: Int? = nil, at point: (Case) -> ParameterPoint
  ) -> ScenarioResults {
    ScenarioResults(
      scenario: description,
      cases: cases.filter { size == nil || $0.size == size }.map { scenarioCase in
        let point = point(scenarioCase)
        let key = TrialKey(scenarioCase: scenarioCase, kind: .inspection)
        let record = TrialRecord(
          key: key, status: evaluated[point]?[scenarioCase]?.status ?? .completed,
          values: values(of: scenarioCase, at: point))
        return CaseResult(scenarioCase, records: [record], metrics: description.metrics)
      })
  }

  // MARK: - Evaluating

  /// Returns whether a case has other values at a point, as far as is known, and none yet.
  func isMissing(_ point: ParameterPoint, _ scenarioCase: Case) -> Bool {
    guard evaluated[point]?[scenarioCase] == nil, let nominal = nominal[scenarioCase] else {
      return false
    }
    return replayPart(of: point, scenarioCase) != .nominal
      || point.restricted(to: nominal.costParameters) != .nominal
  }

  /// The part of a point that a replay of a case reads. Points with the same part need one replay;
  /// for an empty part the scenario's own replay serves.
  func replayPart(of point: ParameterPoint, _ scenarioCase: Case) -> ParameterPoint {
    nominal[scenarioCase].map { point.restricted(to: $0.replayParameters) } ?? point
  }

  mutating func add(_ outcome: EvaluationPool.Outcome, of job: EvaluationPool.Job) {
    guard case .evaluate(let points) = job.work else { return }
    count += points.count
    switch outcome {
    case .evaluated(let evaluations):
      for (point, evaluation) in zip(points, evaluations) {
        evaluated[point, default: [:]][job.scenarioCase] = (.completed, evaluation.values)
      }
    case .broken(let status):
      for point in points {
        evaluated[point, default: [:]][job.scenarioCase] = (status, [])
      }
    case .inspected, .measured: break
    }
  }
}

extension ParameterPoint {
  /// The point without the parameters that are not read.
  fileprivate func restricted(to names: Set<ProfileParameter.Name>) -> ParameterPoint {
    // A moved median or minimum may raise the percentile or the maximum that belongs to it.
    let read = names.union(names.compactMap { $0.median ?? $0.minimum })
    return ParameterPoint(
      values.filter { read.contains($0.key) },
      slowness: names.contains(where: \.isMainThreadWork) ? slowness : nil, seed: seed)
  }
}
