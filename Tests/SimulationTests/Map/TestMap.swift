import Clustering
import Platform
import Simulation
import Support
import TestSupport

/// One plain colour.
struct SolidArtwork: Artwork {
  let color: Color

  func draw(into bitmap: Bitmap) {
    bitmap.withMutablePixels { $0.update(repeating: color.pixel) }
  }
}

/// The style in which a delegate shows an annotation.
struct ViewStyle: Hashable {
  var reuseIdentifier: String? = "pin"
  var content = AnnotationView.Content.marker
  var clusteringIdentifier: String?
  var size = 10.0
  var displayPriority = 1_000.0
  var color = Color.markerRed
}

/// A delegate that dequeues before it makes views, each in the style of its annotation.
final class TestDelegate: MapViewDelegate {
  private let style: (Annotation) -> ViewStyle
  /// The annotations that it was asked for, in order.
  private(set) var requests: [Annotation] = []

  init(style: @escaping (Annotation) -> ViewStyle = { _ in ViewStyle() }) {
    self.style = style
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    requests.append(annotation)
    let style = style(annotation)
    let view =
      dequeuedView(for: annotation, style: style, on: mapView)
      ?? AnnotationView(
        annotation: annotation, content: style.content, reuseIdentifier: style.reuseIdentifier,
        size: style.size, scale: mapView.device.scale, artwork: SolidArtwork(color: style.color))
    view.clusteringIdentifier = style.clusteringIdentifier
    view.displayPriority = style.displayPriority
    return view
  }

  private func dequeuedView(
    for annotation: Annotation, style: ViewStyle, on mapView: MapView
  ) -> AnnotationView? {
    guard let identifier = style.reuseIdentifier else { return nil }
    return mapView.dequeueReusableAnnotationView(withIdentifier: identifier, for: annotation)
  }
}

extension MapView {
  /// The annotations that have a view, by identity, ascending; members of clusters do not count.
  var shownIDs: [AnnotationID] { viewsInDrawingOrder().map(\.annotation.id).sorted() }

  /// The position of each annotation's view on the screen, as x and y.
  var viewPlaces: [AnnotationID: [Double]] {
    Dictionary(
      uniqueKeysWithValues: viewsInDrawingOrder().map { ($0.annotation.id, [$0.x, $0.y]) })
  }

  /// The annotations that stand for the ones on the map, by identity, ascending.
  var representingIDs: [AnnotationID] {
    var ids: [AnnotationID] = []
    forEachRepresentingAnnotation { ids.append($0.id) }
    return ids.sorted()
  }
}

extension MapView {
  /// A map on which one map point may be one screen point; the caller keeps the delegate.
  static func test(
    _ delegate: TestDelegate? = nil, showing rect: MapRect = .world,
    _ annotations: [Annotation] = [], device: Device? = nil
  ) throws -> MapView {
    let mapView = MapView(device: try device ?? Device.test(), visibleMapRect: rect)
    mapView.delegate = delegate
    mapView.addAnnotations(annotations)
    return mapView
  }

  /// The same after a layout pass.
  static func laidOut(
    _ delegate: TestDelegate? = nil, showing rect: MapRect, _ annotations: [Annotation],
    device: Device? = nil
  ) throws -> MapView {
    let mapView = try test(delegate, showing: rect, annotations, device: device)
    mapView.layoutAnnotationViews()
    return mapView
  }

  /// Adds an annotation, and lays out.
  func layOut(_ annotation: Annotation) {
    addAnnotation(annotation)
    layoutAnnotationViews()
  }

  /// Moves the camera, and lays out.
  func show(_ rect: MapRect) {
    setVisibleMapRect(rect)
    layoutAnnotationViews()
  }
}

/// Gives all overlays of a map the same style.
final class OverlayDelegate: OverlayMapDelegate {
  var style: LineStyle?

  init(_ style: LineStyle? = .route) {
    self.style = style
  }

  func mapView(_ mapView: OverlayMapView, rendererFor overlay: MapOverlay) -> OverlayRenderer {
    OverlayRenderer(overlay, style: style)
  }
}

extension OverlayMapView {
  /// A screen of 100 points around a place in tiles at zoom 10; the caller keeps the delegate.
  convenience init(around place: Double, _ delegate: OverlayDelegate) {
    let viewport = Viewport(width: 100, height: 100)
    self.init(
      device: Device(viewport: viewport, scale: 1, refresh: 60, profile: .sample()),
      visibleMapRect: viewport.mapRect(center: tilePoints([(place, place)])[0], zoom: 10))
    self.delegate = delegate
  }

  /// Adds an overlay, and draws.
  func draw(_ overlay: MapOverlay) {
    addOverlay(overlay)
    drawOverlays()
  }
}

/// Places in tiles of 256 points at zoom 10, which have 2^18 map points.
func tilePoints(_ places: [(Double, Double)]) -> [MapPoint] {
  places.map { MapPoint(x: $0.0 * 262_144, y: $0.1 * 262_144) }
}

extension Bitmap {
  var pixelValues: [UInt32] { withPixels { pixels in pixels.indices.map { pixels[$0] } } }
}

extension FrameBuffer {
  var pixelValues: [UInt32] { withPixels { pixels in pixels.indices.map { pixels[$0] } } }
}

extension Annotation {
  convenience init(_ pin: Int, x: Double, y: Double) {
    self.init(id: .pin(pin), mapPoint: MapPoint(x: x, y: y))
  }
}

extension Device {
  /// A screen of 200 x 400 points with the built-in profile and some parameters replaced.
  static func test(
    scale: Int = 1, parameters: KeyValuePairs<String, (Double, String)> = [:]
  ) throws -> Device {
    // Views are those of what is visible, and hitches those of the app, so that they can be counted
    // by hand.
    let text = ProfileText.simulator([
      "visible-margin": (0, "fraction"), "map-hitch-floor": (0, "ms/s"),
    ]).setting(parameters).text
    return Device(
      viewport: Viewport(width: 200, height: 400), scale: scale, refresh: 60,
      profile: try PlatformProfile(yaml: text, file: "profile.yaml"))
  }
}
