import MapGeometry

/// How a simulated user moves the map. The raw value is the name in scenario files.
///
/// The user is a hurried one: pauses are short, so that ten seconds hold both extremes of zoom.
/// Flings decelerate as scroll views do. The same arguments give the same frames.
public enum CameraTraceGenerator: String, CaseIterable, Hashable, Sendable, Codable {
  /// All pins in view; zooms in to a pin, pans and flings around it, zooms out to all pins; again.
  case panAndZoom = "pan-and-zoom"
  /// From a pin out to all pins and in again, one zoom level after the other in quick bursts.
  case zoomOutAndIn = "zoom-out-and-in"
  /// From pin to pin at street zoom, by jump cuts and by animated flights in turn.
  case cityHop = "city-hop"
  /// All pins in view on every frame, with pans of a few points.
  case world
  /// One fling after the other at city zoom.
  case fling

  /// A trace over the given pins on a screen of the given size.
  ///
  /// Frame `i` is at `i / refresh` seconds. ``Viewport/mapRectThatFits(_:)`` turns a frame's region
  /// into what the map shows. That stays between the latitudes ±85 unless showing all pins takes
  /// more, and between the zoom level that shows all pins or fills the view with the world and
  /// zoom level 20. Where the pins lie around the antimeridian, so does the trace. An empty pin set
  /// counts as one that covers the world. Degrees are rounded to 1e-9, about 0.1 mm, so that the
  /// last bits of the C library's mathematics do not matter. Takes O(frames + pins) time.
  ///
  /// - Precondition: `frames` is not negative; `refresh` (frames a second) and the viewport's sides
  ///   are positive.
  public func trace(
    frames: Int, refresh: Double, seed: UInt64, pins: PinSet, viewport: Viewport
  ) -> CameraTrace {
    precondition(frames >= 0, "A number of frames is not negative.")
    precondition(refresh > 0, "A refresh rate is positive.")
    precondition(viewport.width > 0 && viewport.height > 0, "A viewport has a size.")
    var itinerary = Itinerary(pins: pins, viewport: viewport, seed: seed)
    var camera = TouchCamera(
      pose: itinerary.overview, viewport: viewport, refresh: refresh, frameLimit: frames)
    switch self {
    case .panAndZoom: camera.panAndZoom(along: &itinerary)
    case .zoomOutAndIn: camera.zoomOutAndIn(along: &itinerary)
    case .cityHop: camera.hopBetweenCities(along: &itinerary)
    case .world: camera.stayOnOverview(along: &itinerary)
    case .fling: camera.flingRepeatedly(along: &itinerary)
    }
    return CameraTrace(frames: camera.frames)
  }
}
