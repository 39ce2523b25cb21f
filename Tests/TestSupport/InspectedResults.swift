import ScenarioModel

extension CaseResult {
  /// The result of one inspection; of one that timed out without values.
  package init(inspecting scenarioCase: Case, _ values: [NamedValue]?, metrics: [Metric]) {
    let record = TrialRecord(
      key: TrialKey(scenarioCase: scenarioCase, kind: .inspection),
      status: values == nil ? .timedOut(seconds: 1) : .completed, values: values ?? [])
    self.init(scenarioCase, records: [record], metrics: metrics)
  }
}

extension ScenarioResults {
  /// Results made by hand of the scenario `s`: one inspection of each case.
  ///
  /// - Parameters:
  ///   - strategies: the values of the metrics in each variant by strategy, the simplest first;
  ///     `nil` for an inspection that timed out. The first strategy is the naive one.
  ///   - missing: the reason why a value is `nil`.
  package init(
    _ metrics: [Metric], of strategies: [(name: String, variants: [[Double?]?])],
    missing: String = "no frame was replayed", family: String = "test", headlines: [Metric] = [],
    sizeLabel: String = "pins", criteria: [Criterion] = [], requirement: ResultRequirement? = nil,
    answer: ScenarioAnswer = .recommendation, sizes: [Int] = [10]
  ) {
    let family = FamilyDescription(
      name: family,
      strategies: strategies.map { StrategyDescription(name: $0.name, summary: "") },
      metrics: metrics, isMeasured: false, headlines: headlines.map(\.name), columns: [],
      sizeLabel: sizeLabel, frameLabel: "a frame", requirement: requirement, criteria: criteria)
    let cases = sizes.flatMap { size in
      strategies.flatMap { strategy, variants in
        variants.enumerated().map { index, numbers in
          CaseResult(
            inspecting: Case(
              scenario: "s", variant: variants.count == 1 ? "" : "v\(index)", size: size,
              strategy: strategy),
            numbers.map { numbers in
              zip(metrics, numbers).map { NamedValue($0, $1, orWhy: missing) }
            }, metrics: metrics)
        }
      }
    }
    self.init(
      scenario: ScenarioDescription(
        name: "s", naive: strategies.first?.name ?? "", fingerprint: nil, seeds: [],
        metrics: metrics, family: family, answer: answer), cases: cases)
  }
}
