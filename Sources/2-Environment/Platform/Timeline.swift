/// The times at which a simulation's threads and its network did something, for people to look at.
///
/// A ``Simulation`` notes it where it has one. All times are nanoseconds of the virtual clock.
public struct Timeline: Hashable, Sendable, Codable {
  /// A place where things happen one after the other, or in parallel.
  public enum Track: String, Hashable, Sendable, Codable, CaseIterable {
    /// The main thread.
    case main
    /// Queues other than the main thread.
    case background
    /// Requests under way.
    case network
  }

  /// Something that took time, or that happened at one time.
  public struct Span: Hashable, Sendable, Codable {
    /// The thread or the network.
    public let track: Track
    /// The name of the event: `update`, `search`.
    public let name: String
    /// The beginning.
    public let start: Int64
    /// The end; `nil` if it was not over when the simulation ended.
    public fileprivate(set) var end: Int64?
  }

  /// The number of spans that are kept; of more, the timeline has the first ones.
  public static let maxSpans = 10_000

  /// The spans, in the order of their beginnings.
  public private(set) var spans: [Span] = []
  /// The number of spans beyond ``maxSpans``.
  public private(set) var leftOut = 0

  /// Creates a timeline on which nothing happens.
  public init() {}

  /// Notes the beginning of a span, which is not before the beginnings of the earlier spans.
  ///
  /// - Returns: the span's number for ``end(_:at:)``; `nil` if it is left out.
  public mutating func begin(_ track: Track, _ name: String, at time: Int64) -> Int? {
    guard spans.count < Self.maxSpans else {
      leftOut += 1
      return nil
    }
    spans.append(Span(track: track, name: name, start: time, end: nil))
    return spans.count - 1
  }

  /// Notes the end of a span.
  ///
  /// - Parameter span: as ``begin(_:_:at:)`` returned it.
  public mutating func end(_ span: Int, at time: Int64) { spans[span].end = time }
}
