import ScenarioModel

/// A way for an app to show its own pins, with the strategies that replay it.
///
/// The commands that answer for own pins choose between these, and replay the same ones.
package struct Approach: Hashable, Sendable {
  package let name: String
  package let component: MapComponent
  /// Indicates whether close pins become one marker.
  package let makesClusters: Bool
  /// The strategy of the family `annotations`; `nil` without one.
  ///
  /// That family does not distinguish the components: it has one strategy for both.
  package let still: String?
  /// The strategy of the family `annotation-updates`, whose pins change; `nil` without one.
  package let changing: String?
  /// Indicates whether the app must know which pins moved.
  let needsMoves: Bool

  private init(
    _ name: String, _ component: MapComponent, clusters makesClusters: Bool, still: String?,
    changing: String?, needsMoves: Bool = false
  ) {
    self.name = name
    self.component = component
    self.makesClusters = makesClusters
    self.still = still
    self.changing = changing
    self.needsMoves = needsMoves
  }

  /// All approaches: not the variants of another one, and not those that lose pins by design.
  package static let all: [Approach] = [
    Self("show all", .map, clusters: false, still: "all-pins", changing: "rebuilt-in-body"),
    Self(
      "show all, in a view of their own", .map, clusters: false, still: nil,
      changing: "map-in-own-view"),
    Self("pins in view", .map, clusters: false, still: "visible-region-index", changing: nil),
    Self("own clusters of a grid", .map, clusters: true, still: "grid-clusters", changing: nil),
    Self(
      "own clusters of a hierarchy", .map, clusters: true, still: "hierarchical-clusters",
      changing: "clusters-in-body"),
    Self("show all", .mkMapView, clusters: false, still: "all-pins", changing: nil),
    Self(
      "show all, reusing views", .mkMapView, clusters: false, still: "all-pins-reused",
      changing: "guarded-representable"),
    Self(
      "native clusters", .mkMapView, clusters: true, still: "native-clusters",
      changing: "wrapped-native-clusters"),
    Self(
      "pins in view", .mkMapView, clusters: false, still: "visible-region-index",
      changing: "add-at-once"),
    Self(
      "native clusters of the pins in view", .mkMapView, clusters: true,
      still: "visible-region-clusters", changing: nil),
    Self(
      "own clusters of a grid", .mkMapView, clusters: true, still: "grid-clusters", changing: nil),
    Self(
      "own clusters of a hierarchy", .mkMapView, clusters: true, still: "hierarchical-clusters",
      changing: "hierarchical-query"),
    Self(
      "move what moved", .mkMapView, clusters: false, still: nil, changing: "deltas",
      needsMoves: true),
    Self(
      "own clusters that follow their pins", .mkMapView, clusters: true, still: nil,
      changing: "live-clusters", needsMoves: true),
  ]

  /// The strategies of the family `annotations` that are variants of another one, or lose pins by
  /// design.
  package static let leftOut: Set = [
    "visible-region-on-end", "visible-region-clusters-on-end", "visible-region-scan",
    "visible-region-database", "hierarchical-clusters-flat", "native-clusters-by-kind",
  ]
}

extension AppFacts {
  /// Indicates whether something on the map changes while it is shown, apart from the camera.
  package var hasChanges: Bool { changes != .none || userLocation || selection }

  /// The family whose strategies are replayed for the app.
  package var family: String { hasChanges ? "annotation-updates" : "annotations" }

  /// The naive strategy of that family.
  package var naive: String { hasChanges ? "rebuilt-in-body" : "all-pins" }

  /// The strategy of an approach in that family; `nil` without one.
  package func strategy(of approach: Approach) -> String? {
    guard !approach.needsMoves || changes == .moving else { return nil }
    return hasChanges ? approach.changing : approach.still
  }

  /// The strategies that are replayed, in the family's order, whatever the other facts say: those of
  /// the approaches, and those that the user has added to the family `annotations`.
  package func strategies(in families: FamilyRegistry) -> [String] {
    let offered = Set(Approach.all.compactMap { strategy(of: $0) })
    return (families[family]?.strategies ?? []).map(\.name).filter { name in
      offered.contains(name) || !hasChanges && !Approach.leftOut.contains(name)
    }
  }
}
