import ScenarioModel
import Simulation

/// Hitches and freezes of a map: the metrics, and the bounds by which a strategy is good enough.
///
/// All families with a map have these, so that one number means one thing.
extension MetricTable {
  /// The metrics of hitches and freezes, read from a forecast of the map's frames.
  package static func smoothness(
    _ forecast: @escaping @Sendable (Record) -> FrameForecast
  ) -> MetricTable {
    @Sendable func moving(_ value: Double?, in forecast: FrameForecast) -> MetricValue {
      MetricValue(
        value, orWhy: forecast.frameTimes.isEmpty ? "no frame was replayed" : "the map never moved")
    }
    return MetricTable([
      .init(
        "hitch-time-ratio", .millisecondsPerSecond, .modelled, .lowerIsBetter,
        "Milliseconds by which frames are late, per second in which the map moves, including the "
          + "map's own hitches.", role: .hitchRatio, effect: "movements lose {} to late frames"
      ) { record in
        let forecast = forecast(record)
        return moving(forecast.hitchTimeRatio, in: forecast)
      },
      .init(
        "added-hitch-time-ratio", .millisecondsPerSecond, .modelled, .lowerIsBetter,
        "The part of hitch-time-ratio that the strategy adds to the map's own hitches, without the "
          + "warm-up of the first view; a single late occasion is spread over 10 s of movement.",
        effect: "late frames in movements: movements lose {} more to late frames than an empty map"
      ) { record in
        let forecast = forecast(record)
        return moving(forecast.addedHitchTimeRatio, in: forecast)
      },
      .init(
        "longest-freeze", .nanoseconds, .modelled, .lowerIsBetter,
        "The longest time that the main thread works for a frame that begins while the map is at "
          + "rest, or for any frame that hangs, including building and loading.",
        effect: "longest freeze: the map freezes for {}"
      ) { Double(forecast($0).longestFreeze) },
    ])
  }
}

extension Criterion {
  /// No freeze that people notice.
  ///
  /// - Precondition: The metrics have those of ``ScenarioModel/MetricTable/smoothness(_:)``.
  package static func longestFreeze(_ metrics: [Metric]) -> Criterion {
    Criterion(
      metrics["longest-freeze"], .atMost(250_000_000), source: "Apple: a hang begins at 250 ms")
  }

  /// Movements that a strategy does not make less smooth than an empty map.
  ///
  /// The map's own work is not the strategy's. WWDC20 session 10077 and Tech Talk 10855 say that up
  /// to 5 ms/s more are mostly unnoticed while something scrolls. (Xcode's Organizer, as documented
  /// in 2026, calls up to 10 ms/s good: over all interactions of an app, also those without a map.)
  ///
  /// - Parameter metric: the hitches that a strategy adds, in milliseconds for each second.
  package static func addedHitches(_ metric: Metric) -> Criterion {
    Criterion(metric, .atMost(5), source: "Apple, WWDC20: up to 5 ms/s are mostly unnoticed")
  }

  /// Markers that people can tap.
  ///
  /// WCAG 2.2, success criterion 2.5.8, asks for targets of 24 x 24 at least. A marker of 28 pt, as the
  /// profile has measured it, keeps such a part while at most 1 - (24 / 28)^2 = 26.5 % of it is
  /// covered; rounded down.
  ///
  /// - Parameter metric: the covered fraction of the markers' area.
  package static func legible(_ metric: Metric) -> Criterion {
    Criterion(
      metric, .atMost(0.25), source: "WCAG 2.2: a target of 24 x 24 stays free of a 28 pt marker")
  }
}
