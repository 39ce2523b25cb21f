import Simulation

/// The time in which a person pays attention to the app: it stands still while something covers the
/// screen, such as an alert, a sheet or another app.
///
/// A person who wanted to look at the map for ten seconds does so, whatever interrupts it. Used by
/// one thread at a time.
final class AttentionClock {
  private struct Waiting {
    let action: () -> Void
    /// The time that is left when the clock stands still; otherwise until the due time.
    var remaining: Int64
    var due: Int64
    var event: ScheduledEvent?
  }

  private let main: MainThread
  private var waiting: [Int: Waiting] = [:]
  private var lastNumber = 0
  private var pauses = 0

  init(main: MainThread) { self.main = main }

  /// Runs an action on the main queue after a time of attention.
  func after(_ delay: Int64, _ action: @escaping () -> Void) {
    lastNumber += 1
    waiting[lastNumber] = Waiting(action: action, remaining: delay, due: 0, event: nil)
    if pauses == 0 { start(lastNumber) }
  }

  /// Stands still until as many calls of ``resume()``.
  func pause() {
    pauses += 1
    guard pauses == 1 else { return }
    let now = main.simulation.now
    for number in waiting.keys.sorted() {
      guard var entry = waiting[number], let event = entry.event, main.simulation.cancel(event)
      else { continue }
      entry.event = nil
      entry.remaining = max(0, entry.due - now)
      waiting[number] = entry
    }
  }

  func resume() {
    pauses -= 1
    guard pauses == 0 else { return }
    for number in waiting.keys.sorted() { start(number) }
  }

  /// Forgets all actions.
  func reset() {
    for event in waiting.values.compactMap(\.event) { main.simulation.cancel(event) }
    waiting = [:]
    pauses = 0
  }

  private func start(_ number: Int) {
    guard var entry = waiting[number] else { return }
    entry.due = main.simulation.now + entry.remaining
    entry.event = main.async(after: entry.remaining) { [weak self] in
      self?.waiting.removeValue(forKey: number)?.action()
    }
    waiting[number] = entry
  }
}
