import AnnotationFamilies
import LocationFamilies
import RegionFamilies
import RouteFamilies
import ScenarioModel
import ScreenFamilies
import SearchFamilies
import ServerFamilies

extension FamilyRegistry {
  /// The families that come with MapPressure.
  public static let standard = FamilyRegistry([
    AnnotationsFamily(), SearchFamily(), GeocodingFamily(), Family.regionUpdates,
    AnnotationUpdatesFamily(), RegionFetchesFamily(), LookAroundFamily(),
    LocationAuthorizationFamily(), MapScreensFamily(), MapRowsFamily(), PinOpeningFamily(),
    ReusedContentFamily(), ClusterStabilityFamily(), MarkerRedrawFamily(), MarkerImagesFamily(),
    Family.viewAnnotations, TravelTimesFamily(), RouteSelectionFamily(), OverlaysFamily(),
    ServerClustersFamily(),
  ])
}
