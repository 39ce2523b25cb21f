import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import ScenarioModel

/// The time in which a view showed one pin on the screen.
struct ViewAppearance: Hashable, Sendable {
  let pin: Int
  let first: Int
  /// Frames in which it was on the screen.
  var frames = 0
  /// Those of them in which it showed another pin's picture.
  var wrongFrames = 0
  /// Those in which it showed the placeholder.
  var emptyFrames = 0
  /// The first frame with the right picture; `nil` if it never came.
  var firstRight: Int?
}

/// What a use of the map showed.
struct ContentRecord: Hashable, Sendable {
  let appearances: [ViewAppearance]
  let traffic: PictureTraffic
  /// Nanoseconds from one frame to the next.
  let interval: Int64
}

/// A map of pins with pictures in views that are used again.
final class ContentDevice: MapViewDelegate {
  let mapView: MapView
  let simulation = Simulation()
  private let loader: PictureLoader
  private let strategy: any PictureStrategy
  private let interval: Int64
  private var views: [ObjectIdentifier: PictureView] = [:]
  private var appearances: [ViewAppearance] = []
  /// The appearance of each view that is on the screen, and of those that were asked for and not
  /// yet seen.
  private var current: [ObjectIdentifier: Int] = [:]
  private var pinsOnScreen: Set<Int> = []
  private let transcript: TranscriptWriter?

  init(
    pins: PinSet, device: Device, failures: Double, seed: UInt64,
    entry: StrategyEntry<ReusedContentFamily.Make>, transcript: TranscriptWriter? = nil
  ) {
    mapView = MapView(device: device)
    loader = PictureLoader(
      simulation: simulation, profile: device.profile, failures: failures, seed: seed)
    strategy = entry.make(loader)
    interval = FrameForecast.interval(refresh: device.refresh)
    self.transcript = transcript
    mapView.delegate = self
    mapView.addAnnotations(pins.annotations)
    loader.isOnScreen = { [unowned self] in pinsOnScreen.contains($0) }
    loader.didArrive = { [unowned self] pin in note("the picture of pin \(pin) arrives") }
  }

  /// Loads under way would keep the loader in a reference cycle.
  deinit { simulation.cancelAll() }

  var record: ContentRecord {
    ContentRecord(
      appearances: appearances.filter { $0.frames > 0 }, traffic: loader.traffic,
      interval: interval)
  }

  /// Lets pictures arrive until a frame, and shows it.
  func show(_ rect: MapRect, frame: Int) {
    simulation.run(until: Int64(frame) * interval)
    mapView.setVisibleMapRect(rect)
    mapView.layoutAnnotationViews()
    observe(frame)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    let pin = annotation.id.pinIndex ?? 0
    let reused = mapView.dequeueReusableAnnotationView(withIdentifier: "picture", for: annotation)
    let view =
      reused
      ?? AnnotationView(
        annotation: annotation, content: .image, reuseIdentifier: "picture",
        size: mapView.device.profile[.clusterViewSize], scale: mapView.device.scale,
        artwork: MarkerArtwork())
    let key = ObjectIdentifier(view)
    let content = views[key] ?? PictureView(pin: pin)
    views[key] = content
    if reused != nil {
      strategy.prepareForReuse(content)
      note("a view of pin \(content.pin) is used again for pin \(pin)")
    }
    content.pin = pin
    current[key] = appearances.count
    appearances.append(
      ViewAppearance(pin: pin, first: Int((simulation.now + interval - 1) / interval)))
    strategy.configure(content)
    return view
  }

  private func observe(_ frame: Int) {
    pinsOnScreen.removeAll(keepingCapacity: true)
    mapView.forEachView { view in
      let key = ObjectIdentifier(view)
      guard let content = views[key], let index = current[key] else { return }
      pinsOnScreen.insert(content.pin)
      let wasWrong = appearances[index].wrongFrames > 0
      appearances[index].frames += 1
      switch content.picture?.pin {
      case nil: appearances[index].emptyFrames += 1
      case content.pin:
        if appearances[index].firstRight == nil { appearances[index].firstRight = frame }
      case let other?:
        appearances[index].wrongFrames += 1
        if !wasWrong { note("the view of pin \(content.pin) shows the picture of pin \(other)") }
      }
    }
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }

  /// Draws each view by what it shows: its own picture, the placeholder, or another pin's picture.
  func drawStates() {
    mapView.forEachView { view in
      guard let content = views[ObjectIdentifier(view)] else { return }
      switch content.picture?.pin {
      case nil: view.display(MarkerArtwork(color: Color(red: 160, green: 160, blue: 160)))
      case content.pin: view.display(MarkerArtwork(color: .clusterBlue))
      default: view.display(MarkerArtwork(color: .markerRed))
      }
    }
  }

  /// The views on the screen that show another pin's picture.
  var wrongViewCount: Int {
    var count = 0
    mapView.forEachView { view in
      guard let content = views[ObjectIdentifier(view)], let picture = content.picture else {
        return
      }
      if picture.pin != content.pin { count += 1 }
    }
    return count
  }
}
