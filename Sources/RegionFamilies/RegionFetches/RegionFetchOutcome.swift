import Workloads

/// The result of a gesture and the rest after it.
struct RegionFetchOutcome: Hashable, Sendable {
  enum Cause: Hashable, Sendable {
    case appearance
    case fling
    /// Any other gesture.
    case pinch
  }

  struct Rest: Hashable, Sendable {
    /// In nanoseconds.
    let duration: Int64
    /// True if the user looked at the map.
    let isLook: Bool
    /// The part of it in which something visible was not loaded, in nanoseconds.
    let unloadedTime: Int64
    /// The part of it in which nothing of what is visible was loaded, in nanoseconds.
    let emptyTime: Int64
    /// True if nothing of what is visible was loaded at its end.
    let endsEmpty: Bool
    /// True if everything visible was loaded at its end.
    let isLoaded: Bool
  }

  /// The cause of the rest.
  let cause: Cause
  /// The number of times that the map said that its region had changed.
  let regionEnds: Int
  let fetches: FetchCounts
  /// The number of times that older pins replaced newer ones.
  let staleAnswers: Int
  let rest: Rest
}

/// Measures for each rest of the map the time in which a pin was missing.
struct RestWatch {
  private var wanted: [Int] = []
  /// The time since when something has been missing; `nil` if nothing is.
  private var incompleteSince: Int64?
  private var unloadedTime: Int64 = 0
  /// The time since when none of the pins has been shown; `nil` if one is, or there are none.
  private var emptySince: Int64?
  private var emptyTime: Int64 = 0
  private(set) var isResting = false

  /// True if everything that should be shown is shown.
  var isLoaded: Bool { isResting && incompleteSince == nil }

  mutating func gestureDidBegin() {
    isResting = false
  }

  /// - Parameter start: the time when the fingers left the map; a busy app may let it rest later.
  mutating func restDidBegin(
    wanting pins: [Int], on layer: PinLayer, at time: Int64, since start: Int64
  ) {
    wanted = pins
    unloadedTime = time - start
    isResting = true
    incompleteSince = layer.shows(wanted) ? nil : time
    emptySince = isEmpty(layer) ? start : nil
    emptyTime = 0
  }

  private func isEmpty(_ layer: PinLayer) -> Bool {
    !wanted.isEmpty && !layer.showsAny(of: wanted)
  }

  /// - Returns: whether the last missing pin has arrived, or one is missing again.
  mutating func pinsDidChange(on layer: PinLayer, at time: Int64) -> Bool {
    guard isResting else { return false }
    switch (isEmpty(layer), emptySince) {
    case (false, .some(let since)):
      emptyTime += time - since
      emptySince = nil
    case (true, nil): emptySince = time
    default: break
    }
    switch (layer.shows(wanted), incompleteSince) {
    case (true, .some(let since)):
      unloadedTime += time - since
      incompleteSince = nil
      return true
    case (false, nil):
      incompleteSince = time
      return true
    default:
      return false
    }
  }

  /// The result of a rest that ends now. If the app never let the map rest, all of it is unloaded;
  /// whether the map is empty is not known then, and it does not count.
  mutating func restDidEnd(_ rest: MapSession.Rest) -> RegionFetchOutcome.Rest {
    if let incompleteSince { unloadedTime += rest.end - incompleteSince }
    if let emptySince { emptyTime += rest.end - emptySince }
    defer { isResting = false }
    return RegionFetchOutcome.Rest(
      duration: rest.duration, isLook: rest.isLook,
      unloadedTime: isResting ? unloadedTime : rest.duration,
      emptyTime: isResting ? emptyTime : 0, endsEmpty: isResting && emptySince != nil,
      isLoaded: isLoaded)
  }
}
