/// A strategy that scenarios of the region family may name.
public struct RegionStrategyEntry: Sendable, StrategyEntry {
  public let description: StrategyDescription
  let make: @Sendable (MapScreenModel, StateDelivery, Bool) -> any RegionStrategy

  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  ///   - reasoning: the line of code and the thought that it rests on, for a report to quote.
  public init(
    _ name: String, _ strategy: (some RegionStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    description = StrategyDescription(name: name, summary: summary, reasoning: reasoning)
    make = { model, delivery, isAnimated in
      strategy.init(model: model, delivery: delivery, isAnimated: isAnimated)
    }
  }
}

extension RegionStrategyEntry {
  /// The strategies that come with MapPressure, naive ones first.
  public static let standard: [RegionStrategyEntry] = [
    RegionStrategyEntry(
      "unguarded", UnguardedRegion.self,
      summary: "Sets the region at every update, and writes back what the map then shows.",
      reasoning:
        "`mapView.setRegion(model.region, animated:)` in every update: a map that is asked for "
        + "what it shows already has nothing to do"),
    RegionStrategyEntry(
      "exact-equality", ExactEqualityRegion.self,
      summary: "Sets the region where it is not the one that the map has, bit by bit.",
      reasoning:
        "`if mapView.region != model.region`: what the map reads back is what it was asked for"),
    RegionStrategyEntry(
      "centre-only", CentreOnlyRegion.self,
      summary: "Sets the region where its centre is not the map's, and does not look at the span.",
      reasoning:
        "`if mapView.region.center != model.region.center`: fitting changes the span, never the "
        + "centre"),
    RegionStrategyEntry(
      "flag", FlagRegion.self,
      summary: "Sets the region at every update, and passes over the map's answers meanwhile.",
      reasoning:
        "`if ignoresRegionChanges { return }`: a change that begins while the flag is up is our "
        + "own, and every change that we make ends"),
    RegionStrategyEntry(
      "write-back-fitted", WriteBackFittedRegion.self,
      summary: "Compares with the region that fits the map, and keeps that one.",
      reasoning:
        "`if mapView.region != mapView.regionThatFits(model.region)`: a region that fits is not "
        + "changed by fitting it again"),
    RegionStrategyEntry(
      "tolerance", ToleranceRegion.self,
      summary:
        "Sets the region where it is half a point of the screen away, unless fingers hold the map.",
      reasoning:
        "`if !model.region.looksLike(mapView.region, in: mapView.viewport)`: what nobody sees "
        + "needs no change, and what the fingers do counts more"),
    RegionStrategyEntry(
      "gesture-only", GestureOnlyRegion.self,
      summary: "Writes what the user's fingers did only, and moves the map for commands only.",
      reasoning:
        "`guard request.number != doneRequest`: a wish is an event, not a state to be held"),
    RegionStrategyEntry(
      "camera-position", CameraPositionRegion.self,
      summary: "Binds a camera position, which code sets and the user's movements take away.",
      reasoning:
        "`Map(position: $position)`: what the map shows never comes back as something to be set"),
    RegionStrategyEntry(
      "no-binding", NoBindingRegion.self,
      summary: "Gives the map its first region and keeps no hold of it.",
      reasoning: "`Map(initialPosition:)`: the user moves the map, so nobody else has to"),
  ]
}
