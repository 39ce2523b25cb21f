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
  /// From one refresh to the next in nanoseconds.
  var interval: Int64 { FrameForecast.interval(refresh: device.refresh) }
  /// Everything that happens until the last refresh, that one included; in order.
  var events: [WorldEvent] { changes.events(until: Int64(frameCount - 1) * interval + 1) }
}
