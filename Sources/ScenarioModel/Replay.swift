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

/// A replay whose frames do not depend on one another: each gives one outcome, such as the use of an
/// app by one person.
package final class OutcomeReplay<Outcome>: Replay {
  package let frameCount: Int
  private let perform: (Int) throws -> Outcome
  private let didPerform: (Int) -> Void
  private let values: ([Outcome]) -> [NamedValue]
  private var outcomes: [Outcome?]
  /// The outcome of the frame that was just shown, until it is recorded.
  private var latest: Outcome?

  /// - Parameters:
  ///   - perform: replays a frame. Timed.
  ///   - didPerform: records what else a frame did. Not timed; allocates nothing.
  ///   - values: the metrics of the outcomes of the replayed frames, in their order.
  package init(
    frameCount: Int, perform: @escaping (Int) throws -> Outcome,
    didPerform: @escaping (Int) -> Void = { _ in },
    values: @escaping ([Outcome]) -> [NamedValue]
  ) {
    self.frameCount = frameCount
    self.perform = perform
    self.didPerform = didPerform
    self.values = values
    outcomes = Array(repeating: nil, count: frameCount)
  }

  package var framesAreIndependent: Bool { true }

  package func reset() {
    for frame in outcomes.indices { outcomes[frame] = nil }
    latest = nil
  }

  /// What a frame needs is made with it; there is nothing to make before.
  package func build() {}

  package func showFrame(_ frame: Int) throws {
    latest = try perform(frame)
  }

  package func frameDidEnd(_ frame: Int) {
    didPerform(frame)
    outcomes[frame] = latest
    latest = nil
  }

  /// The latest outcome of each frame; a frame that was not replayed takes no part.
  package func results() -> [NamedValue] {
    values(outcomes.compactMap(\.self))
  }
}
