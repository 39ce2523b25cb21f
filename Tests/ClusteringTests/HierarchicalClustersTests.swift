import Clustering
import MapGeometry
import TestSupport
import Testing

@Suite struct HierarchicalClustersTests {
  private typealias Options = HierarchicalClusters.Options

  private func items(
    _ clusters: HierarchicalClusters, in rect: MapRect = .world, zoom: Int
  ) -> [ClusterItem] {
    var items: [ClusterItem] = []
    clusters.items(in: rect, zoom: Double(zoom), into: &items)
    return items
  }

  private func pins(_ clusters: HierarchicalClusters, of id: AnnotationID) -> [Int] {
    var pins: [Int] = []
    clusters.forEachPin(of: id) { pins.append($0) }
    return pins
  }

  @Test(arguments: PinShape.allCases, [2, 4])
  func everyPinIsInExactlyOneItemAtEachZoom(_ shape: PinShape, minPoints: Int) throws {
    let points = shape.points(400, seed: 51)
    let clusters = try HierarchicalClusters(
      points: points, options: Options(minPoints: minPoints))
    for zoom in clusters.zoomRange {
      let items = items(clusters, zoom: zoom)
      #expect(items.count == clusters.itemCount(atZoom: Double(zoom)))
      #expect(items.reduce(0) { $0 + $1.count } == points.count)
      #expect(items.flatMap { pins(clusters, of: $0.id) }.sorted() == Array(points.indices))
      #expect(Set(items.map(\.id)).count == items.count)
      for item in items { #expect(item.count == 1 || item.count >= minPoints) }
    }
  }

  @Test(arguments: [2, 5])
  func childrenPartitionTheirParentWithinTheRadius(minPoints: Int) throws {
    let points = PinShape.clumped.points(600, seed: 52)
    let options = Options(radius: 60, extent: 256, maxZoom: 14, minPoints: minPoints)
    let clusters = try HierarchicalClusters(points: points, options: options)
    var seen = 0
    for zoom in clusters.zoomRange {
      for item in items(clusters, zoom: zoom) {
        let children = clusters.children(of: item.id)
        guard item.count > 1 else {
          #expect(children.isEmpty)
          #expect(clusters.expansionZoom(of: item.id) == nil)
          continue
        }
        seen += 1
        #expect(children.count >= 2)
        #expect(children.reduce(0) { $0 + $1.count } == item.count)
        let childPins = children.flatMap { pins(clusters, of: $0.id) }
        #expect(childPins.sorted() == pins(clusters, of: item.id).sorted())
        let formation = try #require(clusters.expansionZoom(of: item.id)) - 1
        let radius = MapSize.world.width * 60 / (256 * Double(1 << formation))
        let origin = children[0].point
        for child in children {
          let dx = child.point.x - origin.x
          let dy = child.point.y - origin.y
          // For clustering, each of the two pins was moved by up to 8 map points in x and in y.
          #expect((dx * dx + dy * dy).squareRoot() <= radius + 23)
        }
      }
    }
    #expect(seen > 50)
  }

  @Test func clusterIsShownFromFormationDownToItsParent() throws {
    let points = PinShape.clumped.points(500, seed: 53)
    let clusters = try HierarchicalClusters(points: points)
    var itemOfID: [AnnotationID: ClusterItem] = [:]
    var zoomsOfID: [AnnotationID: [Int]] = [:]
    let shown = clusters.zoomRange.map { items(clusters, zoom: $0) }
    for (zoom, items) in shown.enumerated() {
      for item in items {
        // The same identity means the same item at every zoom.
        #expect(itemOfID.updateValue(item, forKey: item.id) ?? item == item)
        zoomsOfID[item.id, default: []].append(zoom)
      }
    }
    for (id, zooms) in zoomsOfID {
      #expect(zooms == Array(zooms[0]...zooms[zooms.count - 1]))
      #expect(clusters.item(of: id) == itemOfID[id])
      guard let expansion = clusters.expansionZoom(of: id) else { continue }
      #expect(zooms.last == expansion - 1)
      let opened = Set(shown[expansion].map(\.id))
      #expect(clusters.children(of: id).allSatisfy { opened.contains($0.id) })
    }
  }

  @Test func clusterLiesAtTheMeanOfItsPins() throws {
    let points = PinShape.clumped.points(500, seed: 54)
    let clusters = try HierarchicalClusters(points: points)
    for zoom in [0, 4, 9] {
      for item in items(clusters, zoom: zoom) {
        let members = pins(clusters, of: item.id).map { points[$0] }
        let x = members.reduce(0) { $0 + $1.x } / Double(members.count)
        let y = members.reduce(0) { $0 + $1.y } / Double(members.count)
        // Pins are moved by up to 8 map points, each zoom level rounds to 1/16 once.
        #expect(abs(item.point.x - x) < 9 && abs(item.point.y - y) < 9)
      }
    }
  }

  @Test(arguments: PinShape.allCases)
  func rectangleFindsWhatAScanFinds(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 55)
    let points = shape.points(250, seed: 56)
    let clusters = try HierarchicalClusters(points: points)
    for zoom in [0, 2, 5, 10, 17] {
      let all = items(clusters, zoom: zoom)
      let places = all.map(\.point)
      for _ in 0..<40 {
        let rect = random.rect(near: places)
        let parts = rect.partsOnWorld
        let expected = all.filter { item in parts.contains { $0.contains(item.point) } }
        let found = items(clusters, in: rect, zoom: zoom)
        #expect(found.map(\.id).sorted() == expected.map(\.id).sorted(), "\(rect) zoom \(zoom)")
      }
    }
  }

