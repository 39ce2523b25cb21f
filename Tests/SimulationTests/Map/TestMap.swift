import Clustering
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

/// How a delegate shows an annotation.
struct ViewStyle: Hashable {
  var reuseIdentifier: String? = "pin"
  var content = AnnotationView.Content.marker
  var clusteringIdentifier: String?
  var size = 10.0
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
  var shownIDs: [AnnotationID] {
    var ids: [AnnotationID] = []
    forEachView { ids.append($0.annotation.id) }
    return ids.sorted()
  }

  /// The view that shows an annotation.
  func view(of annotation: Annotation) -> AnnotationView? {
    var found: AnnotationView?
    forEachView { if $0.annotation === annotation { found = $0 } }
    return found
  }
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
    width: Double = 200, height: Double = 400, scale: Int = 1,
    parameters: [(name: String, value: Double, unit: String)] = []
  ) throws -> Device {
    guard let builtIn = try PlatformProfile.builtIn("iphone-simulator") else { throw NoProfile() }
    var text = ProfileText()
    for parameter in builtIn.parameters {
      text.set(parameter.name.rawValue, parameter.value, parameter.unit.rawValue)
    }
    // Views are those of what is visible, so that they can be counted by hand.
    text.set("visible-margin", 0, "fraction")
    for parameter in parameters { text.set(parameter.name, parameter.value, parameter.unit) }
    return Device(
      viewport: Viewport(width: width, height: height), scale: scale, refresh: 60,
      profile: try PlatformProfile(yaml: text.text, file: "profile.yaml"))
  }

  private struct NoProfile: Error {}
}
