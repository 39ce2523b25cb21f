import Measurement
import Verdicts

extension ComparisonDocument {
  /// Collects what a comparison found out and what its verdict is.
  ///
  /// - Parameter failsOnInconclusive: whether the command takes what could not be decided for a
  ///   failure, which its exit code then says.
  public init(
    _ results: ComparisonResults, verdict: ComparisonVerdict, failsOnInconclusive: Bool = false
  ) {
    schema = Self.currentSchema
    kind = results.kind
    command = results.command
    base = SideEntry(name: results.base.name, provenance: results.base.provenance)
    head = SideEntry(name: results.head.name, provenance: results.head.provenance)
    refusal = results.refusal
    let findings = ComparisonFindings(results, verdict: verdict)
    open = findings.open
    failure = findings.failure
    orderSeed = results.orderSeed
    warnings = results.warnings
    let passes = verdict.exitCode == .inconclusive && !failsOnInconclusive
    self.verdict = VerdictEntry(
      status: verdict.exitCode.comparisonWord,
      exitCode: (passes ? .pass : verdict.exitCode).rawValue,
      summary: verdict.headline(results), tally: Tally(verdict.tally))
    cases = results.cases.map {
      CaseEntry($0, command: results.command(repeating: $0).map { "mappressure \($0)" })
    }
  }

  /// The document as JSON, with sorted keys.
  public func text() throws(ReportingError) -> String {
    try SortedJSON.text(of: self, named: ComparisonReport.documentFile)
  }
}

extension ComparisonDocument.Tally {
  fileprivate init(_ tally: ComparisonVerdict.Tally) {
    passed = tally.passed
    regressions = tally.regressions
    improvements = tally.improvements
    inconclusive = tally.inconclusive
    new = tally.new
    missing = tally.missing
    notGated = tally.notGated
  }
}

extension ComparisonDocument.CaseEntry {
  fileprivate init(_ comparison: CaseComparison, command: String?) {
    scenario = comparison.scenarioCase.scenario
    variant = comparison.scenarioCase.variant
    size = comparison.scenarioCase.size
    strategy = comparison.scenarioCase.strategy
    status = comparison.status.identifier
    reason = comparison.status.reason
    self.command = command
    load = comparison.load
    metrics = comparison.metrics.map { ComparisonDocument.MetricEntry($0) }
  }
}

extension ComparisonDocument.MetricEntry {
  fileprivate init(_ verdict: MetricVerdict) {
    name = verdict.metric.name
    unit = verdict.metric.unit
    kind = verdict.metric.kind
    polarity = verdict.metric.polarity
    outcome = verdict.outcome.word
    reason = verdict.outcome.reason
    method = ComparisonDocument.MethodEntry(verdict.method)
    base = verdict.base.finite
    head = verdict.head.finite
    effect = verdict.effect.flatMap { ComparisonDocument.EffectEntry($0) }
    minimumDetectableEffect = verdict.minimumDetectableEffect.finite
  }
}

extension ComparisonDocument.EffectEntry {
  /// `nil` where a number is infinite or none: JSON has no word for those.
  fileprivate init?(_ effect: MetricVerdict.Effect) {
    guard effect.change.isFinite, effect.low.isFinite, effect.high.isFinite else { return nil }
    change = effect.change
    low = effect.low
    high = effect.high
  }
}

extension ComparisonDocument.MethodEntry {
  fileprivate init(_ method: MetricVerdict.Method) {
    name = method.word
    switch method {
    case .exact(let allowance):
      tolerance = allowance.share
      toleratedAmount = allowance.amount > 0 ? allowance.amount : nil
    case .lockStep(let lockStep):
      margin = lockStep.margin
      pairs = lockStep.pairs
      confirmingPairs = lockStep.confirmingPairs
      confidence = lockStep.confidence
      frames = lockStep.frames
      framesOfCase = lockStep.framesOfCase
      waiting = lockStep.waiting
    case .samples(let base, let head, let margin):
      self.margin = margin
      baseSamples = base
      headSamples = head
    case .instructions(let source, let tolerance):
      self.source = source
      self.tolerance = tolerance
    }
  }
}

extension Double? {
  fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}
