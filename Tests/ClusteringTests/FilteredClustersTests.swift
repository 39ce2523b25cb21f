import Clustering
import TestSupport
import Testing

/// Filtered results compared with their definition: the items of the index, each with the counts
/// and the place that its included pins give it.
@Suite struct FilteredClustersTests {
  private typealias Options = HierarchicalClusters.Options

  private static func units(_ mapPoints: Double) -> Int {
    min(Int(mapPoints * 16 + 0.5), (1 << 32) - 1)
  }

  /// The item with its included pins only.
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
    for zoom in clusters.zoomRange {
      let rect = random.rect(near: clusters.points)
      for rect in [rect, .world] {
        let found = filtered.items(in: rect, zoom: Double(zoom)) { $0 % 3 == 0 }
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
}

/// The members of filtered clusters, compared with the members of the whole ones.
@Suite struct FilteredMembersTests {
  private let clusters: HierarchicalClusters
  private let filtered: FilteredClusters

  init() throws {
    clusters = try HierarchicalClusters(points: PinShape.clumped.points(900, seed: 5))
    filtered = clusters.filtered { $0 % 3 == 0 }
  }

  /// All clusters of all zooms, with some pins.
  private var ids: [AnnotationID] {
    clusters.zoomRange.flatMap { clusters.answer(zoom: $0).map(\.id) }
  }

  private func includedPins(of id: AnnotationID) -> [Int] {
    clusters.pins(of: id).filter { $0 % 3 == 0 }
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
    #expect(filtered.pins(of: ids[0], offset: -1, limit: 7).isEmpty)
    #expect(filtered.pins(of: ids[0], offset: .max, limit: .max).isEmpty)
  }

  @Test func anotherZoomShowsWhatIsIncluded() {
    for id in ids {
      for zoom in [0.0, 5, 9.5, 17] {
        let whole = clusters.items(of: id, atZoom: zoom).compactMap { filtered.item(of: $0.id) }
        #expect(filtered.items(of: id, atZoom: zoom) == whole)
        let holder = clusters.item(holding: id, atZoom: zoom)
        #expect(
          filtered.item(holding: id, atZoom: zoom) == holder.flatMap { filtered.item(of: $0.id) })
      }
    }
  }
}

/// Pins that lie as far from their cluster's place as the rule allows: a filtered query must find
/// the cluster where they are.
@Suite struct FilteredReachTests {
  private typealias Options = HierarchicalClusters.Options

  private static let maxZoom = 18

  /// Pins among which a single one ends up nearly four radii from the place of its cluster.
  ///
  /// At each zoom, the item with the lone pin and a heavy one lie at opposite ends of the reach of
  /// a seed: the mean moves to the heavy one, two radii from where it was. At the next zoom, with
  /// twice the radius, the same again in the same direction.
  private struct Chain {
    private(set) var points: [MapPoint] = []
    let lone: Int
    /// The radius at the zoom at which all are one cluster, and that zoom.
    let radius: Double
    let zoom: Int

    init(levels: Int, direction: (x: Double, y: Double), radius first: Double) {
      var place = 0.0
      var heavy: [(seed: Double, place: Double, count: Int)] = []
      var pinCount = 1.0
      var radius = first
      for _ in 0..<levels {
        // A little less than the radius, as the mean is a little short of the heavy item.
        let step = radius * 0.99
        let count = Int(pinCount * 6)
        let seed = place - step
        heavy.append((seed, seed - step, count))
        let total = pinCount + 1 + Double(count)
        place = (place * pinCount + seed + (seed - step) * Double(count)) / total
        pinCount = total
        radius *= 2
      }
      self.radius = radius / 2
      zoom = FilteredReachTests.maxZoom - levels + 1
      // The seed of the lowest zoom comes first, or one that it shall take would take it.
      var along: [Double] = heavy.reversed().map(\.seed)
      lone = along.count
      along.append(0)
      for item in heavy { along += Array(repeating: item.place, count: item.count) }
      let middle = MapSize.world.width / 2
      points = along.map { MapPoint(x: middle + $0 * direction.x, y: middle + $0 * direction.y) }
    }
  }

