import Support
import TestSupport
import Testing

/// The place of a phone on the axis of slowness, from the metrics of a performance test.
@Suite(.blocking) struct DeviceSlownessTests {
  private static func hitches(_ values: String = "20") -> String {
    MetricsFile.metric(MetricsFile.hitches, values, "ms/s")
  }

  /// 2,000 pins of a phone of some slowness.
  private static func scenario(_ name: String, slowness: String = "") -> ScenarioFile {
    ScenarioFile(
      name: name, data: "{ generator: cities, pins: 2_000, seed: 42 }",
      device: "viewport: [393, 852], scale: 1, refresh: 60",
      profile: "iphone-simulator\(slowness)", camera: "trace: pan-and-zoom, seconds: 4, seed: 7",
      sizes: "[100, 2_000]")
  }

  private func project(_ metrics: String...) throws -> TemporaryFolder {
    try TemporaryFolder(
      scenarios: [Self.scenario("small")],
      files: ["metrics.json": MetricsFile.list(metrics), "pins.csv": "lat,lon\n52,13\n"])
  }

  /// The two numbers that a phone of a slowness has in a replay.
  private func modelled(_ slowness: String, in project: TemporaryFolder) throws -> [Double] {
    try project.write(Self.scenario("secret", slowness: ", slowness: \(slowness)"))
    try project.run("run secret --sizes 2000 --trials 0 --no-draws --quiet --out s\(slowness)")
      .expect(0)
    let rows = try project.read("s\(slowness)/results.csv").split(separator: "\n")
    return try ["hitch-time-ratio", "longest-freeze"].map { metric in
      let row = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        .first { $0.contains("all-pins") && $0.contains { $0 == metric } }
      return try #require(row.flatMap { Double($0[8]) })
    }
  }

  private static let own = [
    "validate-model", "--measured", "metrics.json", "--scenario", "small",
  ]

  private func factor(
    _ more: [String], in project: TemporaryFolder
  ) throws -> (value: Double, low: Double, high: Double) {
    try project.run(Self.own + more + ["--out", "own"]).expect(0)
    let found = try project.json("own/phone.json").slowness
    return try (
      #require(found.factor.number), #require(found.low.number), #require(found.high.number)
    )
  }

  /// The numbers of a secret phone, with a spread of 4 % like recordings, reveal its slowness.
  @Test(.exhaustive) func aSecretPhoneIsPlacedWithin15Percent() throws {
    var random = SplitMix64(seed: 11)
    func fraction() -> Double { Double(random.next() >> 11) / 9_007_199_254_740_992 }
    var misses: [String] = []
    for number in 0..<10 {
      let secret = (100 * (1 + 3 * fraction())).rounded() / 100
      let project = try project()
      let values = try modelled("\(secret)", in: project)
      func spread(_ value: Double) -> String {
        (0..<7).map { _ in "\(value * (0.98 + 0.04 * fraction()))" }.joined(separator: ", ")
      }
      // Every other phone with the time of a clock, too.
      var metrics = [Self.hitches(spread(values[0]))]
      if number % 2 == 1 {
        metrics.append(MetricsFile.metric(MetricsFile.clock, spread(values[1]), "ns"))
      }
      try project.write(MetricsFile.list(metrics), to: "metrics.json")
      let found = try factor(number % 2 == 0 ? [] : ["--clock", "longest-freeze"], in: project)
      if max(found.value / secret, secret / found.value) > 1.15 {
        misses.append("\(secret): \(found)")
      }
      #expect((found.low...found.high).contains(secret), "\(secret): \(found)")
    }
    #expect(misses.count <= 1, "\(misses)")
  }

