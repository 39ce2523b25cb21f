import Clustering
import PinData
import ScenarioModel
import Simulation

/// An app with pictures from a server in views that are used again.
final class PictureDriver: MapViewDelegate {
  let map: MarkerMap
  private let loader: PictureLoader
  private let callbacks: PictureCallbacks
  private let transcript: TranscriptWriter?
  private var views: [ObjectIdentifier: PictureView] = [:]
  private var appearances: [ViewAppearance] = []
  private var pinsOnScreen: Set<Int> = []

  init(
    _ pins: PinSet, on device: Device, _ server: PictureServer, make: PictureMake,
    transcript: TranscriptWriter? = nil
  ) {
    map = MarkerMap(device: device)
    loader = PictureLoader(
      simulation: map.simulation, profile: device.profile, failures: server.failures,
      seed: server.seed)
    callbacks = make(loader)
    self.transcript = transcript
    map.view.delegate = self
    map.view.addAnnotations(pins.annotations)
    loader.isOnScreen = { [unowned self] in pinsOnScreen.contains($0) }
    loader.didArrive = { [unowned self] pin in note("the picture of pin \(pin) arrives") }
  }

  /// Loads under way would keep the loader in a reference cycle.
  deinit { map.simulation.cancelAll() }

  var record: ContentRecord {
    ContentRecord(
      appearances: appearances.filter { $0.frames > 0 }, traffic: loader.traffic,
      interval: map.interval)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    let pin = annotation.id.pinIndex ?? 0
    let (view, isReused) = map.marker(
      for: annotation, size: mapView.device.profile[.clusterViewSize], artwork: MarkerArtwork())
    let content = views[ObjectIdentifier(view)] ?? PictureView(pin: pin)
    views[ObjectIdentifier(view)] = content
    if isReused {
      callbacks.prepareForReuse(content)
      note("a view of pin \(content.pin) is used again for pin \(pin)")
    }
    content.pin = pin
    content.appearance = appearances.count
    let now = map.simulation.now
    appearances.append(
      ViewAppearance(pin: pin, first: Int((now + map.interval - 1) / map.interval)))
    callbacks.configure(content)
    return view
  }

  /// Shows frames, and returns the number of wrong views in each.
  @discardableResult
  func show(_ rects: some Sequence<MapRect>) -> [Int] {
    rects.enumerated().map { frame, rect in
      map.show(rect, frame: frame)
      return observe(frame)
    }
  }

  /// Notes what the views show, and returns the number of those with another pin's picture.
  private func observe(_ frame: Int) -> Int {
    var wrongViews = 0
    pinsOnScreen.removeAll(keepingCapacity: true)
    map.view.forEachView { view in
      guard let content = views[ObjectIdentifier(view)] else { return }
      pinsOnScreen.insert(content.pin)
      var appearance = appearances[content.appearance]
      appearance.frames += 1
      switch content.picture?.pin {
      case nil: appearance.emptyFrames += 1
      case content.pin: appearance.firstRight = appearance.firstRight ?? frame
      case let other?:
        wrongViews += 1
        appearance.wrongFrames += 1
        if appearance.wrongFrames == 1 {
          note("the view of pin \(content.pin) shows the picture of pin \(other)")
        }
      }
      appearances[content.appearance] = appearance
    }
    return wrongViews
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: map.simulation.now)
  }

  /// Draws each view by what it shows: its own picture, the placeholder, or another pin's picture.
  func drawStates() {
    map.view.forEachView { view in
      guard let content = views[ObjectIdentifier(view)] else { return }
      switch content.picture?.pin {
      case nil: view.display(MarkerArtwork(color: Color(red: 160, green: 160, blue: 160)))
      case content.pin: view.display(MarkerArtwork(color: .clusterBlue))
      default: view.display(MarkerArtwork(color: .markerRed))
      }
    }
  }
}
