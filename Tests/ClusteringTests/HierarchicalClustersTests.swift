import Clustering
import TestSupport
import Testing

/// Properties of the clusters of any data.
@Suite struct HierarchicalClustersTests {
  private typealias Options = HierarchicalClusters.Options

  @Test(arguments: PinShape.allCases, [2, 4])
  func everyPinIsInExactlyOneItemAtEachZoom(_ shape: PinShape, minPoints: Int) throws {
    let points = shape.points(400, seed: 51)
    try expectPartitions(HierarchicalClusters(points: points, options: .init(minPoints: minPoints)))
  }

  @Test(arguments: [PinShape.clumped, .denseTown, .uniform], [2, 3])
  func everyOneOfManyPinsIsInExactlyOneItemAtEachZoom(_ shape: PinShape, minPoints: Int) throws {
    let points = shape.points(6000, seed: 60)
    let options = Options(radius: 25, minZoom: 2, minPoints: minPoints)
    try expectPartitions(HierarchicalClusters(points: points, options: options))
  }

  private func expectPartitions(_ clusters: HierarchicalClusters) {
    let points = clusters.points
    for zoom in clusters.zoomRange {
      let items = clusters.answer(zoom: zoom)
      #expect(items.count == clusters.itemCount(atZoom: Double(zoom)))
      #expect(items.reduce(0) { $0 + $1.count } == points.count)
      #expect(Set(items.map(\.id)).count == items.count)
      let minPoints = clusters.options.minPoints
      #expect(items.allSatisfy { $0.count == 1 || $0.count >= minPoints })
      #expect(items.allSatisfy { ($0.count == 1) == ($0.id.pinIndex != nil) })
      var isFound = [Bool](repeating: false, count: points.count)
      var pinCount = 0
      for item in items {
        var count = 0
        clusters.forEachPin(of: item.id) { pin in
          isFound[pin] = true
          count += 1
        }
        if count != item.count { Issue.record("\(item) has \(count) pins") }
        pinCount += count
      }
      #expect(pinCount == points.count && isFound.allSatisfy { $0 })
    }
    let pins = clusters.answer(zoom: clusters.zoomRange.upperBound)
    #expect(pins.count == points.count)
    #expect(pins.allSatisfy { $0.id.pinIndex.map { points[$0] } == $0.point })
  }

  /// The place of an item for clustering, in 1/16 map points.
  private func place(
    of item: ClusterItem, _ clusters: HierarchicalClusters
  ) -> (x: Int, y: Int) {
    guard item.id.pinIndex != nil else { return (Int(item.point.x * 16), Int(item.point.y * 16)) }
    let maxZoom = clusters.options.maxZoom
    return (
      NaiveHierarchicalClusters.units(item.point.x, maxZoom: maxZoom),
      NaiveHierarchicalClusters.units(item.point.y, maxZoom: maxZoom)
    )
  }

  @Test(
    arguments: [PinShape.clumped, .denseTown, .uniform, .halfSpotHalfUniform, .sortedLine],
    [(2, 14), (5, 14), (2, 19)])
  func clusterIsMadeOfItsChildren(_ shape: PinShape, options: (minPoints: Int, maxZoom: Int)) throws
  {
    let points = shape.points(2500, seed: 52)
    let options = Options(
      radius: 60, extent: 256, maxZoom: options.maxZoom, minPoints: options.minPoints)
    let clusters = try HierarchicalClusters(points: points, options: options)
    let all = clusters.allClusters()
    #expect(all.count > 50)
    for cluster in all {
      let children = clusters.children(of: cluster.id)
      let formation = try #require(clusters.expansionZoom(of: cluster.id)) - 1
      #expect(options.minZoom...options.maxZoom ~= formation)
      #expect(children.count >= 2 && children.reduce(0) { $0 + $1.count } == cluster.count)
      // The pins of the children, side by side and in the order of the children.
      #expect(children.flatMap { clusters.pins(of: $0.id) } == clusters.pins(of: cluster.id))
      // The mean of the children, weighted by their pins, to the nearest 1/16 map point.
      let places = children.map { place(of: $0, clusters) }
      let count = cluster.count
      let x = zip(places, children).reduce(count / 2) { $0 + $1.0.x * $1.1.count } / count
      let y = zip(places, children).reduce(count / 2) { $0 + $1.0.y * $1.1.count } / count
      #expect(place(of: cluster, clusters) == (x, y))
      // All within the radius of the one that it grew from.
      let radius = NaiveHierarchicalClusters.radius(options, atZoom: formation)
      #expect(
        places.allSatisfy { place in
          let dx = place.x - places[0].x
          let dy = place.y - places[0].y
          return dx * dx + dy * dy <= radius * radius
        })
    }
  }

  @Test func clusterIsShownFromFormationDownToItsParent() throws {
    let points = PinShape.clumped.points(500, seed: 53)
    let clusters = try HierarchicalClusters(points: points)
    var itemOfID: [AnnotationID: ClusterItem] = [:]
    var zoomsOfID: [AnnotationID: [Int]] = [:]
    let shown = clusters.zoomRange.map { clusters.answer(zoom: $0) }
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

  /// Clusters are made of rounded places: pins that lie at one place when rounded are the same to
  /// them, whichever comes first.
  @Test func exchangingPinsOfOnePlaceChangesNoCluster() throws {
    var random = SeededGenerator(seed: 61)
    // Up to zoom 16, places are rounded to multiples of 16 map points in the eastern half.
    let places = (0..<150).map { _ in
      MapPoint(
        x: Double(random.int(in: 8_500_000...16_000_000)) * 16,
        y: Double(random.int(in: 8_500_000...16_000_000)) * 16)
    }
    let owners = (0..<600).map { _ in random.int(in: 0...149) }
    func points() -> [MapPoint] {
      owners.map { owner in
        MapPoint(
          x: places[owner].x + random.double(in: -7...7),
          y: places[owner].y + random.double(in: -7...7))
      }
    }
    let one = try HierarchicalClusters(points: points())
    let other = try HierarchicalClusters(points: points())
    #expect(one.points != other.points)
    for zoom in one.zoomRange {
      #expect(
        one.answer(zoom: zoom).filter { $0.count > 1 }
          == other.answer(zoom: zoom).filter { $0.count > 1 })
      #expect(one.answer(zoom: zoom).map(\.id) == other.answer(zoom: zoom).map(\.id))
    }
    #expect(one.allClusters().count > 150)
  }

  @Test func unknownIdentitiesHaveNothing() throws {
    let clusters = try HierarchicalClusters(points: PinShape.clumped.points(40, seed: 59))
    let unknown = clusters.unknownIDs()
    #expect(unknown.count > 40)
    for id in unknown {
      #expect(clusters.item(of: id) == nil, "\(id)")
      #expect(clusters.children(of: id).isEmpty)
      #expect(clusters.expansionZoom(of: id) == nil)
      #expect(clusters.pins(of: id).isEmpty)
      #expect(clusters.page(of: id, offset: 0, limit: 5).isEmpty)
      for zoom in [-1, 0, 7, 17, 99] {
        #expect(clusters.items(of: id, atZoom: zoom).isEmpty)
        #expect(clusters.item(holding: id, atZoom: Double(zoom)) == nil)
      }
    }
  }
}
