import Clustering
import PinData
import ScenarioModel
import Simulation

/// Adds all pins in one call, with one of the mistakes for which pins that are on the map are not seen.
final class UnseenPins: AnnotationStrategyCallbacks {
  enum Mistake {
    /// `displayPriority = .defaultHigh`: the map hides the views that collide.
    case lowPriority
    /// `CLLocationCoordinate2D(latitude: place.longitude, longitude: place.latitude)`.
    case swappedCoordinates
    /// `MKAnnotationView(annotation:reuseIdentifier:)` without an image: a view that draws nothing.
    case bareViews
    /// `isHidden = true` in `prepareForReuse`, and nothing that takes it back.
    case hiddenWhenReused
  }

  private let annotations: [Annotation]
  private let mistake: Mistake
  private var isAdded = false

  init(_ pins: PinSet, _ mistake: Mistake) {
    self.mistake = mistake
    annotations =
      mistake == .swappedCoordinates
      ? zip(pins.annotations, pins.coordinates).map { annotation, coordinate in
        Annotation(id: annotation.id, mapPoint: MapPoint(coordinate.swapped))
      } : pins.annotations
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    guard !isAdded else { return }
    isAdded = true
    mapView.addAnnotations(annotations)
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    let reused = mapView.dequeueReusableAnnotationView(withIdentifier: "pin", for: annotation)
    let view =
      reused ?? .marker(for: annotation, reuseIdentifier: "pin", device: mapView.device)
    switch mistake {
    case .lowPriority: view.displayPriority = 750
    case .swappedCoordinates: break
    case .bareViews: view.isHidden = true
    case .hiddenWhenReused: view.isHidden = reused != nil
    }
    return view
  }
}

extension Coordinate {
  /// The place that has the two numbers exchanged; a latitude beyond a pole is one at the pole.
  fileprivate var swapped: Coordinate {
    Coordinate(latitude: min(max(longitude, -85), 85), longitude: latitude)
  }
}

extension AnnotationStrategyFactory {
  /// The strategies of `Family.missingPins`: the mistakes, and what mends them.
  static let unseen: [StrategyEntry<Self>] =
    [
      .init(
        "low-priority", { pins, _ in UnseenPins(pins, .lowPriority) },
        "Adds every pin, with views that the map may hide where they collide."),
      .init(
        "swapped-coordinates", { pins, _ in UnseenPins(pins, .swappedCoordinates) },
        "Adds every pin with its latitude and longitude exchanged."),
      .init(
        "bare-views", { pins, _ in UnseenPins(pins, .bareViews) },
        "Adds every pin, and returns an annotation view without an image."),
      .init(
        "hidden-when-reused", { pins, _ in UnseenPins(pins, .hiddenWhenReused) },
        "Adds every pin, and hides a view when it goes to the reuse queue."),
    ] + annotations.filter { ["all-pins-reused", "native-clusters"].contains($0.description.name) }
}
