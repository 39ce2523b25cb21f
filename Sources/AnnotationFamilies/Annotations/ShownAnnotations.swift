import Clustering
import MapGeometry
import MapSimulation

/// The annotations that a strategy has put on a map, kept in step with what it wants to show by
/// their stable identities.
///
/// What is wanted and there already keeps its annotation, and so its view; only the difference is
/// removed and added.
public struct ShownAnnotations {
  private var ids: [AnnotationID] = []
  private var annotations: [Annotation] = []
  private var wantedIDs: [AnnotationID] = []
  private var difference = AnnotationDifference()

  public init() {}

  /// Makes the map hold exactly the wanted items; linear in the old and the new ones.
  public mutating func show(_ items: [ClusterItem], on mapView: MapView) {
    wantedIDs.removeAll(keepingCapacity: true)
    for item in items { wantedIDs.append(item.id) }
    difference.update(from: ids, to: wantedIDs)
    guard !difference.isEmpty else { return }
    remove(difference.removals, from: mapView)
    for position in difference.insertions {
      let item = items[position]
      let annotation = Annotation(id: item.id, mapPoint: item.point, memberCount: item.count)
      ids.append(item.id)
      annotations.append(annotation)
      mapView.addAnnotation(annotation)
    }
  }

  /// Makes the map hold exactly the pins of the given indexes.
  public mutating func show(pins: [Int], points: [MapPoint], on mapView: MapView) {
    wantedIDs.removeAll(keepingCapacity: true)
    for pin in pins { wantedIDs.append(.pin(pin)) }
    difference.update(from: ids, to: wantedIDs)
    guard !difference.isEmpty else { return }
    remove(difference.removals, from: mapView)
    for position in difference.insertions {
      let pin = pins[position]
      let annotation = Annotation(id: .pin(pin), mapPoint: points[pin])
      ids.append(annotation.id)
      annotations.append(annotation)
      mapView.addAnnotation(annotation)
    }
  }

  /// Removes the annotations at ascending positions and closes the gaps.
  private mutating func remove(_ positions: [Int], from mapView: MapView) {
    guard var write = positions.first else { return }
    var next = 0
    for read in write..<ids.count {
      if next < positions.count, positions[next] == read {
        mapView.removeAnnotation(annotations[read])
        next += 1
      } else {
        ids[write] = ids[read]
        annotations[write] = annotations[read]
        write += 1
      }
    }
    ids.removeLast(ids.count - write)
    annotations.removeLast(annotations.count - write)
  }
}
