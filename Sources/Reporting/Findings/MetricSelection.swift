import Measurement
import Scenarios

/// The few metrics that speak for a scenario where there is no room for all.
enum MetricSelection {
  /// What a comparison of strategies begins with: the first metrics that the scenario has of each
  /// kind.
  static func headlines(of metrics: [Metric]) -> [Metric] {
    select(
      from: metrics,
      wanted: [
        .measured: ["frame-time-max", "frame-time-p99", "peak-live-bytes"],
        .counted: [
          "views-live-max", "precision-at-10", "requests-sent", "runaway-loops",
          "updates-per-gesture", "region-error",
        ],
        .modelled: ["hitch-time-ratio", "time-to-answer-p95", "settle-time"],
      ], limits: [.measured: 3, .counted: 2, .modelled: 1])
  }

  /// The columns of the table that a run ends with in the terminal.
  static func terminalColumns(of metrics: [Metric]) -> [Metric] {
    select(
      from: metrics,
      wanted: [
        .measured: ["frame-time-p50", "frame-time-p99", "frame-time-max", "peak-live-bytes"],
        .counted: [
          "views-live-max", "pins-represented", "precision-at-10", "requests-sent",
          "runaway-loops", "updates-per-gesture", "region-error",
        ],
        .modelled: ["hitch-time-ratio", "time-to-answer-p95", "settle-time"],
      ], limits: [.measured: 4, .counted: 2, .modelled: 1])
  }

  /// Takes the wanted metrics that exist. Of a kind of which none is wanted, the first ones are
  /// taken, the family's own before those of every trial.
  private static func select(
    from metrics: [Metric], wanted: [MetricKind: [String]], limits: [MetricKind: Int]
  ) -> [Metric] {
    [MetricKind.measured, .counted, .modelled].flatMap { kind -> ArraySlice<Metric> in
      let all = metrics.filter { $0.kind == kind && $0.polarity != .neutral }
      let found = (wanted[kind] ?? []).compactMap { name in all.first { $0.name == name } }
      let own = all.filter { !Metric.ofEveryTrial.contains($0) }
      return (found.isEmpty ? own.isEmpty ? all : own : found).prefix(limits[kind] ?? 0)
    }
  }
}
