extension CaseComparison {
  /// The same comparison with another status.
  public func with(status: Status) -> CaseComparison {
    CaseComparison(scenarioCase: scenarioCase, status: status, metrics: metrics, load: load)
  }

  /// The same comparison with other metrics.
  func with(metrics: [MetricVerdict]) -> CaseComparison {
    CaseComparison(scenarioCase: scenarioCase, status: status, metrics: metrics, load: load)
  }

  /// The comparison with one metric more; one of the same name is replaced in its place.
  public func adding(_ verdict: MetricVerdict) -> CaseComparison {
    var metrics = metrics
    if let place = metrics.firstIndex(where: { $0.metric.name == verdict.metric.name }) {
      metrics[place] = verdict
    } else {
      metrics.append(verdict)
    }
    return with(metrics: metrics)
  }

  /// The comparison with what another method found of the same case; where that could not compare
  /// it to the end, its status says why.
  public func adding(_ other: CaseComparison) -> CaseComparison {
    guard status == .compared else { return self }
    guard other.status == .compared else { return with(status: other.status) }
    let joined = other.metrics.reduce(self) { $0.adding($1) }
    return CaseComparison(
      scenarioCase: scenarioCase, status: status, metrics: joined.metrics,
      load: other.load ?? load)
  }
}
