import Clustering
import Foundation

/// The position and the zoom of a camera over the flat map of the earth.
///
/// The centre's x may be outside of the world: movement continues around the earth.
struct CameraPose: Hashable, Sendable {
  var center: MapPoint
  /// Map points in one point of the screen. It halves with each zoom level; 1 is zoom level 20.
  var mapPointsPerPoint: Double

}

extension CameraPose {
  init(center: MapPoint, zoom: Double) {
    self.init(center: center, mapPointsPerPoint: exp2(20 - zoom))
  }

  /// The zoom level: 0 shows the world in a tile of 256 points.
  var zoom: Double { 20 - log2(mapPointsPerPoint) }

  /// The rectangle that a screen of the given size shows.
  func rect(in viewport: Viewport) -> MapRect {
    MapRect(
      center: center,
      size: MapSize(
        width: viewport.width * mapPointsPerPoint, height: viewport.height * mapPointsPerPoint))
  }

  /// Returns the pose moved north or south until only the world is in view, or to the equator where
  /// the view is higher than the world.
  func keptOnWorld(in viewport: Viewport) -> CameraPose {
    let halfHeight = viewport.height * mapPointsPerPoint / 2
    let northernmost = Self.worldTop + halfHeight
    let southernmost = Self.worldBottom - halfHeight
    var pose = self
    pose.center.y =
      northernmost <= southernmost
      ? min(max(center.y, northernmost), southernmost) : MapSize.world.height / 2
    return pose
  }

  // The world ends at the latitude where the projection saturates, a little before the square's
  // edge: beyond it, the projection has no inverse.
  static let worldTop = MapPoint(Coordinate(latitude: MapPoint.maxLatitude, longitude: 0)).y
  static let worldBottom = MapPoint(Coordinate(latitude: -MapPoint.maxLatitude, longitude: 0)).y
  /// The height of the projected earth in map points.
  static let worldHeight = worldBottom - worldTop
}

extension Region {
  /// Creates the region that makes a map show a rectangle of the map's aspect ratio.
  ///
  /// `Region(rect)` does not: away from the equator its span of latitude is not symmetric around
  /// the middle of the projection, so that fitting it would zoom out. This one spans twice the
  /// shorter side, so that the width, or the side towards the nearer pole, determines the fit.
  init(showing rect: MapRect) {
    let middle = MapPoint(x: rect.midX, y: rect.midY).coordinate
    let north = MapPoint(x: rect.midX, y: rect.minY).coordinate.latitude
    let south = MapPoint(x: rect.midX, y: rect.maxY).coordinate.latitude
    let halfSpan = min(north - middle.latitude, middle.latitude - south)
    // Brings a centre that moved around the earth back to ±180.
    let turns = (middle.longitude / 360).rounded()
    self.init(
      center: Coordinate(
        latitude: middle.latitude.roundedToBillionths,
        longitude: (middle.longitude - 360 * turns).roundedToBillionths),
      span: CoordinateSpan(
        latitudeDelta: (2 * halfSpan).roundedToBillionths,
        longitudeDelta: min(rect.width / MapSize.world.width * 360, 360).roundedToBillionths))
  }
}

extension Double {
  /// Rounded to nine decimals, because C libraries differ in the last bits.
  fileprivate var roundedToBillionths: Double { (self * 1e9).rounded() / 1e9 }
}
