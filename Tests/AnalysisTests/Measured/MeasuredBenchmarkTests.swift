import Families
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing
import Validation

/// Measurements of one's own beside the model, and the parameter that a test tells.
@Suite struct MeasuredBenchmarkTests {
  private static let text = """
    scenario: small
    title: A small scenario
    family: annotations
    source: "a test"
    data: { generator: city, pins: 20, seed: 1 }
    device: { viewport: [100, 200], scale: 1, refresh: 60, profile: partly-measured-phone }
    camera: { trace: world, frames: 30, seed: 1 }
    naive: all-pins
    strategies: [all-pins]
    sizes: [10, 20]
    trials: 1
    """

  private func results(_ file: String, clock: String? = nil) async throws -> ValidationResults {
    let scenario = try Scenario(yaml: Self.text, file: "small.yaml", families: .standard)
    let benchmark = try PublishedBenchmark(
      MetricsFile.read(file),
      of: Case(scenario: "small", variant: "", size: 20, strategy: scenario.naive), in: scenario,
      clock: scenario.family.metrics.first { $0.name == clock })
    let folder = try TemporaryFolder()
    let profile = try #require(scenario.workload.profile)
    return try await ModelValidation(
      benchmarks: [benchmark], sets: [ParameterSet(of: profile)]
    ).run(folder: folder.path)
  }

  @Test func aMeasurementStandsBesideTheReplay() async throws {
    let results = try await results(
      MetricsFile.list(
        MetricsFile.metric(MetricsFile.peak, "10, 20, 30", "MB"),
        MetricsFile.metric(MetricsFile.clock, "1", "s"),
        MetricsFile.metric("com.apple.dt.XCTMetric_CPU.time", "1", "s")))
    #expect(results.isOwn && results.sets.map(\.name) == ["partly-measured-phone"])
    let row = results.sets[0].rows[0]
    #expect(row.label == "modelled-footprint" && row.measured == 20_000_000)
    let modelled = try #require(row.modelled.number)
    #expect(row.errorFactor == modelled / 20_000_000)
    #expect(row.measuredOn == "iPhone 15 Pro")
    let text = ValidationReport.document(results).text
    for part in [
      " x too high)", "MapTests/testPan() of ", "the model cannot express", "says it with --clock",
      "the model has no such number", "small 20 all-pins", "3 values; it has the app's own memory",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
    #expect(!text.contains("The model is wrong by a factor"))
  }

  @Test func aClockMeasuresWhatTheUserSays() async throws {
    let file = MetricsFile.list(MetricsFile.metric(MetricsFile.clock, "1", "s"))
    let row = try await results(file, clock: "longest-freeze").sets[0].rows[0]
    #expect(row.label == "longest-freeze" && row.measured == 1_000_000_000)
    #expect(row.figure.contains("1 value; only the test's author"))
  }

  /// 20 pins freeze for more than a nanosecond and less than 8 s.
  @Test(arguments: [("8 sec", true, "keeps the bound"), ("1 ns", false, "breaks the bound")])
  func aHangIsAnUpperBound(_ end: String, isKept: Bool, verdict: String) async throws {
    let results = try await results(MetricsFile.payload(MetricsFile.hangs((1, end))))
    let row = results.sets[0].rows[0]
    #expect(row.isBound && row.isWithinSpread == isKept)
    #expect(ValidationReport.document(results).text.contains(verdict))
  }
}

@Suite struct MeasuredParameterTests {
  private func measurements(
    _ identifier: String, _ values: String, _ unit: String
  ) throws -> DeviceMeasurements {
    try MetricsFile.read(
      MetricsFile.list(MetricsFile.metric(identifier, values, unit), test: "T/testA()"))
  }

  @Test func aTestOfAnEmptyMapTellsItsHitches() throws {
    let base = PlatformProfile.sample()
    let test = try measurements(MetricsFile.hitches, "9, 7, 8, 6, 10", "ms per s")
    let parameter = try MeasuredParameter.mapHitchFloor.fitted(to: test)
    #expect(abs(parameter.value - 0.008) < 1e-12)
    let fit = ProfileFit(parameter, base: base)
    #expect(fit.parameters.map(\.name) == [.mapHitchFloor])
    let profile = try FittedProfile(fit, of: FitOrigin(test), file: "metrics.json")
    #expect(profile.name == "measured-iphone-15-pro")
    #expect(profile.text.contains("value: 8, low: 6, high: 10, unit: ms/s, confidence: measured"))
    #expect(profile.text.contains("metrics.json: iPhone 15 Pro; T/testA(), 5 repetitions"))
    let report = ProfileFitReport.text(
      fit, after: MeasuredParameter.mapHitchFloor.header(test))
    #expect(report.contains("T/testA() moves a map without annotations"))
    #expect(report.contains("tells no other parameter") && !report.contains("RMS residual"))
  }

  @Test func aTestWithoutAMapTellsTheMemoryOfTheApp() throws {
    let test = try measurements(MetricsFile.peak, "60, 61, 60, 60, 59", "MB")
    let parameter = try MeasuredParameter.appBaseMemory.fitted(to: test)
    #expect(parameter.name == .appBaseMemory && parameter.value == 60_000_000)
    #expect(parameter.low == 59_000_000 && parameter.high == 61_000_000)
  }

  @Test(arguments: [
    (MetricsFile.hitches, "1, 2, 3, 4", "at least 5 repetitions"),
    (MetricsFile.hitches, "1, 2, 3, 4", "of hitch-time-ratio, found 4"),
    (MetricsFile.clock, "1, 2, 3, 4, 5", "of hitch-time-ratio, found 0"),
    (MetricsFile.hitches, "-1", "found 0; \(MetricsFile.hitches): expected 0 to 1,000 ms per s"),
  ]) func aTestThatTellsTooLittleIsRefused(
    _ identifier: String, _ values: String, _ reason: String
  ) throws {
    let unit = identifier == MetricsFile.clock ? "s" : "ms/s"
    let error = try #require(throws: DeviceMeasurementsError.self) {
      try MeasuredParameter.mapHitchFloor.fitted(to: measurements(identifier, values, unit))
    }
    #expect("\(error)".contains(reason), "\(error)")
  }

  @Test func aDayOfAnAppTellsNoParameter() throws {
    let payload = try MetricsFile.read(
      MetricsFile.payload(#""memoryMetrics": {"peakMemoryUsage": "200,000 kB"}"#))
    let error = try #require(throws: DeviceMeasurementsError.self) {
      try MeasuredParameter.appBaseMemory.fitted(to: payload)
    }
    #expect("\(error)".contains("a day of a whole app"))
  }
}
