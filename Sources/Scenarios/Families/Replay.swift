/// One replay of a case by one strategy, in the order of its frames.
///
/// The harness reads the clock around ``build()`` and around each ``showFrame(_:)``; whatever else
/// is to be recorded belongs into ``frameDidEnd(_:)``.
public protocol Replay: AnyObject {
  /// How many frames the replay has.
  var frameCount: Int { get }
  /// Makes the strategy. Timed.
  func build() throws
  /// Lets the world take one step and the strategy answer it. Timed.
  func showFrame(_ frame: Int) throws
  /// Records what the frame did. Not timed; allocates nothing.
  func frameDidEnd(_ frame: Int)
  /// The family's counted and modelled metrics of what was replayed.
  func results() -> [NamedValue]
}
