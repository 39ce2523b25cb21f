import DequeModule

/// A task that waits for a turn of the main thread.
enum MainTask {
  case immediate(() -> Void)
  /// Lies with the simulation, where it can still be cancelled.
  case delayed(ScheduledEvent)
}

/// Where a main thread's run loop stands. Nothing in here runs or releases a task.
struct RunLoopState {
  private(set) var hangs: [Hang] = []
  private(set) var terminationTime: Int64?
  /// When the turn began that is under way; `nil` too while a task pumps the run loop.
  private(set) var turnStart: Int64?
  /// Whether a task works or waits.
  var isBusy = false

  private let hangThreshold: Int64
  private var isTurnScheduled = false
  private var tasks: Deque<MainTask> = []
  /// The number of the first task that waits, counted from the first that ever did.
  private var firstNumber = 0

  init(hangThreshold: Int64) {
    self.hangThreshold = hangThreshold
  }

  /// Adds a task, and tells whether a turn is to be scheduled.
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

  /// Takes the first task out; `nil` where it waits for the next turn.
  ///
  /// By number, not by count: a task that pumps the run loop lets other turns take some.
  mutating func nextTask(before end: Int) -> MainTask? {
    guard firstNumber < end, let task = tasks.popFirst() else { return nil }
    firstNumber += 1
    return task
  }

  /// Ends the turn under way, if any, and tells whether another is to be scheduled.
  mutating func endTurn(at time: Int64) -> Bool {
    if let start = turnStart {
      turnStart = nil
      if time - start > hangThreshold { hangs.append(Hang(start: start, duration: time - start)) }
    }
    return needsTurn()
  }

  /// Goes on with the task that pumped the run loop.
  mutating func resumeTurn(at time: Int64) {
    turnStart = time
  }

  /// Ends the app.
  ///
  /// - Returns: the tasks that waited, for the caller to release.
  mutating func terminate(at time: Int64) -> Deque<MainTask> {
    let dropped = tasks
    tasks = []
    firstNumber += dropped.count
    terminationTime = time
    _ = endTurn(at: time)
    return dropped
  }

  private mutating func needsTurn() -> Bool {
    guard !isTurnScheduled, turnStart == nil, !tasks.isEmpty else { return false }
    isTurnScheduled = true
    return true
  }
}
