/// When code wants the map elsewhere, and when the view gets another size: in the rests between
/// gestures, or for a size in the middle of one.
struct RegionSchedule {
  /// What became of a rest.
  struct Rest {
    /// When a gesture may follow, in nanoseconds.
    let end: Int64
    /// Whether the view is to be resized in the middle of that gesture.
    let isFollowedByResize: Bool
  }

  private static let millisecond: Int64 = 1_000_000
  /// How long somebody looks at what they asked for, and at a view of another size.
  private static let commandLook = 1_500 * millisecond
  private static let resizeLook = 1_000 * millisecond
  /// How long somebody only looks.
  private static let look = 2_500 * millisecond
  /// No longer than this before the end anything begins that somebody is to see.
  private static let ending = 4_000 * millisecond

  let duration: Int64
  var writer: RegionScriptWriter
  private let rates: RegionEventRates
  /// When the next of each is due; it waits for a rest.
  private var commandTime: Int64
  private var resizeTime: Int64

  init(rates: RegionEventRates, duration: Int64, writer: RegionScriptWriter) {
    self.rates = rates
    self.duration = duration
    self.writer = writer
    commandTime = self.writer.gap(rate: rates.commands)
    resizeTime = self.writer.gap(rate: rates.resizes)
  }

  /// Writes down what happens in a rest.
  mutating func rest(from start: Int64) -> Rest {
    var time = addDueCommand(at: start)
    var resizesGesture = false
    if isDue(resizeTime, at: time) {
      resizesGesture = writer.chance(1, in: 3)
      if !resizesGesture { time = addResize(at: time) }
    }
    if time == start, !resizesGesture, writer.chance(1, in: 5) { time += Self.look }
    return Rest(end: time, isFollowedByResize: resizesGesture)
  }

  /// Writes down what happens after the last gesture.
  mutating func finish(from start: Int64) {
    var time = max(start, min(commandTime, resizeTime))
    while time < duration - Self.ending {
      let end = addDueCommand(at: time)
      time = isDue(resizeTime, at: end) ? addResize(at: end) : end
      time = max(time, min(commandTime, resizeTime))
    }
  }

  /// The view has another size, or its usual one back.
  mutating func viewWasResized(by time: Int64) {
    // Whoever turns a device turns it back after some seconds.
    resizeTime =
      writer.isResized
      ? time + Int64(writer.number(in: 2_000...4_000)) * Self.millisecond
      : time.later(by: writer.gap(rate: rates.resizes))
  }

  private func isDue(_ dueTime: Int64, at time: Int64) -> Bool {
    dueTime <= time && time < duration - Self.ending
  }

  private mutating func addDueCommand(at time: Int64) -> Int64 {
    guard isDue(commandTime, at: time) else { return time }
    let latest = writer.addCommands(after: time, look: Self.commandLook)
    commandTime = max(commandTime, latest).later(by: writer.gap(rate: rates.commands))
    return latest + Self.commandLook
  }

  private mutating func addResize(at time: Int64) -> Int64 {
    let end = writer.addResize(at: time + 500 * Self.millisecond) + Self.resizeLook
    viewWasResized(by: end)
    return end
  }
}

extension Int64 {
  /// The sum, at most the greatest number.
  fileprivate func later(by delay: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(delay)
    return overflow ? .max : sum
  }
}
