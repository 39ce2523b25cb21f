/// A counter that the main thread can wait for, as `DispatchSemaphore`.
///
/// Used by one thread at a time.
public final class Semaphore {
  private var value: Int

  /// Makes a semaphore.
  ///
  /// - Parameter value: how many waits succeed without a signal; not negative.
  public init(value: Int = 0) {
    precondition(value >= 0, "a semaphore does not begin below 0")
    self.value = value
  }

  /// Lets one wait succeed: the one under way, or else the next.
  public func signal() {
    value += 1
  }

  /// Takes one signal, where there is one.
  func take() -> Bool {
    guard value > 0 else { return false }
    value -= 1
    return true
  }
}
