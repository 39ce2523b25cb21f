import MapGeometry

/// A wish of the app's code that the map show a region, such as the button "center on me".
///
/// Two wishes for one region are two: a user may have moved the map in between.
public struct RegionRequest: Hashable, Sendable {
  /// Counts the wishes, from 1.
  public let number: Int
  /// Where the map is to go, as code asked for it: not fitted to the map.
  public let region: Region
}
