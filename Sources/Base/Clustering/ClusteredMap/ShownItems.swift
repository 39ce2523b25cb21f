/// The items that a map shows, and how they differ from those before.
@usableFromInline
struct ShownItems: Sendable {
  /// The items of the latest update.
  @usableFromInline private(set) var items: [ClusterItem] = []
  /// Those of the update before.
  @usableFromInline private(set) var previousItems: [ClusterItem] = []
  /// From the previous items to the items.
  @usableFromInline private(set) var difference = AnnotationDifference()

  init() {}

  /// Allocates nothing but space for more items than ever before.
  @usableFromInline
  mutating func update(to clusters: LiveClusters, in rect: MapRect, zoom: Double) {
    swap(&items, &previousItems)
    clusters.cellTrees.items(in: rect, zoom: zoom, into: &items)
    difference.update(from: previousItems, to: items)
  }
}
