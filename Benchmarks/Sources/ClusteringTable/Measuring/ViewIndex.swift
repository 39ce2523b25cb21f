import Clustering
import ReferenceClusters

/// An index that returns the items in a view of the map.
protocol ViewIndex {
  func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem])
}

extension HierarchicalClusters: ViewIndex {}
extension GridClusters: ViewIndex {}
extension LiveClusters.Snapshot: ViewIndex {}
extension KDTreeClusters: ViewIndex {}

extension FilteredClusters: ViewIndex {}

/// One pin in ten.
enum PinFilter {
  static func isIncluded(_ pin: Int) -> Bool { pin.isMultiple(of: 10) }
}

/// An index with queries for a part of the pins.
struct FilteredIndex<Index: ClusterIndex>: ViewIndex {
  let index: Index

  func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    index.items(in: rect, zoom: zoom, where: PinFilter.isIncluded, into: &items)
  }
}
