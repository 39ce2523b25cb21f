import ScenarioModel
import Support

/// The evidence of a verdict: a number that it rests on, or the reason why there is none.
extension MetricValue {
  /// The median of a metric of a case.
  ///
  /// A case that did not complete gives no evidence, even where some of its trials completed: the
  /// lost ones may be the ones that matter.
  package init(_ metric: String, of result: CaseResult) {
    let strategy = result.scenarioCase.strategy
    guard result.status == .completed else {
      self = .notAvailable(reason: "\(strategy): \(result.status)")
      return
    }
    guard let found = result[metric: metric] else {
      self = .notAvailable(reason: "\(strategy) has no metric \(metric)")
      return
    }
    if let number = found.number {
      self = .number(number)
    } else if case .number = found.value {
      self = .notAvailable(reason: "\(metric) of \(strategy) is not a finite number")
    } else {
      self = .notAvailable(
        reason: "\(metric) of \(strategy) is not available: \(found.missingReason ?? "no number")")
    }
  }

  package func multiplied(by factor: Double) -> MetricValue {
    number.map { .number(factor * $0) } ?? self
  }
}

/// The growth of a metric with the size, or the reason why it is not known.
enum GrowthEvidence {
  case fit(PowerLawFit)
  /// The metric has numbers that no power law fits.
  case noFit(PowerLawError)
  /// A size has no number.
  case missing(reason: String)
}

extension ScenarioResults {
  /// Returns the growth of a strategy's metric over all sizes of a variant.
  ///
  /// A counted or modelled metric gives its one value of each size, a measured one every trial's
  /// value, so that the growth has an interval.
  func growth(of metric: String, strategy: String, variant: String) -> GrowthEvidence {
    var points: [(size: Double, costs: [Double])] = []
    var isExact = true
    for size in sizes(of: variant) {
      let configuration = Configuration(variant: variant, size: size)
      switch evidence(metric, strategy: strategy, in: configuration) {
      case .notAvailable(let reason): return .missing(reason: reason)
      case .number(let median):
        let found = result(of: strategy, in: configuration)?[metric: metric]
        let isMeasured = found.map { !$0.metric.kind.isDeterministic } ?? false
        if isMeasured { isExact = false }
        let samples = found?.samples.compactMap(\.value.number) ?? []
        points.append((Double(size), isMeasured ? samples : [median]))
      }
    }
    do throws(PowerLawError) {
      return .fit(
        isExact
          ? try PowerLawFit(exact: points.map { ($0.size, $0.costs[0]) })
          : try PowerLawFit(samples: points))
    } catch {
      return .noFit(error)
    }
  }

  /// Returns the configurations that a filter selects, without sizes that the scenario was not made
  /// for: a bound says nothing about them.
  func configurations(of restriction: ConfigurationFilter) -> [Configuration] {
    configurations.filter { restriction.includes($0) && !isForeign($0.size, to: restriction) }
  }

  private func isForeign(_ size: Int, to restriction: ConfigurationFilter) -> Bool {
    restriction.size != size && !scenario.sizes.isEmpty && !scenario.sizes.contains(size)
  }

  /// Returns the reason why a filter selects no configuration of the run, or `nil` where it selects
  /// one.
  func absence(of restriction: ConfigurationFilter) -> String? {
    guard configurations(of: restriction).isEmpty else { return nil }
    if let size = restriction.size, !configurations.contains(where: { $0.size == size }) {
      return "size \(size) is not in this run"
    }
    if configurations.contains(where: { restriction.includes($0) }) { return foreignSizes }
    return restriction.variant.map { "\($0) is not in this run" }
  }

  /// The reason why a growth over all sizes is not judged; `nil` if the scenario was made for all
  /// of them.
  var foreignSizes: String? {
    let foreign = Set(configurations.map(\.size)).subtracting(scenario.sizes).sorted()
    guard !scenario.sizes.isEmpty, !foreign.isEmpty else { return nil }
    func list(_ sizes: [Int]) -> String { sizes.map(String.init).joined(separator: ", ") }
    return "the scenario is for sizes \(list(scenario.sizes)), but this run has \(list(foreign))"
  }

  func evidence(_ metric: String, strategy: String, in configuration: Configuration) -> MetricValue
  {
    guard let result = result(of: strategy, in: configuration) else {
      return .notAvailable(reason: "\(strategy) was not selected in this run")
    }
    return MetricValue(metric, of: result)
  }
}
