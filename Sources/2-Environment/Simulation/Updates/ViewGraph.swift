/// The part of SwiftUI that decides when a view is updated.
///
/// A change of state marks the view; one update for all changes follows, behind the tasks that the
/// main queue holds already. An update evaluates the view's body, which keeps the main thread busy
/// for its virtual time, and then passes the values on, as `updateUIView` does. State that is
/// changed while an update is under way marks the view for another one, in the next turn of the
/// run loop, and is counted: SwiftUI warns of "Modifying state during view update".
///
/// Its methods are called by tasks of the main thread. The main queue keeps the graph until an
/// update that is due has been made. Used by one thread at a time.
public final class ViewGraph {
  /// The thread that updates run on.
  public let main: MainThread
  /// The time for which an update keeps the main thread busy, in nanoseconds of the simulation.
  public let updateDuration: Int64
  /// The action of an update, as `updateUIView(_:context:)`.
  public var update: () -> Void = {}

  /// The number of updates.
  public private(set) var updateCount = 0
  /// The number of changes of state while an update was under way.
  public private(set) var modificationsDuringUpdate = 0
  /// Indicates whether an update is under way.
  public private(set) var isUpdating = false

  /// The number of the task that will make the update that is due; `nil` where none is.
  private var dueTask: Int?
  private var taskCount = 0
  /// Indicates whether the update that is due has waited for the one under way.
  private var isDelayed = false

  /// Creates a view that is up to date.
  ///
  /// - Parameters:
  ///   - main: the app's main thread.
  ///   - updateDuration: the time for which an update keeps the main thread busy, in nanoseconds,
  ///     not negative.
  public init(main: MainThread, updateDuration: Int64) {
    precondition(updateDuration >= 0, "an update must not take negative time")
    self.main = main
    self.updateDuration = updateDuration
  }

  /// Indicates whether another update will follow.
  public var needsUpdate: Bool { dueTask != nil }

  /// Marks the view as out of date; one update follows, however often it is marked. O(1).
  public func setNeedsUpdate() {
    if isUpdating { modificationsDuringUpdate += 1 }
    if dueTask == nil { scheduleUpdate() }
  }

  /// Drops the update that is due, to end a loop that would never come to rest. The next
  /// change of state marks the view again. O(1).
  public func cancelUpdate() {
    dueTask = nil
    isDelayed = false
  }

  private func scheduleUpdate() {
    taskCount += 1
    let task = taskCount
    dueTask = task
    main.async { self.updateIfDue(task) }
  }

  private func updateIfDue(_ task: Int) {
    guard task == dueTask else { return }
    // An update that pumps the run loop does not begin another one inside.
    guard !isUpdating else {
      isDelayed = true
      return
    }
    dueTask = nil
    isUpdating = true
    updateCount += 1
    if updateDuration > 0 { main.work(for: updateDuration, named: "update") }
    // The watchdog may have ended the app meanwhile.
    if !main.isTerminated { update() }
    isUpdating = false
    guard isDelayed else { return }
    isDelayed = false
    scheduleUpdate()
  }
}

/// A value that a view depends on, as `@State` or a property of an observed model.
///
/// Writing a value that equals the old one changes nothing, as in SwiftUI; any other marks the view
/// for an update. Used by one thread at a time.
public final class ViewState<Value: Equatable> {
  private let graph: ViewGraph
  private var stored: Value
  /// Called after each change with the old and the new value, before the view is marked.
  public var didChange: ((_ old: Value, _ new: Value) -> Void)?

  /// Creates a value that the updates of a view read, without marking the view for an update.
  public init(_ value: Value, in graph: ViewGraph) {
    stored = value
    self.graph = graph
  }

  /// The value; setting another one marks the view for an update. O(1) and a comparison.
  public var value: Value {
    get { stored }
    set {
      guard newValue != stored else { return }
      let old = stored
      stored = newValue
      didChange?(old, newValue)
      graph.setNeedsUpdate()
    }
  }
}
