import Clustering
import Support

/// The visible part of a map at one step of a camera path.
struct CameraView: Hashable, Sendable {
  let rect: MapRect
  /// The zoom level that an index is asked for.
  let zoom: Double
}

/// A path of 600 steps over a map: from continents down to the streets of a place, up again over
/// another one, and so on.
///
/// Each of 20 legs has two steps at every zoom level from 2 to 16; between the two the map moves by
/// up to a third of the screen. Every second leg goes up.
enum CameraPath {
  /// A telephone held upright.
  static let viewport = Viewport(width: 390, height: 844)
  static let zooms = 2...16
  static let legCount = 20
  static let placeCount = 40

  /// The path over a data set: over the recipe's 40 largest cities, or over 40 pins of another.
  static func views(over dataSet: DataSet, points: [MapPoint]) -> [CameraView] {
    if dataSet == .cities { return views(over: largestCities()) }
    guard !points.isEmpty else { return [] }
    return views(over: (0..<placeCount).map { points[$0 * points.count / placeCount] })
  }

  private static func views(over places: [MapPoint]) -> [CameraView] {
    var random = SplitMix64(seed: 0x5EED_0003)
    var views: [CameraView] = []
    for leg in 0..<legCount {
      var center = places[Int(random.unit() * Double(placeCount))]
      let levels = leg.isMultiple(of: 2) ? Array(zooms) : zooms.reversed()
      for level in levels {
        // The index's zoom levels have tiles of 512 screen points.
        let zoom = Double(level)
        let rect = viewport.mapRect(center: center, zoom: zoom + 1)
        views.append(CameraView(rect: rect, zoom: zoom))
        // Around the earth where the path crosses the antimeridian.
        let x = center.x + (random.unit() - 0.5) * 0.7 * rect.width
        center.x = x - (x / MapSize.world.width).rounded(.down) * MapSize.world.width
        center.y += (random.unit() - 0.5) * 0.7 * rect.height
        views.append(
          CameraView(rect: viewport.mapRect(center: center, zoom: zoom + 1), zoom: zoom))
      }
    }
    return views
  }

  /// The centres of the recipe's cities, those with the most pins first.
  private static func largestCities() -> [MapPoint] {
    var random = SplitMix64(seed: 0x5EED_0001)
    return (0..<placeCount).map { _ in
      let longitude = -180 + 360 * random.unit()
      let latitude = -60 + 130 * random.unit()
      // The third number is the city's extent.
      _ = random.unit()
      return MapPoint(Coordinate(latitude: latitude, longitude: longitude))
    }
  }
}
