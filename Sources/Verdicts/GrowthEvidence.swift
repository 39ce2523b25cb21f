import Harness
import ScenarioModel
import Statistics

/// How a metric grows with the size, or the reason why that is not known.
enum GrowthEvidence {
  case fit(PowerLawFit)
  /// There are numbers, and none that has a growth.
  case unfit(PowerLawError)
  /// There is no number at some size.
  case missing(reason: String)
}

extension RunResults.ScenarioResults {
  /// How a strategy's metric grows over all sizes of a variant.
  ///
  /// What is the same in every trial is taken as it is; what is measured varies, and every trial's
  /// value counts, so that the growth has an interval.
  func growth(of metric: String, strategy: String, variant: String) -> GrowthEvidence {
    var points: [(size: Double, costs: [Double])] = []
    var isExact = true
    for size in sizes(of: variant) {
      let world = Configuration(variant: variant, size: size)
      switch evidence(metric, strategy: strategy, in: world) {
      case .missing(let reason): return .missing(reason: reason)
      case .number(let median):
        let found = result(of: strategy, in: world)?[metric: metric]
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
      return .unfit(error)
    }
  }

  /// The sizes that a variant was run at, ascending.
  func sizes(of variant: String) -> [Int] {
    worlds.filter { $0.variant == variant }.map(\.size).sorted()
  }
}
