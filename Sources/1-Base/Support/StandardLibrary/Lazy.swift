import Synchronization

/// A value that is made when it is asked for the first time, and once.
///
/// What reads it is compiled for its type: a replay asks for parameters all the time.
package final class Lazy<Value: Sendable>: Sendable {
  @usableFromInline let make: @Sendable () -> Value
  @usableFromInline let made = Mutex<Value?>(nil)

  package init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  @inlinable package var value: Value {
    made.withLock { made in
      let value = made ?? make()
      made = value
      return value
    }
  }
}
