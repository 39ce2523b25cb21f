/// Something that the event simulation does, beside the least that it can take.
protocol EventContest: Sendable {
  var title: String { get }
  /// What is measured beside it, as the table says.
  var floorName: String { get }

  /// How many actions run that are tallied.
  func expectedCount(of events: Int) -> Int

  /// Prepares, and then goes through so many events.
  func simulate(_ events: Int) -> EventRun

  /// The same without the simulation.
  func floor(_ events: Int) -> EventRun
}

/// One time through the events.
struct EventRun {
  let tally: EventTally
  /// The processor time of the events in nanoseconds.
  let duration: Int64
}
