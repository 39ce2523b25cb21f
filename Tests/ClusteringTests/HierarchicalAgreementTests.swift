import Clustering
import MapGeometry
import TestSupport
import Testing

/// The index against the naive implementation of the same rule: same clusters, same identities,
/// same pins, same places, at every zoom.
@Suite struct HierarchicalAgreementTests {
  private func options(_ random: inout SeededGenerator) -> HierarchicalClusters.Options {
    let minZoom = [0, 1, 3, 8][random.int(in: 0...3)]
    return HierarchicalClusters.Options(
      radius: [10, 40, 60, 128, 512][random.int(in: 0...4)], extent: 512, minZoom: minZoom,
      maxZoom: minZoom + random.int(in: 0...12), minPoints: random.int(in: 2...6))
  }

  @Test(arguments: PinShape.allCases)
  func agreesWithTheRule(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 41)
    var found: [ClusterItem] = []
    for round in 0..<40 {
      let points = shape.points(random.int(in: 2...45), seed: UInt64(round))
      let options = options(&random)
      let clusters = try HierarchicalClusters(points: points, options: options)
      let naive = NaiveHierarchicalClusters(points: points, options: options)
      for zoom in clusters.zoomRange {
        clusters.items(in: .world, zoom: Double(zoom), into: &found)
        let expected = naive.items[zoom, default: []].sorted { $0.description < $1.description }
        found.sort { $0.id.description < $1.id.description }
        #expect(found.map(\.id.description) == expected.map(\.description))
        for (item, twin) in zip(found, expected) {
          #expect(item.count == twin.pins.count)
          var pins: [Int] = []
          clusters.forEachPin(of: item.id) { pins.append($0) }
          #expect(pins.sorted() == twin.pins)
          let place =
            item.id.pinIndex.map { points[$0] }
            ?? MapPoint(x: Double(twin.x) / 16, y: Double(twin.y) / 16)
          #expect(item.point == place)
        }
      }
    }
  }
}
