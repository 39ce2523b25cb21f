/// Watches the rests of the map: for how long some pin was not shown that should be.
struct RestWatch {
  private var wanted: [Int] = []
  /// Since when something has been missing; `nil` where nothing is.
  private var incompleteSince: Int64?
  private var unloadedTime: Int64 = 0
  private(set) var isResting = false

  /// Everything that should be shown is.
  var isLoaded: Bool { isResting && incompleteSince == nil }

  mutating func gestureDidBegin() {
    isResting = false
  }

  /// - Parameter start: when the fingers left the map; a busy app may let it rest later.
  mutating func restDidBegin(
    wanting pins: [Int], on layer: PinLayer, at time: Int64, since start: Int64
  ) {
    wanted = pins
    unloadedTime = time - start
    isResting = true
    incompleteSince = layer.shows(wanted) ? nil : time
  }

  /// - Returns: whether something that was missing is now there, or the other way round.
  mutating func pinsDidChange(on layer: PinLayer, at time: Int64) -> Bool {
    guard isResting else { return false }
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

  /// What a rest came to that ends now. Where the app never let the map rest, all of it is unloaded.
  mutating func restDidEnd(_ rest: MapSession.Rest) -> RegionFetchOutcome.Rest {
    if let incompleteSince { unloadedTime += rest.end - incompleteSince }
    defer { isResting = false }
    return RegionFetchOutcome.Rest(
      duration: rest.duration, isLook: rest.isLook,
      unloadedTime: isResting ? unloadedTime : rest.duration, isLoaded: isLoaded)
  }
}
