import Measurement
import ScenarioModel

extension CaseComparison {
  /// Compares two sides case by case. Pure.
  ///
  /// What is counted or modelled is compared exactly, by polarity and tolerance; what was measured
  /// as ``MetricVerdict/Method/samples(base:head:margin:)`` can tell. Cases come in the head's
  /// order, what only the base has comes last.
  ///
  /// - Parameters:
  ///   - tolerances: those of the command line, which count before the head's scenarios' own.
  ///   - mismatches: how the two sides' surroundings differ; metrics that depend on them are told
  ///     and not judged.
  public static func comparisons(
    of base: ComparedRun, with head: ComparedRun, tolerances: [Tolerance] = [],
    mismatches: [HostMismatch] = []
  ) -> [CaseComparison] {
    let earlier = Dictionary(
      base.cases.map { ($0.scenarioCase, $0) }, uniquingKeysWith: { first, _ in first })
    let measured = Set(head.cases.map(\.scenarioCase))
    let ratios = RatioJudgement(
      base: base, head: head, tolerances: tolerances, mismatches: mismatches)
    var comparisons: [CaseComparison] = []
    for scenario in head.scenarios {
      let difference = base[scenario: scenario.name].flatMap { $0.difference(to: scenario) }
      let judge = MetricJudge(
        tolerances: tolerances + scenario.tolerances, mismatches: mismatches, ratios: ratios)
      for head in scenario.cases {
        comparisons.append(
          CaseComparison(
            base: earlier[head.scenarioCase], head: head, difference: difference, judge: judge))
      }
    }
    for lost in base.cases where !measured.contains(lost.scenarioCase) {
      comparisons.append(
        CaseComparison(
          scenarioCase: lost.scenarioCase, status: .removed(why: "the head has no such case")))
    }
    return comparisons
  }

  private init(
    base: ComparedCase?, head: ComparedCase, difference: String?, judge: MetricJudge
  ) {
    scenarioCase = head.scenarioCase
    load = nil
    status = Self.status(base: base, head: head, difference: difference)
    guard status == .compared, let base else {
      metrics = []
      return
    }
    let known = Set(head.metrics.map(\.metric.name))
    metrics =
      head.metrics.map {
        judge.verdict(in: head.scenarioCase, base: base[metric: $0.metric.name], head: $0)
      }
      + base.metrics.filter { !known.contains($0.metric.name) }.map {
        judge.verdict(ofLost: $0)
      }
  }

  /// What is wrong with the head comes first: the base's faults are not the change's.
  private static func status(
    base: ComparedCase?, head: ComparedCase, difference: String?
  ) -> Status {
    switch head.status {
    case .broken(let why): return .broken(why: why)
    case .notDeterministic(let why): return .notDeterministic(why: why)
    case .completed where !head.hasNumbers: return .nothingMeasured
    case .completed: break
    }
    guard let base else { return .new(why: "the base has no such case") }
    if let difference { return .notComparable(why: difference) }
    switch base.status {
    case .broken(let why): return .baseBroken(why: why)
    case .notDeterministic(let why): return .baseNotDeterministic(why: why)
    case .completed: return .compared
    }
  }
}
