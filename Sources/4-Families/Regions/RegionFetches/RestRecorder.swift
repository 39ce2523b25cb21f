/// Measures for each rest of the map the time in which a pin was missing.
struct RestRecorder {
  private var wanted: [Int] = []
  /// Runs while a pin is missing that should be shown.
  private var missing = Stopwatch()
  /// Runs while none of the pins is shown that should be; not if there are none.
  private var empty = Stopwatch()
  private(set) var isResting = false

  /// Indicates whether everything that should be shown is shown.
  var isLoaded: Bool { isResting && !missing.isRunning }

  mutating func gestureDidBegin() { isResting = false }

  /// - Parameter start: the time when the fingers left the map; a busy app may let it rest later.
  mutating func restDidBegin(
    wanting pins: [Int], on layer: PinLayer, at time: Int64, since start: Int64
  ) {
    wanted = pins
    isResting = true
    (missing, empty) = (Stopwatch(), Stopwatch())
    missing.run(true, at: start)
    missing.run(!layer.shows(wanted), at: time)
    empty.run(isEmpty(layer), at: start)
  }

  private func isEmpty(_ layer: PinLayer) -> Bool { !wanted.isEmpty && !layer.showsAny(of: wanted) }

  /// - Returns: whether the last missing pin has arrived, or one is missing again.
  mutating func pinsDidChange(on layer: PinLayer, at time: Int64) -> Bool {
    guard isResting else { return false }
    empty.run(isEmpty(layer), at: time)
    return missing.run(!layer.shows(wanted), at: time)
  }

  /// The result of a rest that ends now. If the app never let the map rest, all of it is unloaded;
  /// whether the map is empty is not known then, and it does not count.
  mutating func restDidEnd(_ rest: MapSession.Rest) -> RegionFetchRecord.Rest {
    defer { isResting = false }
    return RegionFetchRecord.Rest(
      duration: rest.duration, isLook: rest.isLook,
      unloadedTime: isResting ? missing.time(until: rest.end) : rest.duration,
      emptyTime: isResting ? empty.time(until: rest.end) : 0,
      endsEmpty: isResting && empty.isRunning, isLoaded: isLoaded)
  }
}

/// A sum of times, in nanoseconds.
private struct Stopwatch {
  private var total: Int64 = 0
  /// The time since when it has been running; `nil` if it is not.
  private var start: Int64?

  var isRunning: Bool { start != nil }

  func time(until end: Int64) -> Int64 { total + (start.map { end - $0 } ?? 0) }

  /// - Returns: whether it starts or stops.
  @discardableResult
  mutating func run(_ runs: Bool, at time: Int64) -> Bool {
    guard runs != isRunning else { return false }
    total = self.time(until: time)
    start = runs ? time : nil
    return true
  }
}
