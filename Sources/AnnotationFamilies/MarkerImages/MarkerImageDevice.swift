import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import ScenarioModel

/// The pins of a case, and their icons.
struct MarkerImageEnvironment {
  let pins: PinSet
  /// The device, with views of one pixel: an image is the only content of a view.
  let device: Device
  let files: [PNGPicture]
  /// The width of an icon in points.
  let iconSize: Double
  let scale: Int

  /// The kind of a pin's icon.
  func kind(ofPin pin: Int) -> Int { pin % files.count }
}

/// An app whose annotation views show icons.
final class MarkerImageDevice: MarkerDriver, MapViewDelegate {
  let mapView: MapView
  var decoding: DecodingCounts { store.decoding }
  private let environment: MarkerImageEnvironment
  private let simulation = Simulation()
  private let store: MarkerImageStore
  private let strategy: any MarkerImageStrategy
  private let interval: Int64
  private var images: [ObjectIdentifier: MarkerImage] = [:]
  /// Views on the screen in all frames, and those of them without an image.
  private(set) var viewFrames = 0
  private(set) var emptyFrames = 0
  private(set) var peakPixels = 0

  init(_ environment: MarkerImageEnvironment, entry: StrategyEntry<MarkerImagesFamily.Make>) {
    self.environment = environment
    mapView = MapView(device: environment.device)
    interval = FrameForecast.interval(refresh: environment.device.refresh)
    store = MarkerImageStore(
      files: environment.files,
      shownWidth: max(1, Int((environment.iconSize * Double(environment.scale)).rounded(.up))),
      simulation: simulation, profile: environment.device.profile)
    strategy = entry.make(store)
    mapView.delegate = self
    mapView.addAnnotations(environment.pins.annotations)
  }

  /// Work in the background would keep the store in a reference cycle.
  deinit { simulation.cancelAll() }

  func show(_ rect: MapRect, frame: Int) {
    simulation.run(until: Int64(frame) * interval)
    mapView.setVisibleMapRect(rect)
    mapView.layoutAnnotationViews()
  }

  func frameDidEnd(_ frame: Int) throws {
    try store.workInBackground()
    mapView.forEachView { view in
      let key = ObjectIdentifier(view)
      viewFrames += 1
      guard images[key] == nil else { return }
      emptyFrames += 1
      images[key] = image(for: view.annotation)
    }
    peakPixels = max(peakPixels, decoding.heldPixels)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    let view =
      mapView.dequeueReusableAnnotationView(withIdentifier: "icon", for: annotation)
      ?? AnnotationView(
        annotation: annotation, content: .image, reuseIdentifier: "icon",
        size: environment.iconSize, scale: 0, artwork: MarkerArtwork())
    images[ObjectIdentifier(view)] = image(for: annotation)
    return view
  }

  private func image(for annotation: Annotation) -> MarkerImage? {
    strategy.image(ofKind: environment.kind(ofPin: annotation.id.pinIndex ?? 0))
  }
}
