import Clustering
import Simulation

/// An app whose annotation views show icons. A view has one pixel: an image is its only content.
final class MarkerImageDriver: MarkerDriver {
  let map: MarkerMap
  var decoding: DecodingCounts { store.decoding }
  private let store: MarkerImageStore
  /// The width of an icon in points.
  private let iconSize: Double
  private let imageOfKind: (Int) -> MarkerImage?
  private var images: [ObjectIdentifier: MarkerImage] = [:]

  init(_ use: MapUse, files: IconFiles, iconSize: Double, make: MarkerImageMake) {
    self.iconSize = iconSize
    map = MarkerMap(device: use.device)
    store = MarkerImageStore(
      files: files, shownWidth: max(1, Int((iconSize * Double(use.screen.scale)).rounded(.up))),
      simulation: map.simulation, profile: use.device.profile)
    imageOfKind = make(store)
    map.view.delegate = self
    map.view.addAnnotations(use.pins.annotations)
  }

  /// Work in the background would keep the store in a reference cycle.
  deinit { map.simulation.cancelAll() }

  func show(_ rect: MapRect, frame: Int) throws {
    map.show(rect, frame: frame)
    if let fault = store.fault { throw fault }
  }

  /// The views without an image, which ask for it again.
  func frameDidEnd(_ frame: Int) -> Int {
    store.workInBackground()
    var emptyViews = 0
    map.view.forEachView { view in
      let key = ObjectIdentifier(view)
      guard images[key] == nil else { return }
      emptyViews += 1
      images[key] = image(for: view.annotation)
    }
    return emptyViews
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    let (view, _) = map.marker(for: annotation, size: iconSize, artwork: MarkerArtwork())
    images[ObjectIdentifier(view)] = image(for: annotation)
    return view
  }

  /// Pin n has the icon of kind n modulo their number.
  private func image(for annotation: Annotation) -> MarkerImage? {
    imageOfKind((annotation.id.pinIndex ?? 0) % store.kindCount)
  }
}
