import Support
import TestSupport
import Testing

/// Metrics of performance tests and payloads of MetricKit: what is read, and what is named and not
/// used.
@Suite struct DeviceMeasurementsTests {
  private static let hitch = "com.apple.dt.XCTMetric_Hitch-b.time.ratio"

  @Test(
    arguments: [
      (MetricsFile.hitches, "12.5", "ms per s", 12.5), (MetricsFile.hitches, "0", "ms/s", 0),
      (
        "com.apple.dt.XCTMetric_OSSignpost-Scroll_Deceleration.animation.hitch.time.ratio", "7",
        "ms per s", 7
      ),
      (MetricsFile.peak, "180000.5", "kB", 180_000_500),
      (MetricsFile.peak, "180", "MB", 180_000_000), (MetricsFile.peak, "1.5", "GB", 1_500_000_000),
      ("com.apple.dt.XCTMetric_Memory.physical_peak", "2000000", "bytes", 2_000_000),
      (MetricsFile.clock, "1.5", "s", 1_500_000_000), (MetricsFile.clock, "20", "ms", 20_000_000),
      ("com.apple.XCTPerformanceMetric_WallClockTime", "2", "seconds", 2_000_000_000),
    ] as [(String, String, String, Double)]) func aMetricIsReadInItsUnit(
      _ identifier: String, _ value: String, _ unit: String, _ expected: Double
    ) throws
  {
    let read = try MetricsFile.read(MetricsFile.list([MetricsFile.metric(identifier, value, unit)]))
    #expect(read.measured.map(\.samples.median) == [expected])
    #expect(read.measured.map(\.identifier) == [identifier])
    #expect(read.test == "MapTests/testPan()" && read.device == "iPhone 15 Pro")
  }

  @Test func aNameReplacesAMissingIdentifier() throws {
    let metric = MetricsFile.metric("", "2", "ms/s").replacing("\"identifier\": \"\", ", with: "")
    let read = try MetricsFile.read(
      MetricsFile.list([MetricsFile.metric(MetricsFile.peak, "1", "MB"), metric]))
    #expect(read.unused.map(\.identifier) == ["A name"])
  }

  @Test func theRunsOfATestAreOneSample() throws {
    let runs = ["1, 9", "5"].map { [MetricsFile.metric(MetricsFile.hitches, $0, "ms/s")] }
    let read = try MetricsFile.read("[\(MetricsFile.test(device: nil, runs: runs))]")
    let samples = try #require(read["hitch-time-ratio"])
    #expect(samples.count == 3 && samples.median == 5 && samples.minimum == 1)
    #expect(read.device == "an unknown device")
  }

  @Test(arguments: [
    ("com.apple.dt.XCTMetric_CPU.time", "1", "s", "the model has no such number"),
    ("com.apple.dt.XCTMetric_Memory.physical", "-5", "kB", "no such number"),
    ("com.apple.dt.XCTMetric_Memory.physical_absolute", "5", "kB", "no such number"),
    ("com.apple.dt.XCTMetric_Hitch-a.normalized.time.ratio", "5", "ms/s", "no such number"),
    ("com.apple.dt.XCTMetric_Hitch-a.total.duration", "5", "s", "no such number"),
    ("com.apple.dt.XCTMetric_OSSignpost-load.duration", "5", "s", "no such number"),
    (MetricsFile.peak, "180", "pages", "in bytes, kB, MB or GB, found '180 pages'"),
    (MetricsFile.peak, "180", "s", "found '180 s'"),
    (
      MetricsFile.peak, "200000, 0", "kB",
      "1 MB to 1 TB in bytes, kB, MB or GB, found '200000, 0 kB'"
    ),
    (MetricsFile.peak, "", "kB", "found ' kB'"),
    (MetricsFile.clock, "-1", "s", "a time of at most a day in ns, ms or s, found '-1 s'"),
    (hitch, "3", "ms/s", "\(MetricsFile.hitches) is used instead"),
    (hitch, "", "ms/s", "\(MetricsFile.hitches) is used instead"),
  ]) func whatIsNotUsedIsNamedWithTheReason(
    _ identifier: String, _ value: String, _ unit: String, _ reason: String
  ) throws {
    let read = try MetricsFile.read(
      MetricsFile.list([
        MetricsFile.metric(MetricsFile.hitches, "2", "ms/s"),
        MetricsFile.metric(identifier, value, unit),
      ]))
    #expect(read.measured.map(\.identifier) == [MetricsFile.hitches])
    #expect(read.unused.count == 1)
    #expect(read.reasons[0].hasPrefix(identifier) && read.reasons[0].contains(reason))
  }

  private static let ratio = "\"animationMetrics\": {\"scrollHitchTimeRatio\": "
  private static let memory = "\"memoryMetrics\": {\"peakMemoryUsage\": "

