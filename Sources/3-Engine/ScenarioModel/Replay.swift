/// One replay of a case by one strategy, in the order of its frames.
///
/// The harness reads the clock around ``build()`` and around each ``showFrame(_:)``; everything
/// else that is recorded belongs to ``frameDidEnd(_:)``.
public protocol Replay: AnyObject {
  /// The number of frames.
  var frameCount: Int { get }
  /// Indicates whether each frame can be shown without those before it, at about the same cost.
  var framesAreIndependent: Bool { get }
  /// Resets the replay to the state before its first build. Not timed.
  func reset()
  /// Creates the strategy. Timed.
  func build() throws
  /// Performs one step of the environment and the strategy's response to it. Timed.
  func showFrame(_ frame: Int) throws
  /// Records the effects of the frame. Not timed; allocates nothing.
  func frameDidEnd(_ frame: Int)
  /// Returns the family's counted and modelled metrics of the replayed frames.
  func results() -> [NamedValue]
}

extension Replay {
  /// Builds the strategy and replays every frame, without timing.
  ///
  /// - Parameter didShow: called after each frame.
  package func run(didShow: (Int) throws -> Void = { _ in }) throws {
    try build()
    for frame in 0..<frameCount {
      try showFrame(frame)
      frameDidEnd(frame)
      try didShow(frame)
    }
  }
}

/// A replay whose frames have one outcome each, such as the use of an app by one person.
package final class OutcomeReplay<Outcome>: Replay {
  package typealias Perform = (Int) throws -> Outcome

  package let frameCount: Int
  package let framesAreIndependent: Bool
  /// Creates the state that the frames share, and returns the function that replays one; `nil` if
  /// they share nothing.
  private let begin: (() throws -> Perform)?
  private let values: ([Outcome]) -> [NamedValue]
  /// The function that replays a frame; `nil` before the build if the frames share state.
  private var perform: Perform?
  private var outcomes: [Outcome?]
  /// The outcome of the frame that was just shown, until it is recorded.
  private var latest: Outcome?

  private init(
    frameCount: Int, begin: (() throws -> Perform)? = nil, perform: Perform? = nil,
    values: @escaping ([Outcome]) -> [NamedValue]
  ) {
    self.frameCount = frameCount
    self.begin = begin
    self.perform = perform
    self.values = values
    framesAreIndependent = begin == nil
    outcomes = Array(repeating: nil, count: frameCount)
  }

  /// Creates a replay whose frames follow each other in one use.
  ///
  /// - Parameters:
  ///   - reason: the reason why there are no metrics without an outcome.
  ///   - begin: the build, which creates what the frames share and returns the function that replays
  ///     one. Timed.
  package convenience init(
    frameCount: Int, _ table: MetricTable<[Outcome]>, orWhy reason: String,
    begin: @escaping () throws -> Perform
  ) {
    self.init(
      frameCount: frameCount, begin: begin,
      values: { $0.isEmpty ? table.notAvailable(reason) : table.values(of: $0) })
  }

  /// Creates a replay whose outcomes make one record, from which a table reads the metrics.
  ///
  /// - Parameters:
  ///   - reason: the reason why there are no metrics without an outcome.
  ///   - perform: replays a frame, which does not depend on the others. Timed.
  ///   - record: returns the record of the outcomes of the replayed frames, in their order.
  package convenience init<Record>(
    frameCount: Int, _ table: MetricTable<Record>, orWhy reason: String,
    perform: @escaping Perform, record: @escaping ([Outcome]) -> Record
  ) {
    self.init(frameCount: frameCount, perform: perform) { outcomes in
      outcomes.isEmpty ? table.notAvailable(reason) : table.values(of: record(outcomes))
    }
  }

  /// Creates a replay of one frame, which is a whole use of something.
  package convenience init(
    _ table: MetricTable<Outcome>, perform: @escaping () throws -> Outcome
  ) {
    self.init(
      frameCount: 1, perform: { _ in try perform() },
      values: { outcomes in
        outcomes.last.map(table.values) ?? table.notAvailable("no use was replayed")
      })
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
    outcomes[frame] = latest
    latest = nil
  }

  /// Returns the metrics of the latest outcome of each frame, without frames that were not
  /// replayed.
  package func results() -> [NamedValue] {
    values(outcomes.compactMap(\.self))
  }
}
