import Clustering
import Foundation
import MapGeometry
import Testing

/// What supercluster answers for a data set and a set of options; the format is in Data/README.md.
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
    /// The single pins among the children, and how many pins the other children have, ascending.
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
      MapPoint(Coordinate(latitude: degrees[2 * $0 + 1], longitude: degrees[2 * $0]))
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
    return GoldenFile.Cluster(
      place: Coordinate(latitude: latitude, longitude: longitude), count: next())
  }
}
