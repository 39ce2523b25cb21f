import Simulation
import Support

/// A parameter that a performance test tells, because its author says what the test shows.
///
/// One hitch ratio or one memory peak has all costs of an app together. Only a test that shows
/// nothing else than what a parameter stands for tells that parameter.
package enum MeasuredParameter: String, CaseIterable, Sendable {
  case mapHitchFloor = "map-hitch-floor"
  case appBaseMemory = "app-base-memory"

  /// The repetitions of a test that an interval needs: of 5 it has 94 % confidence.
  private static let minRepetitions = 5

  /// The parameter, its metric, the metric's unit in its own, and what the test must show.
  private var known: (name: ProfileParameter.Name, metric: String, scale: Double, shows: String) {
    switch self {
    case .mapHitchFloor:
      (.mapHitchFloor, "hitch-time-ratio", 1 / 1_000.0, "moves a map without annotations")
    case .appBaseMemory:
      (.appBaseMemory, "modelled-footprint", 1, "shows the app without a map")
    }
  }

  /// What a report of the fit says first.
  package func header(_ test: DeviceMeasurements) -> [String] {
    [
      "Measured on \(test.device): \(rawValue), if \(test.test ?? "the test") \(known.shows).",
      "One number, in which all costs are together, tells no other parameter.",
    ]
  }

  /// Takes the parameter from a test.
  package func fitted(
    to test: DeviceMeasurements
  ) throws(DeviceMeasurementsError) -> ProfileFit.Parameter {
    let (name, metric, scale, _) = known
    let samples = test.measured.first { $0.quantity.metric == metric }?.samples
    guard test.test != nil, let samples, samples.count >= Self.minRepetitions else {
      let unused = test.unused.map { "; \($0): \($1)" }.joined()
      throw DeviceMeasurementsError(
        path: test.path,
        reason: "expected a performance test with at least \(Self.minRepetitions) repetitions "
          + "(iterationCount of XCTMeasureOptions) of \(metric), found "
          + (test.test == nil ? "a day of a whole app" : "\(samples?.count ?? 0)\(unused)"))
    }
    return ProfileFit.Parameter(
      name: name, value: samples.median * scale, low: samples.low * scale,
      high: samples.high * scale, measurements: samples.count)
  }
}
