import Measurement

/// The few metrics that speak for a scenario where there is no room for all.
enum MetricSelection {
  /// What a comparison of strategies begins with: the first metrics that the scenario has of each
  /// kind.
  static func headlines(of metrics: [Metric]) -> [Metric] {
    select(
      from: metrics,
      wanted: [
        .measured: ["frame-time-p99", "peak-live-bytes"],
        .counted: [
          "views-live-max", "precision-at-10", "requests-sent", "runaway-loops",
          "updates-per-gesture", "region-error",
        ],
        .modelled: ["hitch-time-ratio", "time-to-answer-p95", "settle-time"],
      ], limits: [.measured: 2, .counted: 2, .modelled: 1])
  }

  /// The columns of the table that a run ends with in the terminal.
  static func terminalColumns(of metrics: [Metric]) -> [Metric] {
    select(
      from: metrics,
      wanted: [
        .measured: ["frame-time-p50", "frame-time-p99", "peak-live-bytes"],
        .counted: [
          "views-live-max", "pins-represented", "precision-at-10", "requests-sent",
          "runaway-loops", "updates-per-gesture", "region-error",
        ],
        .modelled: ["hitch-time-ratio", "time-to-answer-p95", "settle-time"],
      ], limits: [.measured: 3, .counted: 2, .modelled: 1])
  }

  /// Takes the wanted metrics that exist, and the first ones of a kind of which none is wanted.
  private static func select(
    from metrics: [Metric], wanted: [MetricKind: [String]], limits: [MetricKind: Int]
  ) -> [Metric] {
    [MetricKind.measured, .counted, .modelled].flatMap { kind -> ArraySlice<Metric> in
      let own = metrics.filter { $0.kind == kind && $0.polarity != .neutral }
      let found = (wanted[kind] ?? []).compactMap { name in own.first { $0.name == name } }
      return (found.isEmpty ? own : found).prefix(limits[kind] ?? 0)
    }
  }
}