  @Test(
    arguments: [
      (ratio, "4.5 ms per s", "hitch-time-ratio", 4.5),
      (ratio, "12.345 ms per s", "hitch-time-ratio", 12.345),
      (ratio, "1,000 ms per s", "hitch-time-ratio", 1_000),
      (ratio, "0 ms per s", "hitch-time-ratio", 0),
      (memory, "200,000 kB", "modelled-footprint", 200_000_000),
      (memory, "1,106,818 kB", "modelled-footprint", 1_106_818_000),
      (memory, "1.5 GB", "modelled-footprint", 1_500_000_000),
      (memory, "250 MB", "modelled-footprint", 250_000_000),
    ] as [(String, String, String, Double)])
  func aNumberInWordsIsRead(
    _ group: String, _ text: String, _ metric: String, _ expected: Double
  ) throws {
    let read = try MetricsFile.read(MetricsFile.payload("\(group)\"\(text)\"}"))
    #expect(read[metric]?.median == expected)
    #expect(read.test == nil && read.device == "iPhone16,1, iPhone OS 26.1 (23B85)")
  }

  @Test(arguments: [
    "1,106,818千字节", "1.106.818 kB", "200.000 kB", "180.123 kB", "1,5 GB", "200\u{202F}000 kB",
    "much", "-5 MB", "2 MB 3",
  ]) func wordsThatAreNotEnglishAreNotRead(_ text: String) throws {
    let read = try MetricsFile.read(MetricsFile.payload("\(Self.memory)\"\(text)\"}"))
    #expect(read.measured.isEmpty && read.reasons.count == 1)
    #expect(read.reasons[0].hasPrefix("memoryMetrics.peakMemoryUsage: expected 1 MB to 1 TB in "))
  }

  @Test func thePreferredHitchRatioIsThatOfAllAnimations() throws {
    let read = try MetricsFile.read(
      MetricsFile.payload(
        #""animationMetrics": {"scrollHitchTimeRatio": "9 ms per s", "hitchTimeRatio": "4 ms per s"}"#
      ))
    #expect(read["hitch-time-ratio"]?.median == 4)
    #expect(
      read.reasons == [
        "animationMetrics.scrollHitchTimeRatio: animationMetrics.hitchTimeRatio is used instead"
      ])
  }

  @Test func theLongestHangIsAnUpperBound() throws {
    let read = try MetricsFile.read(
      MetricsFile.payload(MetricsFile.hangs((3, "300 ms"), (1, "1 sec"), (0, "2 sec"))))
    #expect(read.measured.map(\.samples.median) == [1_000_000_000])
    #expect(read.measured.map(\.quantity.metric) == ["longest-freeze"])
    for (buckets, found) in [
      (MetricsFile.hangs((0, "300 ms")), "no hang"), (MetricsFile.hangs((1, "9 sec")), "9 sec"),
      (MetricsFile.hangs((1, "9 Takte")), "9 Takte"),
    ] {
      let read = try MetricsFile.read(MetricsFile.payload(buckets))
      #expect(read.measured.isEmpty && read.reasons.count == 1)
      #expect(read.reasons[0].hasSuffix("expected a hang of less than 9 s, found '\(found)'"))
    }
  }

  @Test func oneTestIsChosen() throws {
    let metric = [MetricsFile.metric(MetricsFile.hitches, "2", "ms/s")]
    let tests = ["MapTests/testPan()", "MapTests/testZoom()", "OtherTests/testPan()"]
    let text = "[\(tests.map { MetricsFile.test($0, runs: [metric]) }.joined(separator: ", "))]"
    #expect(
      MetricsFile.error(text).contains(
        "expected --test with one of the tests: MapTests/testPan(); MapTests/testZoom(); "
          + "OtherTests/testPan()"))
    #expect(try MetricsFile.read(text, test: "testZoom").test == "MapTests/testZoom()")
    #expect(try MetricsFile.read(text, test: "OtherTests/testPan").test == "OtherTests/testPan()")
    #expect(
      MetricsFile.error(text, test: "testPan").contains(
        "one of the tests: MapTests/testPan(); OtherTests/testPan(); found 'testPan'"))
    #expect(MetricsFile.error(text, test: "test").contains("OtherTests/testPan(); found 'test'"))
    #expect(
      MetricsFile.error(MetricsFile.payload(MetricsFile.hangs()), test: "test").contains(
        "one of the tests: none; found 'test'"))
    let devices = ["A", "B"].map { MetricsFile.test(device: $0, runs: [metric]) }
    #expect(
      MetricsFile.error("[\(devices.joined(separator: ", "))]")
        .contains("expected the measurements of one device, found A; B"))
  }

  @Test(arguments: [
    ("[", "it is not JSON"), ("{}", "found other keys"), (#"[{"a": 1}]"#, "found other keys"),
    (#"{"_type": {"_name": "ActionTestSummary"}}"#, "found other keys"),
    ("[]", "found none"), (#"{"metaData": 5}"#, "found another kind of value"),
    (#"[{"testIdentifier": "a", "testRuns": [{}]}]"#, "expected 'metrics' in [0].testRuns[0]"),
    (
      #"[{"testIdentifier": "a", "testRuns": [{"metrics": [{"measurements": ["x"]}]}]}]"#,
      "expected a number in [0].testRuns[0].metrics[0].measurements[0]"
    ),
  ]) func aFileOfAnotherFormIsRefused(_ text: String, _ reason: String) {
    let error = MetricsFile.error(text)
    #expect(error.contains("metrics.json: expected ") && error.contains(reason), "\(error)")
  }

  @Test func aFileHasALimit() {
    let error = MetricsFile.error(String(repeating: " ", count: 16 * 1_048_576 + 1))
    #expect(error.contains("at most 16 MiB: it cannot be read (File too large)"))
  }
}
