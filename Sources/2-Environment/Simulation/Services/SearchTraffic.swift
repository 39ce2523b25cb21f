import Support

/// The requests of an app to the platform's services, by their kinds.
package struct SearchTraffic: Hashable, Sendable {
  private var counts = [RequestCounts](
    repeating: RequestCounts(), count: RequestKind.allCases.count)

  /// No requests.
  package init() {}

  /// The requests of one kind.
  package subscript(kind: RequestKind) -> RequestCounts {
    get { counts[kind.index] }
    set { counts[kind.index] = newValue }
  }

  /// The requests of all kinds.
  package var total: RequestCounts {
    counts.reduce(RequestCounts(), +)
  }

  /// The traffic of two services.
  package static func + (left: SearchTraffic, right: SearchTraffic) -> SearchTraffic {
    var sum = left
    for kind in RequestKind.allCases { sum[kind] = left[kind] + right[kind] }
    return sum
  }
}

/// The numbers of requests by their results, and the bytes that they moved.
///
/// A request that reached the service is answered, failed, cancelled, or still under way:
/// `sent == answered + failed + cancelled + inFlight`.
package struct RequestCounts: Hashable, Sendable, Codable, Tally {
  /// Requests that reached the service.
  package var sent = 0
  /// Requests that the throttle refused; they are not among ``sent``.
  package var throttled = 0
  /// Requests that a busy object did not take: never sent, never answered.
  package var dropped = 0
  /// Requests that were given up before their answers arrived, or whose app had ended by then.
  package var cancelled = 0
  /// Requests that ended with a failure of the server.
  package var failed = 0
  /// Requests whose answers arrived; an answer may say that there is nothing to be found.
  package var answered = 0
  /// The bytes that requests sent to the service.
  package var bytesSent = 0
  /// The bytes that responses sent to the device.
  package var bytesReceived = 0
  /// The number of places that the engine scored; completions report none.
  package var examinedPlaces = 0

  /// No requests.
  package init() {}

  /// Requests whose answers have not arrived yet.
  package var inFlight: Int { sent - answered - failed - cancelled }
}

/// A kind of request to the platform's services; each kind is throttled on its own.
package enum RequestKind: String, Hashable, Sendable, Codable, CaseIterable {
  case search
  case completion
  case geocoding
  case reverseGeocoding = "reverse-geocoding"
  case directions
  case lookAround = "look-around"

  /// The kind's position in tables, and its part in the draw of a latency: the cases are never put
  /// in another order.
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The number of a request, unique in its service: later requests have larger ones, whatever their
/// kind.
///
/// Responses carry it, so that an observer can distinguish a late response from a newer one.
public struct RequestNumber: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// Counted from 1.
  public let value: Int

  /// Creates a number.
  public init(_ value: Int) {
    self.value = value
  }

  public static func < (left: RequestNumber, right: RequestNumber) -> Bool {
    left.value < right.value
  }

  public var description: String { "#\(value)" }
}
