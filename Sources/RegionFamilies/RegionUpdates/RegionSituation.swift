import MapGeometry

/// What an update of the map screen finds: where it is the same again and again, updates go round.
struct RegionSituation: Hashable, Sendable {
  let region: Region
  /// Changes of what else the map may depend on: whoever still changes that gets somewhere.
  let otherChanges: Int
  let rect: MapRect
  let isAnimating: Bool

  /// Of what is compared as much as tells situations apart: an update is to cost little.
  func hash(into hasher: inout Hasher) {
    hasher.combine(region.center.latitude)
    hasher.combine(region.span.latitudeDelta)
    hasher.combine(rect.origin.x)
    hasher.combine(rect.size.width)
  }
}
