/// The requests of an app to the platform's services, by their kinds.
public struct SearchTraffic: Hashable, Sendable {
  private var counts = [RequestCounts](
    repeating: RequestCounts(), count: RequestKind.allCases.count)

  /// No requests.
  public init() {}

  /// The requests of one kind.
  public subscript(kind: RequestKind) -> RequestCounts {
    get { counts[kind.index] }
    set { counts[kind.index] = newValue }
  }

  /// The requests of all kinds.
  public var total: RequestCounts {
    counts.reduce(RequestCounts(), +)
  }

  /// The traffic of two services.
  public static func + (left: SearchTraffic, right: SearchTraffic) -> SearchTraffic {
    var sum = left
    for kind in RequestKind.allCases { sum[kind] = left[kind] + right[kind] }
    return sum
  }
}

/// The numbers of requests by their results, and the bytes that they moved.
///
/// A request that reached the service is answered, failed, cancelled, or still under way:
/// `sent == answered + failed + cancelled + inFlight`.
public struct RequestCounts: Hashable, Sendable, Codable {
  /// Requests that reached the service.
  public var sent = 0
  /// Requests that the throttle refused; they are not among ``sent``.
  public var throttled = 0
  /// Requests that a busy object did not take: never sent, never answered.
  public var dropped = 0
  /// Requests that were given up before their answers arrived, or whose app had ended by then.
  public var cancelled = 0
  /// Requests that ended with a failure of the server.
  public var failed = 0
  /// Requests whose answers arrived; an answer may say that there is nothing to be found.
  public var answered = 0
  /// The bytes that requests sent to the service.
  public var bytesSent = 0
  /// The bytes that responses sent to the device.
  public var bytesReceived = 0
  /// The number of places that the engine scored; completions report none.
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

/// A kind of request to the platform's services; each kind is throttled on its own.
public enum RequestKind: String, Hashable, Sendable, Codable, CaseIterable {
  case search
  case completion
  case reverseGeocoding = "reverse-geocoding"
  case directions

  /// The kind's position in tables.
  var index: Int {
    switch self {
    case .search: 0
    case .completion: 1
    case .reverseGeocoding: 2
    case .directions: 3
    }
  }

  /// The kind's part in the draw of a latency: never renumbered.
  var drawNumber: UInt64 {
    switch self {
    case .search: 0
    case .completion: 1
    case .reverseGeocoding: 3
    case .directions: 4
    }
  }
}

/// Tells requests of one service apart: a later request has a greater number, whatever its kind.
///
/// Responses carry it, so that an observer can distinguish a late response from a newer one.
public struct RequestNumber: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// Counted from 1.
  public let value: Int

  public init(_ value: Int) {
    self.value = value
  }

  public static func < (left: RequestNumber, right: RequestNumber) -> Bool {
    left.value < right.value
  }

  public var description: String { "#\(value)" }
}
