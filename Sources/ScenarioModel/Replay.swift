/// One replay of a case by one strategy, in the order of its frames.
///
/// The harness reads the clock around ``build()`` and around each ``showFrame(_:)``; whatever else
/// is to be recorded belongs into ``frameDidEnd(_:)``.
public protocol Replay: AnyObject {
  /// How many frames the replay has.
  var frameCount: Int { get }
  /// Whether any frame can be shown without those before it: what it costs then is about what it
  /// costs after them.
  var framesAreIndependent: Bool { get }
  /// Puts the replay back to before its first build. Not timed.
  func reset()
  /// Makes the strategy. Timed.
  func build() throws
  /// Lets the world take one step and the strategy answer it. Timed.
  func showFrame(_ frame: Int) throws
  /// Records what the frame did. Not timed; allocates nothing.
  func frameDidEnd(_ frame: Int)
  /// The family's counted and modelled metrics of what was replayed.
  func results() -> [NamedValue]
}
