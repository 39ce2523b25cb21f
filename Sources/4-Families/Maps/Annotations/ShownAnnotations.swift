import Clustering
import Simulation

/// The annotations of a strategy on a map, synchronised with the wanted items by their stable
/// identities.
///
/// An annotation that is still wanted stays, with its view; only the difference is removed and
/// added.
public struct ShownAnnotations {
  private var ids: [AnnotationID] = []
  private var annotations: [Annotation] = []
  private var wantedIDs: [AnnotationID] = []
  private var difference = AnnotationDifference()

  /// Creates an account of an empty map.
  public init() {}

  /// Updates the map to have exactly the wanted items; linear in the old and the new ones.
  public mutating func show(_ items: [ClusterItem], on mapView: MapView) {
    show(items, on: mapView, id: \.id) { Annotation($0) }
  }

  /// Updates the map to have exactly the pins of the given indexes.
  public mutating func show(pins: [Int], points: [MapPoint], on mapView: MapView) {
    show(
      pins, on: mapView, id: { .pin($0) },
      annotation: { Annotation(id: .pin($0), mapPoint: points[$0]) })
  }

  private mutating func show<Item>(
    _ items: [Item], on mapView: MapView, id: (Item) -> AnnotationID,
    annotation: (Item) -> Annotation
  ) {
    wantedIDs.removeAll(keepingCapacity: true)
    for item in items { wantedIDs.append(id(item)) }
    difference.update(from: ids, to: wantedIDs)
    guard !difference.isEmpty else { return }
    remove(difference.removals, from: mapView)
    for position in difference.insertions {
      let added = annotation(items[position])
      ids.append(added.id)
      annotations.append(added)
      mapView.addAnnotation(added)
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
