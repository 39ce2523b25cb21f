/// A kind of work of the event simulation, compared with its minimum.
protocol EventContest: Sendable {
  var title: String { get }
  /// The label of the minimum in the table.
  var floorName: String { get }

  /// The number of counted actions.
  func expectedCount(of events: Int) -> Int

  /// Prepares, and then runs a number of events.
  func simulate(_ events: Int) -> EventRun

  /// The same without the simulation.
  func floor(_ events: Int) -> EventRun
}

/// One pass through the events.
struct EventRun {
  let tally: EventTally
  /// The processor time of the events in nanoseconds.
  let duration: Int64
}
