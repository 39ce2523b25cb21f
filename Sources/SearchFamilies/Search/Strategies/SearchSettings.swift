/// What an app can set right or wrong about its search.
struct SearchSettings: Hashable, Sendable {
  enum RegionUse: Hashable, Sendable {
    case anywhere
    case hint
    case required
  }

  enum WhileTyping: Hashable, Sendable {
    case nothing
    /// One completer fills the list.
    case completion
    /// Every change of the text starts a search, and cancels the one before.
    case search
  }

  /// The query is what was typed, rather than fields and values.
  var asksInNaturalLanguage = true
  /// The request says which kinds of places are looked for.
  var namesResultTypes = true
  /// What the request says of the map's region.
  var region = RegionUse.required
  /// What happens before the search key is pressed.
  var whileTyping = WhileTyping.completion
  /// The same question is answered from memory.
  var keepsAnswers = false

  /// As the platform's documentation asks for.
  static let configured = SearchSettings()

  /// The same with one thing changed.
  func with<Value>(
    _ setting: WritableKeyPath<SearchSettings, Value>, _ value: Value
  ) -> SearchSettings {
    var settings = self
    settings[keyPath: setting] = value
    return settings
  }
}
