import MapGeometry
import MapSimulation

/// What happens on a device while its map is shown, whatever a strategy makes of it.
struct AnnotationUpdateWorld: Sendable {
  let device: Device
  let camera: CameraWay
  /// Where the pins are at the beginning.
  let points: [MapPoint]
  let changes: WorldChanges

  /// Refreshes of the screen.
  var frameCount: Int { camera.rects.count }
}
