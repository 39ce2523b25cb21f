import ArgumentParser
import Harness
import ScenarioModel
import Validation

/// Options for measurements on the user's phone, and the slowness that they show.
struct MeasuredPhoneOptions: ParsableArguments {
  @Option(
    help: "Measurements of your phone: metrics from an .xcresult, or from MetricKit.",
    completion: .json)
  var measured: String?

  @Option(
    help: ArgumentHelp(
      "With --measured: the test in the file. (default: the only one)", visibility: .hidden))
  var test: String?

  @Option(
    help: ArgumentHelp(
      "With --measured: the modelled time that matches what the test timed.", valueName: "metric",
      visibility: .hidden))
  var clock: String?

  func validate() throws {
    guard measured != nil || test == nil && clock == nil else {
      throw ValidationError("--test and --clock need --measured")
    }
  }

  /// The measurements; `nil` without.
  func measurements() throws -> DeviceMeasurements? {
    try measured.map { try DeviceMeasurements(contentsOf: $0, test: test) }
  }

  /// The slowness of the phone, by replays of the case that the app is.
  func slowness(
    _ measurements: DeviceMeasurements, of scenarioCase: Case, in scenario: Scenario,
    cache: CacheOptions, call: Invocation
  ) async throws -> DeviceSlowness {
    let times = scenario.family.metrics.filter { $0.kind == .modelled && $0.unit == .nanoseconds }
    let time = times.first { $0.name == clock }
    if let clock, time == nil {
      throw CommandError("--clock", unknown: "modelled time", clock, known: times.map(\.name))
    }
    let limits = WorkerLimits.standard
    let pool = EvaluationPool(
      program: .itself(), limits: limits, kept: await cache.kept(limits: limits, call: call))
    return try await call.interruption.cancelling {
      try await DeviceSlowness(
        measurements, of: scenarioCase, in: scenario, clock: time, by: pool)
    } orElse: {
      call.errors.write("interrupted\n")
    }
  }
}
