/// What a physical feature is.
public enum PhysicalFeature: String, Hashable, Sendable, Codable, CaseIterable {
  case bay, desert, forest, island, lake, mountain, river, valley, waterfall
}
