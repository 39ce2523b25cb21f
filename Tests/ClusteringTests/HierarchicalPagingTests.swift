import Clustering
import MapGeometry
import Testing

/// Pages of the pins of an item: `pins(of:offset:limit:into:)`.
@Suite struct HierarchicalPagingTests {
  @Test(arguments: [PinShape.clumped, .denseTown, .identical], [2, 4])
  func pagesJoinedAreThePins(_ shape: PinShape, minPoints: Int) throws {
    let clusters = try HierarchicalClusters(
      points: shape.points(150, seed: 71), options: .init(minPoints: minPoints))
    let items = clusters.zoomRange.flatMap { clusters.answer(zoom: $0) }
    for item in Set(items).sorted(by: { $0.id < $1.id }) {
      let pins = clusters.pins(of: item.id)
      #expect(pins.count == item.count)
      for limit in [1, 2, 7, 64, 1000] {
        var joined: [Int] = []
        while joined.count < pins.count {
          let page = clusters.page(of: item.id, offset: joined.count, limit: limit)
          #expect(page.count == min(limit, pins.count - joined.count))
          guard !page.isEmpty else { break }
          joined += page
        }
        #expect(joined == pins)
      }
    }
  }

  @Test func edgesOfPagesAreEmptyOrCutOff() throws {
    let clusters = try HierarchicalClusters(points: PinShape.identical.points(30, seed: 72))
    let top = try #require(clusters.answer(zoom: 0).first).id
    let pins = clusters.pins(of: top)
    #expect(clusters.page(of: top, offset: 0, limit: .max) == pins)
    #expect(clusters.page(of: top, offset: 29, limit: .max) == [pins[29]])
    #expect(clusters.page(of: top, offset: 28, limit: 2) == [pins[28], pins[29]])
    for (offset, limit) in [
      (30, 1), (31, 5), (.max, 1), (.max, .max), (0, 0), (5, -1), (0, .min), (-1, 5), (.min, .max),
      (.min, .min), (-1, .max),
    ] {
      #expect(clusters.page(of: top, offset: offset, limit: limit).isEmpty, "\(offset) \(limit)")
    }
  }

  @Test func pinHasAPageOfItself() throws {
    let clusters = try HierarchicalClusters(points: PinShape.uniform.points(9, seed: 73))
    #expect(clusters.page(of: .pin(4), offset: 0, limit: 1) == [4])
    #expect(clusters.page(of: .pin(4), offset: 0, limit: .max) == [4])
    for (offset, limit) in [(1, 1), (.max, .max), (0, 0), (-1, 1), (0, -1)] {
      #expect(clusters.page(of: .pin(4), offset: offset, limit: limit).isEmpty)
    }
    #expect(clusters.page(of: .pin(9), offset: 0, limit: 1).isEmpty)
  }
}
