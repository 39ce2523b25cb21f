import DequeModule

/// An app's main thread: a run loop that does one task after the other.
///
/// A turn of the run loop does the tasks that were waiting when it began; tasks that they add wait
/// for the next turn, which follows at the same virtual time behind everything already due. Tasks
/// take no time by themselves: one that works calls ``work(for:)``, one that waits for a semaphore
/// calls ``wait(for:timeout:)``. Meanwhile the rest of the simulation runs (responses arrive,
/// timers become due), but no other task of the main thread.
///
/// A turn that takes longer than the hang threshold is a ``Hang`` of exactly that length. One that
/// reaches the watchdog's limit ends the app: waiting tasks are dropped and no further one runs.
///
/// The simulation keeps the main thread alive while tasks of it wait. Used by one thread at a time.
public final class MainThread {
  /// The simulation that the thread is part of.
  public let simulation: Simulation
  /// Turns that take longer than this are hangs, in nanoseconds.
  public let hangThreshold: Int64
  /// A turn of this length ends the app, in nanoseconds.
  public let watchdogLimit: Int64

  // Checked where the tests run; the checks cost a third of a task's time.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var state: RunLoopState

  /// Makes an idle main thread.
  ///
  /// - Parameters:
  ///   - simulation: the simulation that it is part of.
  ///   - hangThreshold: turns that take longer are hangs; in nanoseconds, not negative.
  ///   - watchdogLimit: a turn of this length ends the app; in nanoseconds, at least 1. With
  ///     `Int64.max` only the end of the clock ends it.
  public init(simulation: Simulation, hangThreshold: Int64, watchdogLimit: Int64) {
    precondition(hangThreshold >= 0 && watchdogLimit > 0, "limits are times")
    self.simulation = simulation
    self.hangThreshold = hangThreshold
    self.watchdogLimit = watchdogLimit
    state = RunLoopState(hangThreshold: hangThreshold)
  }

  /// The hangs so far, in the order of their beginnings.
  public var hangs: [Hang] { state.hangs }

  /// The time at which the app ended; `nil` while it runs.
  public var terminationTime: Int64? { state.terminationTime }

  /// Indicates whether the watchdog or an exception has ended the app.
  public var isTerminated: Bool { terminationTime != nil }

  /// Indicates whether an exception has ended the app.
  public private(set) var hasCrashed = false

  /// Ends the app now, as an exception that nothing catches: waiting tasks are dropped and no
  /// further one runs. Without effect where the app has ended.
  public func crash() {
    guard !isTerminated else { return }
    hasCrashed = true
    terminate(at: simulation.now)
  }

  // MARK: - Tasks

  /// Adds a task to the main queue, as `DispatchQueue.main.async`; without effect where the app was
  /// terminated. O(1).
  public func async(_ task: @escaping () -> Void) { add(.immediate(task)) }

  /// Adds a task to the main queue after a delay, as `DispatchQueue.main.asyncAfter`.
  ///
  /// The simulation's `cancel` cancels it until it begins, also when it is due already and waits
  /// for the main thread, as `DispatchWorkItem.cancel`.
  ///
  /// - Parameter delay: in nanoseconds, not negative.
  @discardableResult
  public func async(after delay: Int64, _ task: @escaping () -> Void) -> ScheduledEvent {
    simulation.schedule(after: delay, receiver: { self.receive($0) }, task)
  }

  private func receive(_ event: ScheduledEvent) {
    if isTerminated { simulation.cancel(event) } else { add(.delayed(event)) }
  }

  private func add(_ task: MainTask) {
    if state.add(task) { scheduleTurn() }
  }

  private func scheduleTurn() {
    simulation.schedule(after: 0) { self.turn() }
  }

  private func turn() {
    guard let end = state.beginTurn(at: simulation.now) else { return }
    while let task = state.nextTask(before: end) {
      switch task {
      case .immediate(let action): action()
      case .delayed(let event): simulation.take(event)?()
      }
    }
    if state.endTurn(at: simulation.now) { scheduleTurn() }
  }

  // MARK: - Being busy

