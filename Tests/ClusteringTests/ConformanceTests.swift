import Clustering
import Foundation
import TestSupport
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
    let low = items.indices.bisected {
      items[$0].place.longitude < cluster.place.longitude - tolerance
    }
    return items[low...].prefix { $0.place.longitude <= cluster.place.longitude + tolerance }.first
    {
      $0.item.count == cluster.count && abs($0.place.latitude - cluster.place.latitude) <= tolerance
    }?.item
  }
}

/// The results of supercluster for a data set and a set of options; the format is in
/// Data/README.md.
struct GoldenFile {
  struct Cluster {
    let place: Coordinate
    let count: Int
  }

  struct Zoom {
    let itemCount: Int
    let clusters: [Cluster]
  }

  struct Sample {
    let zoom: Int
    let cluster: Cluster
    let expansionZoom: Int
    /// The single pins among the children, and the counts of the other children, ascending.
    let childPins: [Int]
    let childCounts: [Int]
  }

  let points: [MapPoint]
  let options: HierarchicalClusters.Options
  let zooms: [Zoom]
  let samples: [Sample]

  init(set: String, dataset: String) throws {
    points = try Self.points("points_\(dataset).bin")
    var words = Words(data: try Self.data("\(set)_\(dataset).golden"))
    try #require(words.next() == points.count)
    let radius = words.next()
    let extent = words.next()
    let minPoints = words.next()
    let maxZoom = words.next()
    _ = words.next()
    options = HierarchicalClusters.Options(
      radius: Double(radius), extent: Double(extent), maxZoom: maxZoom, minPoints: minPoints)
    zooms = (0...(maxZoom + 1)).map { _ in
      let itemCount = words.next()
      let clusterCount = words.next()
      return Zoom(
        itemCount: itemCount, clusters: (0..<clusterCount).map { _ in words.nextCluster() })
    }
    samples = (0..<words.next()).map { _ in
      let zoom = words.next()
      let cluster = words.nextCluster()
      let expansionZoom = words.next()
      let children = (0..<words.next()).map { _ in words.next() }
      return Sample(
        zoom: zoom, cluster: cluster, expansionZoom: expansionZoom,
        childPins: children.filter { $0 < 1 << 31 }.sorted(),
        childCounts: children.filter { $0 >= 1 << 31 }.map { $0 - (1 << 31) }.sorted())
    }
    try #require(words.isAtEnd)
  }

  private static func data(_ name: String) throws -> Data {
    let folder = try #require(Bundle.module.url(forResource: "Data", withExtension: nil))
    return try Data(contentsOf: folder.appendingPathComponent(name))
  }

  private static func points(_ name: String) throws -> [MapPoint] {
    let data = try data(name)
    let degrees = data.withUnsafeBytes { bytes in
      (0..<(bytes.count / 8)).map { index in
        Double(
          bitPattern: UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
      }
    }
    return (0..<(degrees.count / 2)).map {
      MapPoint(Coordinate(degrees[2 * $0 + 1], degrees[2 * $0]))
    }
  }
}

/// Reads little-endian 32-bit words.
private struct Words {
  let data: Data
  private var offset = 0

  init(data: Data) {
    self.data = data
  }

  var isAtEnd: Bool { offset == data.count }

  mutating func next() -> Int {
    defer { offset += 4 }
    return data.withUnsafeBytes {
      Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
  }

  private mutating func nextDegrees() -> Double {
    Double(Int32(truncatingIfNeeded: next())) / 1e7
  }

  mutating func nextCluster() -> GoldenFile.Cluster {
    let longitude = nextDegrees()
    let latitude = nextDegrees()
    return GoldenFile.Cluster(place: Coordinate(latitude, longitude), count: next())
  }
}
