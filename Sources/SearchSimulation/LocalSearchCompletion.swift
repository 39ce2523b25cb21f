import MapGeometry
import PinData
import PlaceSearch

/// What a fragment could become, as `MKLocalSearchCompletion`; search for it with
/// ``LocalSearch/Request/init(completion:)``.
public struct LocalSearchCompletion: Hashable, Sendable {
  /// A place's name, or the words of a query.
  public let title: String
  /// Where the place is; for a query what it stands for.
  public let subtitle: String
  /// The parts of the title that match words of the fragment, from left to right.
  public let titleHighlightRanges: [Range<String.Index>]
  /// What had been typed when it was asked for.
  public let fragment: String
  /// The request that this answers.
  public let requestNumber: RequestNumber

  /// The place that the completion stands for; `nil` for a query.
  let found: FoundPlace?
  /// Where the completer looked.
  let scope: CompletionScope

  init(
    _ suggestion: PlaceSuggestion, fragment: String, highlights: TitleHighlights,
    scope: CompletionScope, requestNumber: RequestNumber
  ) {
    self.fragment = fragment
    title = suggestion.title
    subtitle = suggestion.subtitle
    titleHighlightRanges = highlights.ranges(in: suggestion.title)
    found = suggestion.place
    self.scope = scope
    self.requestNumber = requestNumber
  }

  /// The place's position in the `PlaceSet` that the engine was made from; `nil` for a query.
  public var place: Int? { found?.id }
}

/// Where, and for what kinds of places, a completer looked.
struct CompletionScope: Hashable, Sendable {
  let kinds: Place.Kinds
  let categories: CategoryFilter
  let region: Region?
  let regionPriority: LocalSearch.RegionPriority

  func query(text: String, limit: Int) -> PlaceQuery {
    PlaceQuery(
      text: text, kinds: kinds, categories: categories, region: region,
      requiresRegion: regionPriority == .required && region != nil, limit: limit)
  }
}

/// The parts of titles that match a fragment: the beginnings of words that are words of the
/// fragment, whatever the case of their letters.
struct TitleHighlights {
  private let words: Set<String>
  private let longestWord: Int

  init(fragment: String) {
    words = Set(Self.words(of: fragment).map { $0.lowercased() })
    longestWord = words.lazy.map(\.count).max() ?? 0
  }

  /// Of each word of the title its longest beginning that the fragment holds. O(title).
  func ranges(in title: String) -> [Range<String.Index>] {
    Self.words(of: title).compactMap { word in
      var longest: Range<String.Index>?
      var beginning = ""
      for index in word.indices {
        beginning += word[index].lowercased()
        guard beginning.count <= longestWord else { break }
        if words.contains(beginning) { longest = word.startIndex..<word.index(after: index) }
      }
      return longest
    }
  }

  private static func words(of text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber }
  }
}
