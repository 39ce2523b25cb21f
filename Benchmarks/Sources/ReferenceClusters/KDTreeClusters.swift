import Clustering

/// Hierarchical clusters by supercluster's published algorithm, with a kd-tree for each zoom level:
/// what `HierarchicalClusters` is compared with.
///
/// Written after the description by its author ("Clustering millions of points on a map with
/// Supercluster", Vladimir Agafonkin, 2016) and with the same arithmetic as its version 8, so that
/// clusters, their identities and their order are the same. Storage is flat: a structure of 32
/// bytes for each item, two arrays for each tree.
///
/// From the highest zoom level down, the items of a level are visited in their order. One that no
/// cluster has taken yet takes all free items within the radius; what stays alone is carried to
/// the level below.
///
/// Immutable: any number of threads may query it at the same time.
public struct KDTreeClusters: Sendable {
  public let points: [MapPoint]
  public let options: HierarchicalClusters.Options

  /// The levels from `options.maxZoom + 1`, which has the pins, down to `options.minZoom`.
  let levels: [KDTreeLevel]

  /// Clusters pins at every zoom level.
  ///
  /// Complexity: O(n log n) for n points at each zoom level, and more where many pins lie within
  /// the radius of each other.
  ///
  /// - Precondition: The points are on the world, at most 2^26, and the options have a meaning.
  public init(
    points: [MapPoint], options: HierarchicalClusters.Options = HierarchicalClusters.Options()
  ) {
    levels = ClusteringScratch.withScratch(forItems: points.count) { scratch in
      var levels = [KDTreeLevel(items: KDTreeItem.pins(points))]
      for zoom in stride(from: options.maxZoom, through: options.minZoom, by: -1) {
        let radius = options.radius / (options.extent * Double(1 << zoom))
        let items = levels[levels.count - 1].clustered(
          radius: radius, zoom: zoom, minPoints: options.minPoints, pinCount: points.count,
          scratch: scratch)
        levels.append(KDTreeLevel(items: items))
      }
      return levels
    }
    self.points = points
    self.options = options
  }

  /// The zoom levels that show different items.
  public var zoomRange: ClosedRange<Int> { options.minZoom...(options.maxZoom + 1) }

  /// The number of items of a zoom level on the whole world.
  public func itemCount(atZoom zoom: Double) -> Int { level(atZoom: zoom).items.count }

  func level(atZoom zoom: Double) -> KDTreeLevel {
    let whole = min(max(Int(zoom.rounded(.down)), options.minZoom), options.maxZoom + 1)
    return levels[options.maxZoom + 1 - whole]
  }
}
