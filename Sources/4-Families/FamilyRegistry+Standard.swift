import ScenarioModel

extension FamilyRegistry {
  /// The families that come with MapPressure.
  public static let standard = FamilyRegistry(entries)

  private static let entries: [Entry] = [
    Entry("annotations") { Family.annotations },
    Entry("missing-pins") { Family.missingPins },
    Entry("search") { Family.search },
    Entry("geocoding") { Family.geocoding },
    Entry("region-updates") { Family.regionUpdates },
    Entry("annotation-updates") { Family.annotationUpdates },
    Entry("region-fetches") { Family.regionFetches },
    Entry("look-around") { Family.lookAround },
    Entry("location-authorization") { Family.locationAuthorization },
    Entry("map-screens") { Family.mapScreens },
    Entry("map-rows") { Family.mapRows },
    Entry("pin-opening") { Family.pinOpening },
    Entry("reused-content") { Family.reusedContent },
    Entry("cluster-stability") { Family.clusterStability },
    Entry("marker-redraw") { Family.markerRedraw },
    Entry("marker-images") { Family.markerImages },
    Entry("view-annotations") { Family.viewAnnotations },
    Entry("travel-times") { Family.travelTimes },
    Entry("route-selection") { Family.routeSelection },
    Entry("overlays") { Family.overlays },
    Entry("server-clusters") { Family.serverClusters },
  ]
}
