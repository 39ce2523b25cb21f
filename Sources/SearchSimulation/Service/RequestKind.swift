/// What a request asks of the platform's services; each kind is throttled on its own.
public enum RequestKind: String, Hashable, Sendable, Codable, CaseIterable {
  case search
  case completion
  case geocoding
  case reverseGeocoding = "reverse-geocoding"
  case directions

  /// The kind's position in tables, and its part in the draw of a latency: never renumbered.
  var index: Int {
    switch self {
    case .search: 0
    case .completion: 1
    case .geocoding: 2
    case .reverseGeocoding: 3
    case .directions: 4
    }
  }
}
