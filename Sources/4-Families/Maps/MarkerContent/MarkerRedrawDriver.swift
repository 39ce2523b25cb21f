import Clustering
import Simulation

/// An app whose markers have a picture from a server and a number.
final class MarkerRedrawDriver: MarkerDriver {
  /// The content of a pin's marker.
  private struct Content: Hashable {
    var hasPicture = false
    var number = 1
  }

  let map: MarkerMap
  private let markers: RedrawnMarkers
  private let changes: [RedrawnMarkers.Change]
  private let loader: PictureLoader
  private let annotations: [Annotation]
  private var callbacks = MarkerRedrawCallbacks()
  private var contents: [Content]
  private var isRequested: [Bool]
  /// The content last drawn into the view of each pin.
  private var drawn: [Content]
  private var nextChange = 0

  init(
    _ use: MapUse, _ markers: RedrawnMarkers, changes: [RedrawnMarkers.Change],
    make: MarkerRedrawMake
  ) {
    self.markers = markers
    self.changes = changes
    map = MarkerMap(device: use.device)
    loader = PictureLoader(
      simulation: map.simulation, profile: use.device.profile, failures: 0, seed: markers.seed)
    annotations = use.pins.annotations
    contents = Array(repeating: Content(), count: annotations.count)
    drawn = contents
    isRequested = Array(repeating: false, count: annotations.count)
    callbacks = make(MarkerScreen(self))
    map.view.delegate = self
    map.view.addAnnotations(annotations)
  }

  /// Loads under way would keep the loader in a reference cycle.
  deinit { map.simulation.cancelAll() }

  func hasPicture(_ pin: Int) -> Bool { contents[pin].hasPicture }

  func show(_ rect: MapRect, frame: Int) {
    let now = Int64(frame) * map.interval
    while nextChange < changes.count, changes[nextChange].time <= now {
      let pin = changes[nextChange].pin
      contents[pin].number += 1
      callbacks.numberDidChange(pin)
      nextChange += 1
    }
    map.show(rect, frame: frame)
    callbacks.frameWillBeShown()
    // Counts the redrawn markers after the layout.
    map.view.countRedraws()
  }

  /// The markers that are out of date.
  func frameDidEnd(_ frame: Int) -> Int {
    var staleMarkers = 0
    map.view.forEachView { view in
      if let pin = view.annotation.id.pinIndex, drawn[pin] != contents[pin] { staleMarkers += 1 }
    }
    return staleMarkers
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    let pin = annotation.id.pinIndex ?? 0
    drawn[pin] = contents[pin]
    let artwork = artwork(of: pin)
    let (view, isReused) = map.marker(for: annotation, size: markers.size, artwork: artwork)
    if isReused { view.display(artwork) }
    if !isRequested[pin] {
      isRequested[pin] = true
      loader.load(pin) { [unowned self] picture in
        guard picture != nil else { return }
        contents[pin].hasPicture = true
        callbacks.pictureDidArrive(pin)
      }
    }
    callbacks.markerDidAppear(pin)
    return view
  }

  func redraw(_ pin: Int) {
    guard let view = map.view.view(for: annotations[pin]) else { return }
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
