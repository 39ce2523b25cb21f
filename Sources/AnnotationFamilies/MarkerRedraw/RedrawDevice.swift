import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import ScenarioModel
import Statistics

/// The pins of a case, and what happens to them.
struct RedrawEnvironment {
  let pins: PinSet
  let device: Device
  /// The width of a marker in points.
  let markerSize: Double
  /// The times in nanoseconds at which the number of a pin changes, in order.
  let changes: [(time: Int64, pin: Int)]
  let seed: UInt64
}

/// An app with markers of its own on a map.
final class RedrawDevice: MarkerDriver, MapViewDelegate {
  /// What the marker of a pin shows.
  private struct Content: Hashable {
    var hasPicture = false
    var number = 1
  }

  let mapView: MapView
  var decoding: DecodingCounts { DecodingCounts() }
  private let environment: RedrawEnvironment
  private let simulation = Simulation()
  private let loader: PictureLoader
  private let annotations: [Annotation]
  private let interval: Int64
  private var strategy: (any MarkerRedrawStrategy)?
  private var contents: [Content]
  private var isRequested: [Bool]
  /// What was drawn into the view of a pin at last.
  private var drawn: [Content]
  private var nextChange = 0
  /// The markers on the screen in all frames, and those of them that were out of date.
  private(set) var markerFrames = 0
  private(set) var staleFrames = 0

  init(_ environment: RedrawEnvironment, entry: StrategyEntry<MarkerRedrawFamily.Make>) {
    self.environment = environment
    mapView = MapView(device: environment.device)
    loader = PictureLoader(
      simulation: simulation, profile: environment.device.profile, failures: 0,
      seed: environment.seed)
    annotations = environment.pins.annotations
    interval = FrameForecast.interval(refresh: environment.device.refresh)
    contents = Array(repeating: Content(), count: annotations.count)
    drawn = contents
    isRequested = Array(repeating: false, count: annotations.count)
    strategy = entry.make(MarkerScreen(self))
    mapView.delegate = self
    mapView.addAnnotations(annotations)
  }

  /// Loads under way would keep the loader in a reference cycle.
  deinit { simulation.cancelAll() }

  func hasPicture(_ pin: Int) -> Bool { contents[pin].hasPicture }

  func show(_ rect: MapRect, frame: Int) {
    let now = Int64(frame) * interval
    while nextChange < environment.changes.count, environment.changes[nextChange].time <= now {
      let pin = environment.changes[nextChange].pin
      contents[pin].number += 1
      strategy?.numberDidChange(pin)
      nextChange += 1
    }
    simulation.run(until: now)
    mapView.setVisibleMapRect(rect)
    mapView.layoutAnnotationViews()
    strategy?.frameWillBeShown()
    // Counts what was redrawn after the layout.
    mapView.countRedraws()
  }

  func frameDidEnd(_ frame: Int) {
    mapView.forEachView { view in
      guard let pin = view.annotation.id.pinIndex else { return }
      markerFrames += 1
      if drawn[pin] != contents[pin] { staleFrames += 1 }
    }
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    let pin = annotation.id.pinIndex ?? 0
    drawn[pin] = contents[pin]
    let view: AnnotationView
    if let reused = mapView.dequeueReusableAnnotationView(withIdentifier: "own", for: annotation) {
      reused.display(artwork(of: pin))
      view = reused
    } else {
      view = AnnotationView(
        annotation: annotation, content: .image, reuseIdentifier: "own",
        size: environment.markerSize, scale: mapView.device.scale, artwork: artwork(of: pin))
    }
    if !isRequested[pin] {
      isRequested[pin] = true
      loader.load(pin) { [unowned self] picture in
        guard picture != nil else { return }
        contents[pin].hasPicture = true
        strategy?.pictureDidArrive(pin)
      }
    }
    strategy?.markerDidAppear(pin)
    return view
  }

  func redraw(_ pin: Int) {
    guard let view = mapView.view(for: annotations[pin]) else { return }
    drawn[pin] = contents[pin]
    view.display(artwork(of: pin))
  }

  private func artwork(of pin: Int) -> CustomMarkerArtwork {
    let content = contents[pin]
    let hue = UInt8(truncatingIfNeeded: pin &* 47)
    return CustomMarkerArtwork(
      color: .clusterBlue,
      picture: content.hasPicture ? Color(red: hue, green: 120, blue: 255 - hue) : nil,
      value: content.number)
  }
}
