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

/// A replay each frame of which gives one outcome, such as the use of an app by one person.
package final class OutcomeReplay<Outcome>: Replay {
  package typealias Perform = (Int) throws -> Outcome

  package let frameCount: Int
  package let framesAreIndependent: Bool
  /// Makes what the frames share, and returns the function that replays one; `nil` where they share
  /// nothing.
  private let begin: (() throws -> Perform)?
  private let didPerform: (Int) -> Void
  private let values: ([Outcome]) -> [NamedValue]
  /// `nil` before the build where the frames share something.
  private var perform: Perform?
  private var outcomes: [Outcome?]
  /// The outcome of the frame that was just shown, until it is recorded.
  private var latest: Outcome?

  private init(
    frameCount: Int, begin: (() throws -> Perform)?, perform: Perform?,
    didPerform: @escaping (Int) -> Void, values: @escaping ([Outcome]) -> [NamedValue]
  ) {
    self.frameCount = frameCount
    self.begin = begin
    self.perform = perform
    self.didPerform = didPerform
    self.values = values
    framesAreIndependent = begin == nil
    outcomes = Array(repeating: nil, count: frameCount)
  }

  /// A replay whose frames do not depend on one another.
  ///
  /// - Parameters:
  ///   - perform: replays a frame. Timed.
  ///   - didPerform: records what else a frame did. Not timed; allocates nothing.
  ///   - values: the metrics of the outcomes of the replayed frames, in their order.
  package convenience init(
    frameCount: Int, perform: @escaping Perform,
    didPerform: @escaping (Int) -> Void = { _ in },
    values: @escaping ([Outcome]) -> [NamedValue]
  ) {
    self.init(
      frameCount: frameCount, begin: nil, perform: perform, didPerform: didPerform, values: values)
  }

  /// A replay whose frames follow one another in one session.
  ///
  /// - Parameters:
  ///   - begin: the build: makes the session, and returns the function that replays a frame. Timed.
  ///   - values: the metrics of the outcomes of the replayed frames, in their order.
  package convenience init(
    frameCount: Int, begin: @escaping () throws -> Perform,
    values: @escaping ([Outcome]) -> [NamedValue]
  ) {
    self.init(
      frameCount: frameCount, begin: begin, perform: nil, didPerform: { _ in }, values: values)
  }

  package func reset() {
    if begin != nil { perform = nil }
    for frame in outcomes.indices { outcomes[frame] = nil }
    latest = nil
  }

  package func build() throws {
    if let begin { perform = try begin() }
  }

  package func showFrame(_ frame: Int) throws {
    latest = try perform?(frame)
  }

  package func frameDidEnd(_ frame: Int) {
    didPerform(frame)
    outcomes[frame] = latest
    latest = nil
  }

  /// The metrics of the latest outcome of each frame; a frame that was not replayed takes no part.
  package func results() -> [NamedValue] {
    values(outcomes.compactMap(\.self))
  }
}
