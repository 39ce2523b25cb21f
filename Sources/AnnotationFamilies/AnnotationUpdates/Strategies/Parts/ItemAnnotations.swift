import Clustering
import MapSimulation

/// Annotations on a map kept in step with items by their stable identities: what is wanted and
/// there already keeps its annotation, its view and its selection.
struct ItemAnnotations {
  private var items: [ClusterItem] = []
  private var annotations: [Annotation] = []
  private var difference = AnnotationDifference()
  private let isInBody: Bool

  /// - Parameter isInBody: whether SwiftUI computes the differences, as for a `ForEach` in a body.
  init(inBody isInBody: Bool = false) {
    self.isInBody = isInBody
  }

  /// Makes the map hold exactly these items; the difference is charged, unless there is nothing yet
  /// to compare with.
  mutating func show(_ wanted: [ClusterItem], on mapView: MapView, context: UpdateContext) {
    if !items.isEmpty {
      context.chargeComparison(ofItems: max(items.count, wanted.count), afterBody: isInBody)
    }
    context.timing(\.differences) { difference.update(from: items, to: wanted) }
    let (removed, inserted) = difference.apply(
      to: &annotations, inserting: { Annotation(wanted[$0]) },
      changing: { annotation, position in annotation.show(wanted[position], on: mapView) })
    items = wanted
    mapView.removeAnnotations(removed)
    mapView.addAnnotations(inserted)
  }
}

extension Annotation {
  /// An annotation for a pin or a cluster.
  convenience init(_ item: ClusterItem) {
    self.init(id: item.id, mapPoint: item.point, memberCount: item.count)
  }

  /// Goes to another place, and stands for another number of pins, as the item says.
  fileprivate func show(_ item: ClusterItem, on mapView: MapView) {
    if mapPoint != item.point { mapView.moveAnnotation(self, to: item.point) }
    guard memberCount != item.count else { return }
    memberCount = item.count
    mapView.view(for: self)?.display(
      ClusterArtwork(count: item.count, color: .clusterBlue))
  }
}
