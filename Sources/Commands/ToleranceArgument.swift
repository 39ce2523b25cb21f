import ArgumentParser
import Measurement
import ScenarioModel
import Support
import YAMLReading

/// A tolerance on the command line: `bytes-allocated=1%`.
struct ToleranceArgument: ExpressibleByArgument {
  let tolerance: Tolerance

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let share = Tolerance.share(parts[1]) else {
      return nil
    }
    tolerance = Tolerance(metric: String(parts[0]), share: share)
  }

  static let help = ArgumentHelp(
    "How much worse a metric may get, as METRIC=SHARE%; goes before the scenario file's.",
    valueName: "metric=share%")
}

extension [ToleranceArgument] {
  /// The tolerances, the one given last first; throws where a metric is none of those known.
  func tolerances(of metrics: [Metric]) throws(UnknownToleranceMetric) -> [Tolerance] {
    for argument in self
    where !metrics.contains(where: { $0.name == argument.tolerance.metric }) {
      throw UnknownToleranceMetric(
        name: argument.tolerance.metric, known: metrics.map(\.name).uniqued())
    }
    return reversed().map(\.tolerance)
  }

  /// The options as one would type them.
  var repeatedArguments: [String] {
    flatMap { ["--tolerance", "\($0.tolerance.metric)=\($0.tolerance.share * 100)%"] }
  }
}

/// A metric that none of the scenarios has.
struct UnknownToleranceMetric: Error, CustomStringConvertible {
  let name: String
  let known: [String]

  var description: String {
    "--tolerance: there is no metric '\(name)'"
      + (NearestName.find(name, among: known).map { "; did you mean '\($0)'?" } ?? "")
      + " (known: \(known.joined(separator: ", ")))"
  }
}
