import Clustering
import MapGeometry
import Testing

/// The index against results of mapbox/supercluster.
///
/// Greedy clustering depends on distances that straddle the radius, and supercluster rounds
/// coordinates to 24 bits: its own ports differ from it in single items. The tolerances are those
/// within which they agree.
@Suite struct ConformanceTests {
  /// Degrees; supercluster's 24 bits are 2e-5 degrees.
  private static let tolerance = 3e-5

  static let files: [(set: String, dataset: String)] =
    ["A", "B", "C", "D", "E", "F"].flatMap { [($0, "2000"), ($0, "10000")] } + [("A", "dup2000")]

  @Test(arguments: files)
  func agreesWithSupercluster(set: String, dataset: String) throws {
    let golden = try GoldenFile(set: set, dataset: dataset)
    let clusters = try HierarchicalClusters(points: golden.points, options: golden.options)
    #expect(clusters.zoomRange == 0...(golden.zooms.count - 1))
    var items: [ClusterItem] = []
    var wrongSamples = 0
    for (zoom, expected) in golden.zooms.enumerated() {
      clusters.items(in: .world, zoom: Double(zoom), into: &items)
      #expect(
        abs(items.count - expected.itemCount) <= max(2, golden.points.count / 10_000),
        "zoom \(zoom)")
      let places = ClustersByPlace(items.filter { $0.count > 1 })
      let missing = expected.clusters.filter { places.find($0, within: Self.tolerance) == nil }
      #expect(
        Double(missing.count) <= max(3, 0.005 * Double(expected.clusters.count)), "zoom \(zoom)")
      for sample in golden.samples where sample.zoom == zoom {
        let twin = places.find(sample.cluster, within: Self.tolerance)
        if twin.map({ agrees($0, with: sample, clusters) }) != true { wrongSamples += 1 }
      }
    }
    #expect(golden.samples.count >= 50)
    #expect(wrongSamples <= 3)
  }

  private func agrees(
    _ item: ClusterItem, with sample: GoldenFile.Sample, _ clusters: HierarchicalClusters
  ) -> Bool {
    let children = clusters.children(of: item.id)
    var pinCount = 0
    clusters.forEachPin(of: item.id) { _ in pinCount += 1 }
    return clusters.expansionZoom(of: item.id) == sample.expansionZoom
      && pinCount == sample.cluster.count
      && children.compactMap(\.id.pinIndex).sorted() == sample.childPins
      && children.map(\.count).filter { $0 > 1 }.sorted() == sample.childCounts
  }
}

/// Clusters sorted by longitude, to find the one at a place.
private struct ClustersByPlace {
  private let items: [(place: Coordinate, item: ClusterItem)]

  init(_ items: [ClusterItem]) {
    self.items = items.map { ($0.coordinate, $0) }
      .sorted { $0.place.longitude < $1.place.longitude }
  }

  func find(_ cluster: GoldenFile.Cluster, within tolerance: Double) -> ClusterItem? {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].place.longitude < cluster.place.longitude - tolerance {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return items[low...].prefix { $0.place.longitude <= cluster.place.longitude + tolerance }
      .first {
        $0.item.count == cluster.count
          && abs($0.place.latitude - cluster.place.latitude) <= tolerance
      }?.item
  }
}
