import Documents
import ScenarioModel
import Testing

@Suite struct NumberFormatTests {
  @Test(arguments: [
    (0.0, "0 ns"), (1, "1 ns"), (999, "999 ns"), (999.6, "1.00 µs"), (1_234, "1.23 µs"),
    (12_345, "12.3 µs"), (1_234_567, "1.23 ms"), (16_666_667, "16.7 ms"), (999_499, "999 µs"),
    (999_600, "1.00 ms"), (2e9, "2.00 s"), (2_500_000_000, "2.50 s"), (-1_234, "-1.23 µs"),
    (3.6e12, "3,600 s"),
  ]) func times(nanoseconds: Double, text: String) {
    #expect(NumberFormat.text(nanoseconds, .nanoseconds) == text)
  }

  @Test(arguments: [
    (512.0, "512 B"), (1_500, "1.50 KB"), (282_400_000, "282 MB"), (1_234_567_890, "1.23 GB"),
  ]) func memory(bytes: Double, text: String) {
    #expect(NumberFormat.text(bytes, .bytes) == text)
  }

  @Test(arguments: [
    (0.0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (10_000, "10,000"),
    (1_234_567, "1,234,567"), (-1_000, "-1,000"), (2.5, "2.50"), (1_234.5, "1,235"),
  ]) func counts(count: Double, text: String) {
    #expect(NumberFormat.text(count, .count) == text)
  }

  @Test(arguments: [
    (1.0, "100 %"), (0, "0 %"), (0.999, "99.9 %"), (0.5, "50.0 %"), (0.9999, "99.99 %"),
    (0.999_95, "99.995 %"), (0.000_1, "0.01 %"), (0.999_999_999_999, "almost 100 %"),
  ]) func sharesNeverRoundALossAway(share: Double, text: String) {
    #expect(NumberFormat.text(share, .fraction) == text)
  }

  @Test(arguments: [
    (1.0, "1.00 x"), (0.04, "0.040 x"), (0.004_12, "0.0041 x"), (0.25, "0.25 x"), (9.99, "9.99 x"),
    (12.34, "12.3 x"), (1_234, "1,230 x"), (999.9, "1,000 x"), (2_029_501, "2,030,000 x"),
    (0, "0 x"), (1e-7, "1.0e-07 x"),
  ]) func ratios(ratio: Double, text: String) {
    #expect(NumberFormat.ratio(ratio) == text)
  }

  /// Without a judgement: the direction is that of the number.
  @Test(
    arguments: [
      ([1.8e9, 14.7e6, 0], MetricUnit.nanoseconds, ["1,800 ms", "14.7 ms", "0 ms"]),
      ([20e6, 200e3], .nanoseconds, ["20.0 ms", "0.200 ms"]),
      ([150, 200], .nanoseconds, ["150 ns", "200 ns"]),
      ([308e6, 3.08e6], .bytes, ["308 MB", "3.08 MB"]),
      // Too far apart for one unit.
      ([2e9, 20e3], .nanoseconds, ["2.00 s", "20.0 µs"]), ([0], .nanoseconds, ["0 ns"]),
      ([0.5, 1], .fraction, ["50.0 %", "100 %"]), ([], .count, []),
    ] as [([Double], MetricUnit, [String])]) func aColumnHasOneUnit(
      values: [Double], unit: MetricUnit, texts: [String]
    )
  {
    #expect(NumberFormat.column(values, unit) == texts)
  }

  @Test func anIntervalHasTheUnitOfItsMedian() {
    #expect(
      NumberFormat.interval(900_000, 1_300_000, around: 1_100_000, .nanoseconds) == "0.900–1.30")
    #expect(NumberFormat.interval(290.1e6, 290.4e6, around: 290.2e6, .bytes) == nil)
    #expect(NumberFormat.interval(281e6, 300e6, around: 282e6, .bytes) == "281–300")
  }

  @Test func hasAWordForWhatIsNoNumber() {
    for unit in MetricUnit.allCases {
      #expect(NumberFormat.text(.nan, unit).contains("not a finite number"))
    }
  }

  @Test func isWithinHalfAPercentOfTheNumber() throws {
    // Read back, every text is the number to three digits.
    let scales = ["ns": 1.0, "µs": 1e3, "ms": 1e6, "s": 1e9]
    var value = 0.001
    while value < 1e14 {
      let text = NumberFormat.text(value, .nanoseconds)
      let words = text.split(separator: " ")
      let digits = String(words[0].filter { $0 != "," })
      let number = try #require(Double(digits))
      let scale = try #require(scales[String(words[1])])
      #expect(abs(number * scale - value) <= value * 0.005, "\(value) as \(text)")
      value *= 1.037
    }
  }
}
