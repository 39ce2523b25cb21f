import EventSimulation

/// When a map's delegate writes what it was told into the app's state.
public struct StateDelivery {
  /// The two ways that apps choose between.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// In the delegate's call, even where that comes in the middle of an update of the view.
    case synchronous
    /// In a task of its own, as `DispatchQueue.main.async`.
    case asynchronous
  }

  private let mode: Mode
  private let main: MainThread

  init(_ mode: Mode, on main: MainThread) {
    self.mode = mode
    self.main = main
  }

  /// Writes state, at once or in a task of its own on the main thread.
  public func deliver(_ write: @escaping () -> Void) {
    switch mode {
    case .synchronous: write()
    case .asynchronous: main.async(write)
    }
  }
}
