import Reporting
import ScenarioModel
import Testing

struct ChangeFormatTests {
  @Test(
    arguments: [
      (14.7e6, 1.8e9, MetricUnit.nanoseconds, "122 times shorter"),
      (25, 10, .nanoseconds, "2.5 times longer"), (1, 6, .count, "6 times fewer"),
      (2, 1, .count, "2 times more"), (60, 100, .bytes, "40 % less"),
      (150, 100, .ratio, "50 % more"),
      (0.04, 0.982, .fraction, "25 times less"), (996, 1_000, .count, "0.4 % fewer"),
      (1, 2_029_501, .bytes, "2,030,000 times less"), (0, 110, .count, "none instead of 110"),
      (2e9, 0, .nanoseconds, "2.00 s instead of none"), (5, 5, .count, nil), (.nan, 5, .count, nil),
    ] as [(Double, Double, MetricUnit, String?)]) func factors(
      value: Double, naive: Double, unit: MetricUnit, text: String?
    )
  {
    let metric = Metric("m", unit, .counted, .lowerIsBetter, "A number.")
    #expect(ChangeFormat.factor(value, against: naive, metric) == text)
  }
}
