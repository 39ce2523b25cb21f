import Clustering
import MapGeometry
import TestSupport
import Testing

/// What a filter answers about the members of clusters, against the members of the whole ones.
@Suite struct FilteredMembersTests {
  private let clusters: HierarchicalClusters
  private let filtered: FilteredClusters

  init() throws {
    clusters = try HierarchicalClusters(points: PinShape.clumped.points(900, seed: 5))
    filtered = clusters.filtered { $0 % 3 == 0 }
  }

  /// All clusters of all zooms, with some pins.
  private var ids: [AnnotationID] {
    var items: [ClusterItem] = []
    return clusters.zoomRange.flatMap { zoom in
      clusters.items(in: .world, zoom: Double(zoom), into: &items)
      return items.map(\.id)
    }
  }

  private func includedPins(of id: AnnotationID) -> [Int] {
    var pins: [Int] = []
    clusters.forEachPin(of: id) { if $0 % 3 == 0 { pins.append($0) } }
    return pins
  }

  @Test func childrenHaveTheIncludedPins() {
    for id in ids {
      let children = filtered.children(of: id)
      let expected = clusters.children(of: id).filter { !includedPins(of: $0.id).isEmpty }
      #expect(children.map(\.id) == expected.map(\.id))
      #expect(children.map(\.count) == expected.map { includedPins(of: $0.id).count })
      #expect(filtered.expansionZoom(of: id) == clusters.expansionZoom(of: id))
    }
  }

  @Test func pagesJoinToTheIncludedPins() {
    var page: [Int] = []
    for id in ids {
      var joined: [Int] = []
      repeat {
        filtered.pins(of: id, offset: joined.count, limit: 7, into: &page)
        joined += page
      } while !page.isEmpty
      #expect(joined == includedPins(of: id))
    }
    filtered.pins(of: ids[0], offset: -1, limit: 7, into: &page)
    #expect(page.isEmpty)
    filtered.pins(of: ids[0], offset: .max, limit: .max, into: &page)
    #expect(page.isEmpty)
  }

  @Test func anotherZoomShowsWhatIsIncluded() {
    var found: [ClusterItem] = []
    var whole: [ClusterItem] = []
    for id in ids {
      for zoom in [0.0, 5, 9.5, 17] {
        filtered.items(of: id, atZoom: zoom, into: &found)
        clusters.items(of: id, atZoom: zoom, into: &whole)
        #expect(found == whole.compactMap { filtered.item(of: $0.id) })
        let holder = clusters.item(holding: id, atZoom: zoom)
        #expect(
          filtered.item(holding: id, atZoom: zoom) == holder.flatMap { filtered.item(of: $0.id) })
      }
    }
  }
}
