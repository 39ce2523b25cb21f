import SearchSimulation

extension RequestKind {
  /// What an app does with such a request, for a transcript.
  var inWords: String {
    switch self {
    case .search: "searches"
    case .completion: "asks for completions"
    case .reverseGeocoding: "asks for an address"
    case .directions: "asks for a route"
    }
  }
}