  @Test func aPinWhereTheTwoPartsTouchComesOnce() throws {
    let world = MapSize.world.width
    // A step short of the world's width: rounding half to even makes the parts meet.
    let rect = MapRect(
      x: -1.5 * (world - world.nextDown), y: 0, width: world.nextDown, height: world)
    let touch = try #require(rect.partsOnWorld.last).minX
    try #require(rect.partsOnWorld.first?.maxX == touch)
    let clusters = try HierarchicalClusters(points: [MapPoint(x: touch, y: 5)])
    #expect(items(clusters, in: rect, zoom: 3).map(\.id) == [.pin(0)])
  }

  @Test func zoomIsRoundedDownAndClamped() throws {
    let points = PinShape.clumped.points(300, seed: 57)
    let options = Options(minZoom: 2, maxZoom: 9)
    let clusters = try HierarchicalClusters(points: points, options: options)
    func items(_ zoom: Double) -> [ClusterItem] {
      var items: [ClusterItem] = []
      clusters.items(in: .world, zoom: zoom, into: &items)
      return items
    }
    #expect(clusters.zoomRange == 2...10)
    #expect(items(4.999) == items(4))
    #expect(items(4) != items(5))
    for zoom in [-3, 1.9, .nan, -.infinity] { #expect(items(zoom) == items(2)) }
    for zoom in [10.5, 1e300, .infinity] { #expect(items(zoom) == items(10)) }
    #expect(items(10).count == points.count)
  }

  @Test func sameDataGiveTheSameIndex() throws {
    let points = PinShape.duplicates.points(500, seed: 58)
    let one = try HierarchicalClusters(points: points)
    let other = try HierarchicalClusters(points: points)
    for zoom in one.zoomRange {
      let items = items(one, zoom: zoom)
      #expect(items == self.items(other, zoom: zoom))
      for item in items.filter({ $0.count > 1 }) {
        #expect(one.children(of: item.id) == other.children(of: item.id))
        #expect(pins(one, of: item.id) == pins(other, of: item.id))
      }
    }
  }

  @Test func unknownIdentitiesHaveNothing() throws {
    let points = PinShape.clumped.points(40, seed: 59)
    let clusters = try HierarchicalClusters(points: points)
    let known = Set(clusters.zoomRange.flatMap { items(clusters, zoom: $0) }.map(\.id))
    let nearby = known.filter { $0.pinIndex == nil }.map { AnnotationID(rawValue: $0.rawValue + 1) }
    let odd = [
      .pin(40), AnnotationID(rawValue: .max), AnnotationID(rawValue: 1 << 62),
      AnnotationID(rawValue: 2 << 62 | 99 << 32), AnnotationID(rawValue: 2 << 62 | 300 << 32),
    ]
    for id in odd + nearby where !known.contains(id) {
      #expect(clusters.item(of: id) == nil)
      #expect(clusters.children(of: id).isEmpty)
      #expect(clusters.expansionZoom(of: id) == nil)
      #expect(pins(clusters, of: id).isEmpty)
    }
  }

  @Test func coordinatesInOneSpotOpenIntoSinglePins() throws {
    let points = Array(repeating: MapPoint(x: 12345.678, y: 87654.321), count: 30)
    let clusters = try HierarchicalClusters(points: points)
    let top = try #require(items(clusters, zoom: 0).first)
    #expect(top.count == 30)
    #expect(clusters.expansionZoom(of: top.id) == 17)
    #expect(clusters.children(of: top.id).map(\.id).sorted() == (0..<30).map { .pin($0) })
  }
}
