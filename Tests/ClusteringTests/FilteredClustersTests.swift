import Clustering
import MapGeometry
import TestSupport
import Testing

/// Filtered answers against their definition: the items of the index, each with the counts and the
/// place that its included pins give it.
@Suite struct FilteredClustersTests {
  private typealias Options = HierarchicalClusters.Options

  private static func units(_ mapPoints: Double) -> Int {
    min(Int(mapPoints * 16 + 0.5), (1 << 32) - 1)
  }

  /// What is left of an item when some pins are included.
  private func naive(
    _ item: ClusterItem, _ clusters: HierarchicalClusters, where isIncluded: (Int) -> Bool
  ) -> ClusterItem? {
    let pins = clusters.pins(of: item.id).filter(isIncluded)
    guard !pins.isEmpty else { return nil }
    // All pins: the place is the index's, to the last digit.
    guard pins.count < item.count else { return item }
    let half = pins.count / 2
    let x = pins.reduce(half) { $0 + Self.units(clusters.points[$1].x) } / pins.count
    let y = pins.reduce(half) { $0 + Self.units(clusters.points[$1].y) } / pins.count
    return ClusterItem(
      id: item.id, point: MapPoint(x: Double(x) / 16, y: Double(y) / 16), count: pins.count)
  }

  @Test(arguments: PinShape.allCases)
  func filteredItemsAreThoseOfTheIncludedPins(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 101)
    let points = shape.points(160, seed: 102)
    let categories = points.map { _ in random.int(in: 0...3) }
    var moved = 0
    for (options, mask) in [
      (Options(), 0b0101), (Options(radius: 200, minZoom: 1, maxZoom: 17, minPoints: 3), 0b0001),
      (Options(radius: 512, maxZoom: 9), 0b1110),
    ] {
      let clusters = try HierarchicalClusters(points: points, options: options)
      let isIncluded = { (pin: Int) in mask >> categories[pin] & 1 == 1 }
      let filtered = clusters.filtered(where: isIncluded)
      for zoom in [0, 2, 4, 7, 9, 10, 15, 18] {
        let all = clusters.answer(zoom: zoom).compactMap { naive($0, clusters, where: isIncluded) }
        moved += all.count { $0 != clusters.item(of: $0.id) }
        let places = all.map(\.point)
        for round in 0..<10 {
          let rect = round == 0 ? .world : random.rect(near: places)
          let found = clusters.answer(in: rect, zoom: zoom, where: isIncluded)
          #expect(found.sortedByID() == all.inside(rect).sortedByID(), "\(rect) zoom \(zoom)")
          // Not only the same items: the same order.
          #expect(filtered.answer(in: rect, zoom: zoom) == found, "\(rect) zoom \(zoom)")
        }
        // A rectangle that is nothing but the filtered place finds the item.
        for item in all.prefix(20) {
          let spot = MapRect(origin: item.point, size: MapSize(width: 0, height: 0))
          #expect(filtered.answer(in: spot, zoom: zoom).contains(item))
          #expect(filtered.item(of: item.id) == item)
        }
      }
    }
    #expect(shape == .none || shape == .one || moved > 10)
  }

  @Test(arguments: PinShape.allCases)
  func allPinsIncludedIsTheIndex(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 103)
    let clusters = try HierarchicalClusters(
      points: shape.points(160, seed: 104), options: Options(radius: 120))
    let filtered = clusters.filtered { _ in true }
    #expect(filtered.count == clusters.points.count)
    #expect(filtered.zoomRange == clusters.zoomRange)
    for zoom in [0, 3, 6, 12, 16, 17] {
      let places = clusters.answer(zoom: zoom).map(\.point)
      for _ in 0..<25 {
        let rect = random.rect(near: places)
        let expected = clusters.answer(in: rect, zoom: zoom)
        let found = filtered.answer(in: rect, zoom: zoom)
        #expect(found.sortedByID() == expected.sortedByID(), "\(rect) zoom \(zoom)")
        #expect(clusters.answer(in: rect, zoom: zoom) { _ in true } == found)
        // Across the antimeridian, the parts of the rectangle may come in another order.
        if rect.partsOnWorld.count == 1 { #expect(found == expected, "\(rect) zoom \(zoom)") }
      }
    }
  }

  @Test func noPinIncludedIsEmpty() throws {
    let clusters = try HierarchicalClusters(points: PinShape.clumped.points(200, seed: 105))
    let filtered = clusters.filtered { _ in false }
    #expect(filtered.count == 0)
    for zoom in clusters.zoomRange {
      #expect(filtered.answer(zoom: zoom).isEmpty)
      #expect(clusters.answer(zoom: zoom) { _ in false }.isEmpty)
    }
    for item in clusters.answer(zoom: 0) + clusters.answer(zoom: 17) {
      #expect(filtered.item(of: item.id) == nil)
      #expect(filtered.pins(of: item.id).isEmpty)
    }
  }

  @Test(arguments: [63, 64, 65, 128, 1000])
  func itemsAndPinsOfAFilterAreTheIncludedOnes(pinCount: Int) throws {
    var random = SeededGenerator(seed: 106)
    let clusters = try HierarchicalClusters(points: PinShape.clumped.points(pinCount, seed: 107))
    for share in [1, 20, 99] {
      let isKept = clusters.points.map { _ in random.int(in: 1...100) <= share }
      let filtered = clusters.filtered { isKept[$0] }
      #expect(filtered.count == isKept.count { $0 })
      let items = clusters.zoomRange.flatMap { clusters.answer(zoom: $0) }
      for item in Set(items).sorted(by: { $0.id < $1.id }) {
        #expect(filtered.pins(of: item.id) == clusters.pins(of: item.id).filter { isKept[$0] })
        #expect(filtered.item(of: item.id) == naive(item, clusters) { isKept[$0] })
      }
      for id in clusters.unknownIDs().prefix(30) {
        #expect(filtered.item(of: id) == nil && filtered.pins(of: id).isEmpty)
      }
    }
  }

  @Test func aFilterCanBeFilteredFurther() throws {
    var random = SeededGenerator(seed: 108)
    let clusters = try HierarchicalClusters(points: PinShape.clumped.points(300, seed: 109))
    let filtered = clusters.filtered { $0 % 2 == 0 }
    let both = clusters.filtered { $0 % 6 == 0 }
    var found: [ClusterItem] = []
    for zoom in clusters.zoomRange {
      let rect = random.rect(near: clusters.points)
      for rect in [rect, .world] {
        filtered.items(in: rect, zoom: Double(zoom), where: { $0 % 3 == 0 }, into: &found)
        #expect(found == both.answer(in: rect, zoom: zoom))
      }
    }
    #expect(both.count == 50)
  }

  @Test func theIndexAsksOncePerPinWhenAFilterIsPrepared() throws {
    let clusters = try HierarchicalClusters(points: PinShape.clumped.points(130, seed: 110))
    var asked = [Int](repeating: 0, count: 130)
    let filtered = clusters.filtered { pin in
      asked[pin] += 1
      return pin < 70
    }
    _ = filtered.answer(zoom: 0)
    #expect(asked == Array(repeating: 1, count: 130))
    #expect(filtered.count == 70)
  }

  @Test func filterIsSmall() throws {
    let clusters = try HierarchicalClusters(points: PinShape.uniform.points(10_000, seed: 111))
    let byteCount = clusters.filtered { $0 % 2 == 0 }.byteCount
    // A bit by pin, a bit by leaf, and what is before each 64: their counts and sums.
    #expect(byteCount >= 10_000 / 8 * 2 + 10_000 / 64 * 20)
    #expect(byteCount <= 6400)
  }

  /// Filters of an index without pins have nothing, and no trouble.
  @Test func emptyIndexHasAnEmptyFilter() throws {
    let filtered = try HierarchicalClusters(points: []).filtered { _ in true }
    #expect(filtered.count == 0)
    #expect(filtered.answer(zoom: 0).isEmpty)
    #expect(filtered.item(of: .pin(0)) == nil)
  }
}