  /// Keeps the main thread busy: the rest of the simulation runs for that time, no other task does.
  ///
  /// Called by a task of the main thread. Returns when the watchdog ends the app, and without
  /// effect where it already has.
  ///
  /// - Parameters:
  ///   - duration: in nanoseconds, not negative.
  ///   - name: what a ``Timeline`` calls it.
  public func work(for duration: Int64, named name: String = "work") {
    precondition(duration >= 0, "work must not take negative time")
    guard !isTerminated else { return }
    let watchdogTime = beginBeingBusy()
    let span = simulation.beginSpan(.main, name)
    simulation.run(until: min(simulation.now.later(by: duration), watchdogTime))
    simulation.endSpan(span)
    state.isBusy = false
    if simulation.now >= watchdogTime { terminate(at: watchdogTime) }
  }

  /// The results of a wait.
  public enum WaitResult: Hashable, Sendable {
    /// The semaphore was signalled.
    case signaled
    /// The timeout passed first.
    case timedOut
    /// The watchdog ended the app meanwhile: further calls of the task have no effect.
    case terminated
  }

  /// Blocks the main thread until a semaphore is signalled, as `DispatchSemaphore.wait(timeout:)`.
  ///
  /// Called by a task of the main thread. A signal that only another task of the main thread would
  /// give never comes: that is a deadlock, which a timeout or the watchdog ends. A signal at the
  /// very time of the timeout still counts; at the time of the watchdog, nothing does.
  ///
  /// - Parameter timeout: in nanoseconds; `nil` waits forever, 0 and less not at all.
  public func wait(for semaphore: Semaphore, timeout: Int64? = nil) -> WaitResult {
    guard !isTerminated else { return .terminated }
    let watchdogTime = beginBeingBusy()
    let timeoutTime = timeout.map { simulation.now.later(by: max(0, $0)) } ?? .max
    let end = min(watchdogTime, timeoutTime)
    let span = simulation.beginSpan(.main, "wait")
    defer { simulation.endSpan(span) }
    var isSignaled = semaphore.take()
    while !isSignaled, simulation.runNext(until: end) { isSignaled = semaphore.take() }
    if !isSignaled { simulation.run(until: end) }
    state.isBusy = false
    if simulation.now >= watchdogTime {
      terminate(at: watchdogTime)
      return .terminated
    }
    return isSignaled ? .signaled : .timedOut
  }

  /// Runs the run loop from inside a task, as `RunLoop.main.run(until:)`: tasks and timers of the
  /// main thread run, so the app does not hang.
  ///
  /// Called by a task of the main thread, whose turn ends here; another begins when it continues.
  /// Returns when the watchdog ends the app, and without effect where it already has. The task
  /// models an event or a test that pumps: unlike here, inside a block of the real main queue
  /// the run loop runs timers, but no other blocks of that queue.
  ///
  /// - Parameter duration: in nanoseconds, not negative; 0 does what is due.
  public func runLoop(for duration: Int64) {
    precondition(duration >= 0, "a run loop must not run for a negative time")
    guard !isTerminated else { return }
    requireTask()
    let end = simulation.now.later(by: duration)
    if state.endTurn(at: simulation.now) { scheduleTurn() }
    while !isTerminated, simulation.runNext(until: end) {}
    guard !isTerminated else { return }
    simulation.run(until: end)
    state.turnStart = simulation.now
  }

  /// Traps where the caller is no task of the main thread, such as an event of the rest of the
  /// simulation during a task's work.
  private func requireTask() {
    precondition(
      state.turnStart != nil && !state.isBusy, "only a main-thread task may work, wait or pump")
  }

  /// - Returns: the time at which the watchdog will end the app.
  private func beginBeingBusy() -> Int64 {
    requireTask()
    state.isBusy = true
    return (state.turnStart ?? simulation.now).later(by: watchdogLimit)
  }

  /// Ends the simulation, and releases the tasks that wait in the run loop: they may hold the app,
  /// which holds the main thread.
  public func cancelAll() {
    simulation.cancelAll()
    // Released when nothing is being changed any more: a `deinit` may come back to this thread.
    withExtendedLifetime(state.dropTasks()) {}
  }

