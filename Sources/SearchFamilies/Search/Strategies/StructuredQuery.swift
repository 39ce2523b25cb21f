import SearchSimulation

/// Rewrites what was typed into fields ("category:coffee city:berlin"), as a database would want
/// it; a natural language search takes the fields' names for words.
public final class StructuredQuery: DefaultRequest {
  override func request(for text: String) -> LocalSearch.Request {
    var request = super.request(for: text)
    request.naturalLanguageQuery = Self.query(from: text)
    return request
  }

  /// The last word is taken for the city, what stands before it for the category.
  static func query(from text: String) -> String {
    let words = text.split(separator: " ")
    guard words.count > 1, let city = words.last else { return "category:\(text)" }
    return "category:\(words.dropLast().joined(separator: " ")) city:\(city)"
  }
}
