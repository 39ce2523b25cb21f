import DequeModule
import HeapModule

/// The clock, and the actions that wait for their virtual times: earliest first, and actions of one
/// time in the order in which they were scheduled.
///
/// Inserting and removing cost O(log n), for actions without a delay O(1); cancelling costs O(1)
/// amortised. No call releases an action while the queue is being changed: what an action holds
/// may use the queue in its `deinit`.
struct EventQueue {
  private struct Slot {
    /// The number of the action, which an entry or a caller's ``ScheduledEvent`` must have to mean
    /// it; `unused` where there is none.
    var sequence: UInt64
    var action: (() -> Void)?
    /// The receiver of the action when its time has come; `nil` runs it then.
    var receiver: ((ScheduledEvent) -> Void)?
  }

  private static let unused = UInt64.max

  /// The order of the actions. The actions themselves lie in slots, so that moving entries moves
  /// plain numbers.
  private var later: Heap<QueueEntry> = []
  /// Entries that were due when they were added. No clock goes backwards, so these are in order
  /// without a heap.
  private var due: Deque<QueueEntry> = []
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var nextSequence: UInt64 = 0

  /// The virtual time.
  private(set) var now: Int64 = 0
  /// The number of actions that were removed because they were due.
  private(set) var poppedCount = 0
  /// The count at which no more are returned.
  var poppedLimit = Int.max

  /// The number of actions that wait.
  var count: Int { slots.count - freeSlots.count }

  /// The number of entries in the order, including cancelled actions.
  var entryCount: Int { later.count + due.count }

  /// The time of the next action; `nil` where none will ever be due.
  mutating func nextTime() -> Int64? {
    dropCancelledEntries()
    return (nextIsDue ? due.first : later.min)?.time
  }

  /// Adds an action; one for `Int64.max` waits forever.
  ///
  /// - Parameter receiver: is called when the action's time has come, instead of running it; the
  ///   action counts as waiting until the receiver takes it with `remove`.
  mutating func insert(
    after delay: Int64, receiver: ((ScheduledEvent) -> Void)?, _ action: @escaping () -> Void
  ) -> ScheduledEvent {
    let time = now.later(by: delay)
    let sequence = nextSequence
    nextSequence += 1
    let content = Slot(sequence: sequence, action: action, receiver: receiver)
    let slot = freeSlots.popLast() ?? slots.count
    if slot < slots.count { slots[slot] = content } else { slots.append(content) }
    if time != .max {
      let entry = QueueEntry(time: time, sequence: sequence, slot: slot)
      if time == now { due.append(entry) } else { later.insert(entry) }
    }
    return ScheduledEvent(slot: slot, sequence: sequence)
  }

  /// Moves the clock to a time, unless it is later already.
  mutating func advance(to time: Int64) { now = max(now, time) }

  /// Removes the next action, and moves the clock to its time; `nil` where none is due at the limit
  /// or before it, or where the maximum number was removed.
  mutating func popFirst(until limit: Int64) -> (() -> Void)? {
    guard poppedCount < poppedLimit else { return nil }
    dropCancelledEntries()
    let isDue = nextIsDue
    guard let entry = isDue ? due.first : later.min, entry.time <= limit else { return nil }
    if isDue { due.removeFirst() } else { later.removeMin() }
    poppedCount += 1
    // An entry may be overdue, where a run inside another was ended by its number of actions.
    advance(to: entry.time)
    let event = ScheduledEvent(slot: entry.slot, sequence: entry.sequence)
    if let receiver = slots[entry.slot].receiver.take() { return { receiver(event) } }
    return remove(event)
  }

  /// Removes an action; `nil` where it no longer waits.
  mutating func remove(_ event: ScheduledEvent) -> (() -> Void)? {
    guard event.slot < slots.count, slots[event.slot].sequence == event.sequence else { return nil }
    slots[event.slot].sequence = Self.unused
    slots[event.slot].receiver = nil
    freeSlots.append(event.slot)
    return slots[event.slot].action.take()
  }

  /// Removes all actions, for the caller to release.
  mutating func removeAll() -> [() -> Void] {
    let actions = slots.compactMap(\.action)
    later = []
    due = []
    slots = []
    freeSlots = []
    return actions
  }

  /// Drops the entries of cancelled actions where they are most of all entries.
  ///
  /// A timer that is restarted with each keystroke leaves a cancelled entry each time; without this
  /// they would pile up until their time.
  mutating func compactWhereMostIsCancelled() {
    guard entryCount > 2 * count + 64 else { return }
    let slots = slots
    later.removeAll { slots[$0.slot].sequence != $0.sequence }
    due.removeAll { slots[$0.slot].sequence != $0.sequence }
  }

  /// Indicates whether the next entry was due when it was added.
  private var nextIsDue: Bool {
    guard let first = due.first else { return false }
    guard let other = later.min else { return true }
    return first < other
  }

  private mutating func dropCancelledEntries() {
    while let first = due.first, slots[first.slot].sequence != first.sequence { due.removeFirst() }
    while let first = later.min, slots[first.slot].sequence != first.sequence { later.removeMin() }
  }
}

/// The rank of an action in an ``EventQueue``, and the slot in which it lies.
struct QueueEntry: Comparable {
  let time: Int64
  let sequence: UInt64
  let slot: Int

  static func < (left: QueueEntry, right: QueueEntry) -> Bool {
    left.time != right.time ? left.time < right.time : left.sequence < right.sequence
  }
}