  private func terminate(at time: Int64) {
    // Released when nothing is being changed any more: a `deinit` may come back to this thread.
    for case .delayed(let event) in state.terminate(at: time) { simulation.cancel(event) }
  }
}

/// A time in which the main thread was busy with one turn.
public struct Hang: Hashable, Sendable {
  /// The beginning, in nanoseconds of the simulation.
  public let start: Int64
  /// The length in nanoseconds.
  public let duration: Int64

  /// Makes a hang from its beginning and its length, both in nanoseconds.
  public init(start: Int64, duration: Int64) {
    self.start = start
    self.duration = duration
  }
}

/// A counter that the main thread can wait for, as `DispatchSemaphore`.
///
/// Used by one thread at a time.
public final class Semaphore {
  private var value: Int

  /// Makes a semaphore.
  ///
  /// - Parameter value: the number of waits that succeed without a signal; not negative.
  public init(value: Int = 0) {
    precondition(value >= 0, "a semaphore does not begin below 0")
    self.value = value
  }

  /// Lets one wait succeed: the one under way, or else the next.
  public func signal() { value += 1 }

  /// Takes one signal, where there is one.
  func take() -> Bool {
    guard value > 0 else { return false }
    value -= 1
    return true
  }
}

/// A task that waits for a turn of the main thread.
enum MainTask {
  case immediate(() -> Void)
  /// A task in the simulation's queue, where it can still be cancelled.
  case delayed(ScheduledEvent)
}

/// The state of a main thread's run loop. It never runs or releases a task.
struct RunLoopState {
  private(set) var hangs: [Hang] = []
  private(set) var terminationTime: Int64?
  /// The beginning of the turn under way; also `nil` while a task pumps the run loop.
  var turnStart: Int64?
  /// Indicates whether a task works or waits.
  var isBusy = false

  private let hangThreshold: Int64
  private var isTurnScheduled = false
  private var tasks: Deque<MainTask> = []
  /// The number of the first task that waits, counted from the first that ever did.
  private var firstNumber = 0

  init(hangThreshold: Int64) { self.hangThreshold = hangThreshold }

  /// Adds a task, and returns true where a turn must be scheduled.
  mutating func add(_ task: MainTask) -> Bool {
    guard terminationTime == nil else { return false }
    tasks.append(task)
    return needsTurn()
  }

  /// Begins a turn.
  ///
  /// - Returns: the number of the first task that waits for the next turn; `nil` where none can
  ///   begin: a nested run of a busy thread; the turn under way schedules another.
  mutating func beginTurn(at time: Int64) -> Int? {
    isTurnScheduled = false
    guard turnStart == nil, terminationTime == nil else { return nil }
    turnStart = time
    return firstNumber + tasks.count
  }

  /// Removes the first task; `nil` where it waits for the next turn.
  ///
  /// By number, not by count: a task that pumps the run loop lets other turns remove some.
  mutating func nextTask(before end: Int) -> MainTask? {
    guard firstNumber < end, let task = tasks.popFirst() else { return nil }
    firstNumber += 1
    return task
  }

  /// Ends the turn under way, if any, and returns true where another must be scheduled.
  mutating func endTurn(at time: Int64) -> Bool {
    if let start = turnStart {
      turnStart = nil
      if time - start > hangThreshold { hangs.append(Hang(start: start, duration: time - start)) }
    }
    return needsTurn()
  }

  /// Ends the app.
  ///
  /// - Returns: the tasks that waited, for the caller to release.
  mutating func terminate(at time: Int64) -> Deque<MainTask> {
    let dropped = dropTasks()
    terminationTime = time
    _ = endTurn(at: time)
    return dropped
  }

  /// Removes the tasks that wait, for the caller to release.
  mutating func dropTasks() -> Deque<MainTask> {
    let dropped = tasks
    tasks = []
    firstNumber += dropped.count
    return dropped
  }

  private mutating func needsTurn() -> Bool {
    guard !isTurnScheduled, turnStart == nil, !tasks.isEmpty else { return false }
    isTurnScheduled = true
    return true
  }
}
