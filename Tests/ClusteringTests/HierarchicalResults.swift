import Clustering

/// All results of an index for the whole world: its levels, and what its clusters are made of.
struct HierarchicalResults: Equatable {
  let levels: [[ClusterItem]]
  let children: [[ClusterItem]]
  let pins: [[Int]]

  init(_ clusters: HierarchicalClusters) {
    levels = clusters.zoomRange.map { clusters.answer(zoom: $0) }
    let ids = clusters.allClusters().map(\.id)
    children = ids.map { clusters.children(of: $0) }
    pins = ids.map { clusters.pins(of: $0) }
  }
}

/// Results as values, for tests to compare.
extension HierarchicalClusters {
  func answer(in rect: MapRect = .world, zoom: Int) -> [ClusterItem] {
    answer(in: rect, zoom: Double(zoom))
  }

  func answer(in rect: MapRect = .world, zoom: Double) -> [ClusterItem] {
    items(in: rect, zoom: zoom)
  }

  func answer(
    in rect: MapRect = .world, zoom: Int, where isIncluded: (Int) -> Bool
  ) -> [ClusterItem] {
    items(in: rect, zoom: Double(zoom), where: isIncluded)
  }

  func page(of id: AnnotationID, offset: Int, limit: Int) -> [Int] {
    var pins = [-1, -2]
    self.pins(of: id, offset: offset, limit: limit, into: &pins)
    return pins
  }

  func items(of id: AnnotationID, atZoom zoom: Int) -> [ClusterItem] {
    items(of: id, atZoom: Double(zoom))
  }

  /// Every cluster of every zoom level, each once, from the lowest zoom up.
  func allClusters() -> [ClusterItem] {
    var seen: Set<AnnotationID> = []
    return zoomRange.flatMap { answer(zoom: $0) }.filter {
      $0.count > 1 && seen.insert($0.id).inserted
    }
  }

  /// Identities that this index does not have, but that are similar to those that it has.
  func unknownIDs() -> [AnnotationID] {
    let known = Set(zoomRange.flatMap { answer(zoom: $0) }.map(\.id))
    let beside = known.filter { $0.pinIndex == nil }.flatMap {
      // Another seed, another zoom.
      [AnnotationID(rawValue: $0.rawValue + 1), AnnotationID(rawValue: $0.rawValue ^ 1 << 32)]
    }
    let odd = [
      .pin(points.count), .pin(AnnotationID.maximumPinCount - 1), .cluster(0),
      AnnotationID(rawValue: UInt64(AnnotationID.maximumPinCount)), AnnotationID(rawValue: .max),
      AnnotationID(rawValue: 1 << 62), AnnotationID(rawValue: 2 << 62 | 99 << 32),
      AnnotationID(rawValue: 2 << 62 | 300 << 32), AnnotationID(rawValue: 3 << 62 - 1),
    ]
    return (odd + beside.sorted()).filter { !known.contains($0) }
  }
}

extension FilteredClusters {
  func answer(in rect: MapRect = .world, zoom: Int) -> [ClusterItem] {
    items(in: rect, zoom: Double(zoom))
  }
}

extension [ClusterItem] {
  /// The items that a rectangle shows, by its definition.
  func inside(_ rect: MapRect) -> [ClusterItem] {
    let parts = rect.partsOnWorld
    return filter { item in parts.contains { $0.contains(item.point) } }
  }

  func sortedByID() -> [ClusterItem] {
    sorted { $0.id < $1.id }
  }
}
