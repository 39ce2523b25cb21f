import EventSimulation

/// How one visit to a list of addresses went.
struct GeocodingOutcome: Hashable, Sendable {
  /// Rows that the visit brings on screen at least once.
  let rowsSeen: Int
  /// Rows that were on screen with an address at least once.
  let rowsLabelled: Int
  /// Those of them whose address is the nearest to them.
  let rowsLabelledRightly: Int
  /// Rows that have an address in the end.
  let labels: Int
  /// Those of them that show the address nearest to them.
  let rightLabels: Int
  /// From a row's first appearance to its address, where it was on screen then, in nanoseconds.
  let timesToLabel: [Int64]
  let hangs: [Hang]
  /// Whether the watchdog ended the app.
  let isTerminated: Bool
}
