import ScenarioModel
import Testing

/// Numbers with units, as people write them.
@Suite struct QuantityTests {
  @Test(
    arguments: [
      ("5 ns", MetricUnit.nanoseconds, 5.0), ("5 us", .nanoseconds, 5e3),
      ("16.7 ms", .nanoseconds, 16.7e6), ("16.7ms", .nanoseconds, 16.7e6),
      ("2 s", .nanoseconds, 2e9), ("1e3 ms", .nanoseconds, 1e9), ("0 ms", .nanoseconds, 0),
      ("200 MB", .bytes, 2e8), ("1_000 B", .bytes, 1_000), ("3 KB", .bytes, 3_000),
      ("1.5 GB", .bytes, 1.5e9), ("2 KiB", .bytes, 2_048), ("1 MiB", .bytes, 1_048_576),
      ("1 GiB", .bytes, 1_073_741_824),
      ("0.999", .fraction, 0.999), ("80 %", .fraction, 0.8), ("80%", .fraction, 0.8),
      ("10 ms/s", .millisecondsPerSecond, 10), ("10", .millisecondsPerSecond, 10),
      ("28 pt", .points, 28), ("28", .points, 28),
      ("400", .count, 400), ("1_000", .count, 1_000), ("+3", .count, 3),
      ("0.25", .ratio, 0.25), ("  7  ", .count, 7),
    ])
  func quantities(text: String, unit: MetricUnit, expected: Double) throws {
    let value = try #require(Quantity.parse(text[...], as: unit))
    #expect(abs(value - expected) <= 1e-15 * abs(expected))
  }

  @Test(
    arguments: [
      ("5", MetricUnit.nanoseconds), ("5", .bytes), ("5 MB", .nanoseconds), ("5 ms", .bytes),
      ("5 minutes", .nanoseconds), ("5 Mb", .bytes), ("5 mb", .bytes), ("five ms", .nanoseconds),
      ("ms", .nanoseconds), ("", .count), (" ", .count), ("5 %", .count), ("5 x", .ratio),
      ("1.2.3", .count), ("nan", .count), ("inf", .count), ("1e999", .count), ("0x10", .count),
      ("1 000", .count), ("5 ms 3", .nanoseconds), ("٣", .count), ("5e", .count),
      // Beyond what a number can hold, after the unit is applied.
      ("1e308 s", .nanoseconds), ("-1e308 GiB", .bytes),
    ])
  func noQuantities(text: String, unit: MetricUnit) {
    #expect(Quantity.parse(text[...], as: unit) == nil)
  }

  @Test func expectationsNameTheUnits() {
    #expect(Quantity.expectation(for: .nanoseconds) == "a number with one of ns, us, ms, s")
    #expect(Quantity.expectation(for: .fraction) == "a number, with or without %")
    #expect(Quantity.expectation(for: .count) == "a plain number")
  }
}
