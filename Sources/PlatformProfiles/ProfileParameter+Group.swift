extension ProfileParameter {
  /// What parameters are needed for together: a profile has all of a group or none.
  public enum Group: String, Hashable, Sendable, Codable, CaseIterable {
    /// An app's main thread, whatever the app does; every profile has this group.
    case app
    /// A map with its annotations and their views.
    case map
    /// Requests to a service: search, completion, geocoding, directions.
    case search
    /// Updates of a SwiftUI view that holds a map, what they compute and fetch, and how the map's
    /// region answers them.
    case updates
  }
}

extension ProfileParameter.Group {
  /// The group's parameters, in the order of a profile.
  public var names: [ProfileParameter.Name] {
    ProfileParameter.Name.allCases.filter { $0.group == self }
  }

  /// Whether no profile may be without the group.
  var isRequired: Bool { self == .app }

  /// The group in a sentence, with its article.
  var noun: String {
    switch self {
    case .app: "an app"
    case .map: "a map"
    case .search: "a search"
    case .updates: "view updates"
    }
  }
}
