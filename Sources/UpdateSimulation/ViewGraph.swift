import EventSimulation

/// The part of SwiftUI that decides when a view is updated.
///
/// A change of state marks the view; one update for all changes follows, behind the tasks that the
/// main queue holds already. An update evaluates the view's body, which keeps the main thread busy
/// for its virtual time, and then hands the values over, as `updateUIView` does. State that is
/// changed while an update is under way marks the view for another one, and is counted: SwiftUI
/// warns of "Modifying state during view update".
///
/// Used by one thread at a time.
public final class ViewGraph {
  /// The thread that updates run on.
  public let main: MainThread
  /// How long an update keeps the main thread, in nanoseconds of the simulation.
  public let updateDuration: Int64
  /// What an update does, as `updateUIView(_:context:)`.
  public var update: () -> Void = {}

  /// How many updates there were.
  public private(set) var updateCount = 0
  /// How often state was changed while an update was under way.
  public private(set) var modificationsDuringUpdate = 0
  /// Whether an update is under way.
  public private(set) var isUpdating = false
  /// Whether another update will follow.
  public private(set) var needsUpdate = false

  /// - Parameters:
  ///   - main: the app's main thread.
  ///   - updateDuration: how long an update keeps the main thread, in nanoseconds, not negative.
  public init(main: MainThread, updateDuration: Int64) {
    precondition(updateDuration >= 0, "an update does not take negative time")
    self.main = main
    self.updateDuration = updateDuration
  }

  /// Marks the view as out of date; one update follows, however often it is marked. O(1).
  public func setNeedsUpdate() {
    if isUpdating { modificationsDuringUpdate += 1 }
    guard !needsUpdate else { return }
    needsUpdate = true
    main.async { [weak self] in self?.updateIfNeeded() }
  }

  /// Drops the update that is due, for whoever ends a loop that would never come to rest.
  public func cancelUpdate() {
    needsUpdate = false
  }

  private func updateIfNeeded() {
    guard needsUpdate else { return }
    needsUpdate = false
    isUpdating = true
    updateCount += 1
    if updateDuration > 0 { main.work(for: updateDuration) }
    update()
    isUpdating = false
  }
}