  @Test(arguments: [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (0.6, 0.8), (-0.8, 0.6)])
  func aPinNearlyFourRadiiAwayIsFound(_ direction: (x: Double, y: Double)) throws {
    let options = Options(radius: 128, extent: 512, maxZoom: Self.maxZoom)
    let units = NaiveHierarchicalClusters.radius(options, atZoom: Self.maxZoom)
    for levels in 1...4 {
      let chain = Chain(levels: levels, direction: direction, radius: Double(units) / 16)
      let clusters = try HierarchicalClusters(points: chain.points, options: options)
      let all = clusters.answer(zoom: chain.zoom)
      let cluster = try #require(all.first)
      #expect(all.count == 1 && cluster.count == chain.points.count, "\(levels) levels")
      let place = chain.points[chain.lone]
      let dx = place.x - cluster.point.x
      let dy = place.y - cluster.point.y
      // Far enough to distinguish a bound of three radii from the right one.
      let distance = (dx * dx + dy * dy).squareRoot() / chain.radius
      #expect(distance > [1.5, 2.4, 2.9, 3.1][levels - 1] && distance < 4, "\(levels) levels")
      let filtered = clusters.filtered { $0 == chain.lone }
      // Cells of 1/16 map points: the place is rounded to one.
      let spot = MapRect(center: place, size: MapSize(width: 0.2, height: 0.2))
      let strip = MapRect(
        x: place.x - 0.1, y: place.y - 0.1, width: 0.2, height: MapSize.world.height)
      for rect in [spot, strip] {
        #expect(filtered.answer(in: rect, zoom: chain.zoom).map(\.id) == [cluster.id])
        #expect(
          clusters.answer(in: rect, zoom: chain.zoom) { $0 == chain.lone }.map(\.count) == [1])
      }
    }
  }

  /// The bound itself, on data of all shapes: no pin is farther than four radii and 16 map points
  /// from the place of its item, in x or in y.
  @Test(arguments: PinShape.allCases, [(40.0, 16), (512, 12), (0.01, 16), (300, 20)])
  func noPinIsFartherThanTheQueryLooks(
    _ shape: PinShape, _ world: (radius: Double, maxZoom: Int)
  ) throws {
    let options = Options(radius: world.radius, maxZoom: world.maxZoom)
    let points = shape.points(200, seed: 121)
    let clusters = try HierarchicalClusters(points: points, options: options)
    for zoom in 0...options.maxZoom {
      let radius = Double(NaiveHierarchicalClusters.radius(options, atZoom: zoom)) / 16
      for item in clusters.answer(zoom: zoom) {
        let isInside = clusters.pins(of: item.id).allSatisfy { pin in
          abs(points[pin].x - item.point.x) <= 4 * radius + 16
            && abs(points[pin].y - item.point.y) <= 4 * radius + 16
        }
        #expect(isInside, "\(item) at zoom \(zoom)")
      }
    }
  }

  /// A rectangle that is a world's width away shows the same part of the world.
  @Test func rectanglesBesideTheWorldFindWhatThoseOnItDo() throws {
    let world = MapSize.world.width
    let clusters = try HierarchicalClusters(
      points: [MapPoint(x: 300_000, y: world / 2), MapPoint(x: world - 300_000, y: world / 2)])
    let filtered = clusters.filtered { _ in true }
    for x in [299_000.0, world - 301_000] {
      for turns in [-1.0, 0, 1, 2] {
        let rect = MapRect(x: x + turns * world, y: world / 2 - 1000, width: 2000, height: 2000)
        for zoom in [0, 4, 8, 17] {
          let expected = clusters.answer(in: rect, zoom: zoom)
          #expect(expected.count == 1)
          #expect(filtered.answer(in: rect, zoom: zoom) == expected, "\(rect) zoom \(zoom)")
          #expect(clusters.answer(in: rect, zoom: zoom) { _ in true } == expected)
        }
      }
    }
  }
}
