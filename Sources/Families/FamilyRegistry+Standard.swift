import ScenarioModel

extension FamilyRegistry {
  /// The families that come with MapPressure.
  public static let standard = FamilyRegistry([
    Family.annotations, Family.search, Family.geocoding, Family.regionUpdates,
    Family.annotationUpdates, Family.regionFetches, Family.lookAround,
    Family.locationAuthorization, Family.mapScreens, Family.mapRows, Family.pinOpening,
    Family.reusedContent, Family.clusterStability, Family.markerRedraw, Family.markerImages,
    Family.viewAnnotations, Family.travelTimes, Family.routeSelection, Family.overlays,
    Family.serverClusters,
  ])
}
