import Measurement

extension CaseComparison {
  /// The comparison for somebody who asked for exact numbers only: what was measured is told with
  /// its numbers, and neither fails nor passes.
  ///
  /// What is not gated already keeps its reason. The status stays.
  public func gatingExactly() -> CaseComparison {
    with(
      metrics: metrics.map { verdict in
        if verdict.metric.kind.isDeterministic { return verdict }
        if case .notGated = verdict.outcome { return verdict }
        return verdict.notGated(why: "only what is counted and modelled was asked for")
      })
  }
}
