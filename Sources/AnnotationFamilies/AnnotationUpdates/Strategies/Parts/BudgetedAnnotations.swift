import Clustering
import MapSimulation

/// Annotations on a map that come a few at a time: those that leave go at once, those that come
/// wait for a frame that has room for them.
struct BudgetedAnnotations {
  private var items: [ClusterItem] = []
  private var annotations: [Annotation] = []
  private var waiting: [ClusterItem] = []
  private var difference = AnnotationDifference()
  private var budget: FrameBudget
  /// How many the latest frame added.
  private var addedCount = 0

  /// - Parameter refresh: refreshes a second.
  init(refresh: Double) {
    budget = FrameBudget(refresh: refresh)
  }

  /// Whether the map holds all that is wanted.
  var isComplete: Bool { waiting.isEmpty }

  /// Wants the map to hold exactly these items; the difference is charged.
  mutating func want(_ wanted: [ClusterItem], on mapView: MapView, context: UpdateContext) {
    if !items.isEmpty {
      context.chargeComparison(ofItems: max(items.count, wanted.count))
    }
    context.timing(\.differences) { difference.update(from: items, to: wanted) }
    waiting = difference.insertions.map { wanted[$0] }
    for change in difference.changes {
      mapView.moveAnnotation(
        annotations[change.oldPosition], to: wanted[change.newPosition].point)
    }
    var staying: [(item: ClusterItem, annotation: Annotation)] = []
    for (position, item) in wanted.enumerated() {
      if let old = difference.oldPosition(ofNew: position) {
        staying.append((item, annotations[old]))
      }
    }
    mapView.removeAnnotations(difference.removals.map { annotations[$0] })
    items = staying.map(\.item)
    annotations = staying.map(\.annotation)
  }

  /// Adds as many as the frame has room for.
  ///
  /// - Parameter duration: nanoseconds since the frame before began; 0 for the first.
  mutating func frameWillShow(on mapView: MapView, after duration: Int64) {
    budget.frameDidShow(adding: addedCount, for: duration)
    let coming = waiting.prefix(budget.limit)
    addedCount = coming.count
    guard !coming.isEmpty else { return }
    let added = coming.map { Annotation($0) }
    mapView.addAnnotations(added)
    items += coming
    annotations += added
    waiting.removeFirst(coming.count)
  }
}
