import PlatformProfiles

/// The footprint that a platform profile predicts from what the map held at most.
///
/// The strategy's own data (an index, a database's cache) is not part of it: that is measured.
public enum FootprintForecast {
  /// The modelled footprint in bytes: the app, the map, the annotations, and every view on screen
  /// or waiting to be used again.
  public static func bytes(
    annotations: Int, markerViews: Int, imageViews: Int, profile: PlatformProfile
  ) -> Int64 {
    let bytes =
      profile[.appBaseMemory] + profile[.mapBaseMemory]
      + Double(annotations) * profile[.annotationMemory]
      + Double(markerViews) * profile[.markerViewMemory]
      + Double(imageViews) * profile[.imageViewMemory]
    return Int64(bytes.rounded())
  }
}