  @Test func aPhoneIsPlacedAndItsPinsAreAnsweredForIt() throws {
    let project = try project(
      MetricsFile.metric(MetricsFile.hitches, "300, 299, 301", "ms per s"),
      MetricsFile.metric(MetricsFile.clock, "2", "s"))
    let placed = try project.run(Self.own + ["--out", "own"]).expect(
      0, output: "The phone takes ", " to MapTests/testPan() on iPhone 15 Pro", "300 ms/s",
      "name the metric with --clock", "small 2000 all-pins", "slowness-up-to: ")
    #expect(placed.errors == "")
    #expect(
      try project.read("own/validation.md")
        == "# The model compared with measurements\n\n" + placed.output)
    let pins = (0..<2_000).map { "\(52 + Double($0 % 40) / 100),\(13 + Double($0 / 40) / 100)\n" }
    try project.write("lat,lon\n" + pins.joined(), to: "pins.csv")
    try project.run("try pins.csv --measured metrics.json --no-draws --out answer").expect(
      0, output: "The phone takes ")
    let written = try project.read("answer/scenario.yaml")
    #expect(written.contains("\n  slowness: ") && written.contains("\n  slowness-up-to: "))
    #expect(try project.read("answer/report.md").contains(" times as slow"))
  }

  /// Values that no phone can have, and those that do not depend on its speed.
  @Test(arguments: [
    (
      MetricsFile.hitches, "ms/s", "999.9",
      "the model has no such number at any slowness from 0.25 to 16"
    ),
    (
      "com.apple.dt.XCTMetric_Memory-a.physical_peak", "MB", "200",
      "the same number for every phone"
    ),
  ]) func aNumberWithoutMeaningHasAReason(
    _ name: String, _ unit: String, _ value: String, _ reason: String
  ) throws {
    let project = try project(MetricsFile.metric(name, value, unit))
    try project.run(Self.own + ["--case", "100/grid-clusters"]).expect(
      0, output: "The slowness of the phone is not known: ", reason, "not shown")
    try project.run("try pins.csv --measured metrics.json").expect(
      1, output: "not known", errors: "expected a number that shows how slow the phone is")
  }

  @Test(
    arguments: [
      (own + ["--case", "100/grid-cluster"], 1, "'grid-clusters'"),
      (own + ["--case", "grid-clusters"], 64, "SIZE"),
      (own + ["--clock", "hitch-time-ratio"], 1, "longest-freeze"),
      (own + ["--test", "testZoom"], 1, "testPan"),
      (own + ["--measured", "Scenarios/small.yaml"], 1, "xcresulttool"),
      (own + ["Scenarios/small.yaml"], 64, "--measured"),
      (own + ["--profile", "slow-device"], 64, "--measured"),
      (["validate-model", "--measured", "metrics.json"], 64, "init my-map"),
      (["validate-model", "--scenario", "small"], 64, "--measured"),
      (["validate-model", "--clock", "longest-freeze"], 64, "--measured"),
      (["try", "pins.csv", "--slowness", "0.1"], 64, "0.25 to 16"),
      (["try", "pins.csv", "--as", "all-pins"], 64, "--measured"),
      (["try", "pins.csv", "--measured", "metrics.json", "--slowness", "2"], 64, "--slowness"),
      (["validate", "Scenarios/beyond.yaml"], 1, "'slowness' with it"),
    ] as [([String], Int32, String)]) func wrongUsageIsRefused(
      _ arguments: [String], _ code: Int32, _ advice: String
    ) async throws
  {
    let project = try project(Self.hitches())
    try project.write(Self.scenario("beyond", slowness: ", slowness-up-to: 2"))
    try await project.call(arguments).expect(code, errors: advice)
  }

  @Test func aSlownessBelowTheOtherOrOfASlowedScenarioIsRefused() async throws {
    let project = try project(Self.hitches())
    try project.write(Self.scenario("small", slowness: ", slowness: 2, slowness-up-to: 1"))
    try await project.call("validate Scenarios/small.yaml").expect(
      1, errors: "at least the slowness, 2")
    try project.write(Self.scenario("small", slowness: ", slowness: 2"))
    try await project.call(Self.own).expect(1, errors: "without 'slowness'")
  }
}
