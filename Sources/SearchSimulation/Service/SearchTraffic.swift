/// What an app asked of the platform's services, and what it got.
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
