extension RegionUpdateStrategyEntry {
  /// The strategies that come with MapPressure, naive ones first.
  public static let standard: [RegionUpdateStrategyEntry] = [
    RegionUpdateStrategyEntry(
      "unguarded", UnguardedRegion.self,
      summary: "Sets the region at every update, and writes back what the map then shows.",
      reasoning:
        "`mapView.setRegion(model.region, animated:)` in every update: a map that is asked for "
        + "what it shows already has nothing to do"),
    RegionUpdateStrategyEntry(
      "exact-equality", ExactEqualityRegion.self,
      summary: "Sets the region where it is not the one that the map has, bit by bit.",
      reasoning:
        "`if mapView.region != model.region`: what the map reads back is what it was asked for"),
    RegionUpdateStrategyEntry(
      "center-only", CenterOnlyRegion.self,
      summary: "Sets the region where its center is not the map's, and does not look at the span.",
      reasoning:
        "`if mapView.region.center != model.region.center`: fitting changes the span, never the "
        + "center"),
    RegionUpdateStrategyEntry(
      "flag", FlagRegion.self,
      summary: "Sets the region at every update, and passes over the map's answers meanwhile.",
      reasoning:
        "`if ignoresRegionChanges { return }`: a change that begins while the flag is up is our "
        + "own, and every change that we make ends"),
    RegionUpdateStrategyEntry(
      "write-back-fitted", WriteBackFittedRegion.self,
      summary: "Compares with the region that fits the map, and keeps that one.",
      reasoning:
        "`if mapView.region != mapView.regionThatFits(model.region)`: a region that fits is not "
        + "changed by fitting it again"),
    RegionUpdateStrategyEntry(
      "tolerance", ToleranceRegion.self,
      summary: "Sets the region where it is more than half a point of the screen away.",
      reasoning:
        "`if !model.region.looksLike(mapView.region, in: mapView.viewport)`: what nobody sees "
        + "needs no change"),
    RegionUpdateStrategyEntry(
      "careful-tolerance", CarefulToleranceRegion.self,
      summary:
        "The same, unless fingers hold the map or an animation is on its way to that region.",
      reasoning:
        "`guard !mapView.isUserInteracting, model.region != destination`: what the fingers do "
        + "counts more, and who is on the way need not be sent again"),
    RegionUpdateStrategyEntry(
      "gesture-only", GestureOnlyRegion.self,
      summary: "Writes what the user's fingers did only, and moves the map for commands only.",
      reasoning:
        "`guard request.number != doneRequest`: a wish is an event, not a state to be held"),
    RegionUpdateStrategyEntry(
      "camera-position", CameraPositionRegion.self,
      summary: "Binds a camera position, which code sets and the user's movements take away.",
      reasoning:
        "`Map(position: $position)`: what the map shows never comes back as something to be set"),
    RegionUpdateStrategyEntry(
      "no-binding", NoBindingRegion.self,
      summary: "Gives the map its first region and keeps no hold of it.",
      reasoning: "`Map(initialPosition:)`: the user moves the map, so nobody else has to"),
  ]
}
