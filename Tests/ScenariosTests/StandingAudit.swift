import AnnotationFamilies
import Clustering
import MapGeometry
import MapSimulation
import PinData
import ScenarioModel

/// Which annotation on the map stands for each pin, found by looking at the map from outside.
struct StandingAudit {
  let points: [MapPoint]

  init(pins: PinSet) {
    points = pins.coordinates.map { MapPoint($0) }
  }

  /// The annotations that stand for their pins: those with a view, the members of shown clusters,
  /// and those off screen.
  func standing(on mapView: MapView) -> [Annotation] {
    var standing: [Annotation] = []
    mapView.forEachView { view in
      let members = view.annotation.memberAnnotations
      standing += members.isEmpty ? [view.annotation] : members
    }
    let rect = mapView.visibleMapRect
    return standing + mapView.annotations.filter { !rect.shows($0.mapPoint) }
  }

  /// How many annotations stand for each pin.
  func timesStoodFor(on mapView: MapView, by strategy: any AnnotationStrategy) -> [Int] {
    var times = Array(repeating: 0, count: points.count)
    for annotation in standing(on: mapView) {
      strategy.forEachPin(of: annotation) { times[$0] += 1 }
    }
    return times
  }

  /// The pins in view, by index.
  func pinsInView(of mapView: MapView) -> [Int] {
    points.indices.filter { mapView.visibleMapRect.shows(points[$0]) }
  }
}
