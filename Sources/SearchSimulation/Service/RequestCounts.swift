/// How many requests were made, what became of them, and what they moved.
///
/// A request that reached the service is answered, failed, cancelled, or still under way:
/// `sent == answered + failed + cancelled + inFlight`.
public struct RequestCounts: Hashable, Sendable, Codable {
  /// Requests that reached the service.
  public var sent = 0
  /// Requests that the throttle turned away; they are not among ``sent``.
  public var throttled = 0
  /// Requests that a busy object did not take: never sent, never answered.
  public var dropped = 0
  /// Requests that were given up before their answers arrived, or whose app had ended by then.
  public var cancelled = 0
  /// Requests that ended with a failure of the server.
  public var failed = 0
  /// Requests whose answers arrived; an answer may say that there is nothing to be found.
  public var answered = 0
  /// What requests moved to the service.
  public var bytesSent = 0
  /// What answers moved to the device.
  public var bytesReceived = 0
  /// How many places the engine scored; completions do not say.
  public var examinedPlaces = 0

  /// No requests.
  public init() {}

  /// Requests whose answers have not arrived yet.
  public var inFlight: Int { sent - answered - failed - cancelled }

  public static func + (left: RequestCounts, right: RequestCounts) -> RequestCounts {
    var sum = left
    sum.sent += right.sent
    sum.throttled += right.throttled
    sum.dropped += right.dropped
    sum.cancelled += right.cancelled
    sum.failed += right.failed
    sum.answered += right.answered
    sum.bytesSent += right.bytesSent
    sum.bytesReceived += right.bytesReceived
    sum.examinedPlaces += right.examinedPlaces
    return sum
  }
}
