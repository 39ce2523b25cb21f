/// The searches of several people over a day, by person and then by time.
public struct TypingTrace: Hashable, Sendable {
  public let searches: [TypedSearch]

  public init(searches: [TypedSearch]) {
    self.searches = searches
  }

  public var keystrokeCount: Int { searches.reduce(0) { $0 + $1.keystrokes.count } }
}
