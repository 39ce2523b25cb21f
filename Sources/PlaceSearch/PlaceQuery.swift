import MapGeometry
import PinData

/// What is looked for in a place index, and where.
public struct PlaceQuery: Hashable, Sendable {
  /// What a person typed; any text at all.
  public var text: String
  /// Only places of these kinds are found.
  public var kinds: Place.Kinds
  /// Which categories of points of interest are found; other kinds of places are not filtered.
  public var categories: CategoryFilter
  /// Where the person looks; `nil` means anywhere on earth.
  public var region: Region?
  /// Whether nothing outside of the region may be found, or the region is only a hint.
  public var requiresRegion: Bool
  /// The most places of an answer.
  public var limit: Int

  public init(
    text: String, kinds: Place.Kinds = .all, categories: CategoryFilter = .all,
    region: Region? = nil, requiresRegion: Bool = false, limit: Int = 25
  ) {
    self.text = text
    self.kinds = kinds
    self.categories = categories
    self.region = region
    self.requiresRegion = requiresRegion
    self.limit = limit
  }
}
