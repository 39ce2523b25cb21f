import Platform

/// The objects in an app's memory that a profile has a price for.
struct MapContents: Hashable, Sendable {
  /// Map views in memory, on screen or not.
  var mapViews = 0
  /// Indicates whether the app has had a map view, or a picture of a map drawn. already
  var hasUsedMaps = false
  /// The zoom levels that the map on screen has shown since it came there.
  var tileLevels = 0
  /// Annotations on these map views.
  var annotations = 0
  /// Marker views in memory, on a map or not.
  var markerViews = 0
  /// Image views in memory, on a map or not.
  var imageViews = 0
  /// Bytes of pictures that the app keeps.
  var pictureBytes = 0

  /// Annotation views in memory.
  var annotationViews: Int { markerViews + imageViews }

  /// The app's modelled footprint in bytes.
  ///
  /// The first map view takes the memory of a map at rest, and each further one the memory of an
  /// instance. A part of the first one's memory stays when no map view is left.
  func footprint(on profile: PlatformProfile) -> Double {
    var bytes = profile[.appBaseMemory]
    if mapViews > 0 {
      bytes += profile[.mapBaseMemory]
      bytes += profile.cost(of: Double(mapViews - 1), .mapInstanceMemory)
    } else if hasUsedMaps {
      bytes += profile[.mapBaseMemory] * profile[.mapMemoryKept]
    }
    if tileLevels > 0 {
      bytes += min(Double(tileLevels) * profile[.tileLevelMemory], profile[.tileCacheLimit])
    }
    bytes += profile.cost(of: Double(annotations), .annotationMemory)
    bytes += profile.cost(of: Double(markerViews), .markerViewMemory)
    bytes += profile.cost(of: Double(imageViews), .imageViewMemory)
    return bytes + Double(pictureBytes)
  }
}
