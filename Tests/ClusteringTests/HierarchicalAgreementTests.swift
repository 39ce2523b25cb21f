import Clustering
import TestSupport
import Testing

/// The index against the naive implementation of the same rule: same clusters, same identities,
/// same pins, same places, same children, at every zoom.
@Suite struct HierarchicalAgreementTests {
  private typealias Options = HierarchicalClusters.Options

  /// The compared properties of an item.
  private struct Answer: Equatable {
    let id: AnnotationID
    let count: Int
    let point: MapPoint
    let pins: [Int]
    let children: [AnnotationID]
  }

  private func answers(_ clusters: HierarchicalClusters, zoom: Int) -> [Answer] {
    clusters.answer(zoom: zoom).sortedByID().map { item in
      let children = clusters.children(of: item.id).map(\.id)
      return Answer(
        id: item.id, count: item.count, point: item.point,
        pins: clusters.pins(of: item.id).sorted(),
        children: children.prefix(1) + children.dropFirst().sorted())
    }
  }

  private func answers(
    _ naive: NaiveHierarchicalClusters, zoom: Int, points: [MapPoint]
  ) -> [Answer] {
    naive.items[zoom, default: []].sorted { $0.id < $1.id }.map { item in
      Answer(
        id: item.id, count: item.pins.count,
        point: item.id.pinIndex.map { points[$0] }
          ?? MapPoint(x: Double(item.x) / 16, y: Double(item.y) / 16),
        pins: item.pins, children: item.children)
    }
  }

  /// Returns the number of clusters that were compared.
  private func expectAgreement(_ points: [MapPoint], _ options: Options) throws -> Int {
    let clusters = try HierarchicalClusters(points: points, options: options)
    let naive = NaiveHierarchicalClusters(points: points, options: options)
    var compared = 0
    for zoom in clusters.zoomRange {
      let found = answers(clusters, zoom: zoom)
      #expect(
        found == answers(naive, zoom: zoom, points: points),
        "\(options) zoom \(zoom), \(points.count) pins")
      compared += found.count { $0.count > 1 }
    }
    return compared
  }

  private func options(_ random: inout SeededGenerator) -> Options {
    let minZoom = [0, 0, 1, 3, 8, 14][random.int(in: 0...5)]
    let depth = [0, 0, 1, 2, 3, 7, 10, 16, 24][random.int(in: 0...8)]
    let maxZoom = min(minZoom + depth, 24)
    // From a single unit, over few units, to the whole width of a tile.
    let unit = NaiveHierarchicalClusters.unitRadius(extent: 512, maxZoom: maxZoom)
    let radius = [0, unit / 2, 3.4 * unit, 4, 10, 40, 60, 128, 400, 512][random.int(in: 0...9)]
    return Options(
      radius: max(radius, unit / 2), extent: 512, minZoom: minZoom, maxZoom: maxZoom,
      minPoints: random.int(in: 2...6))
  }

  @Test(arguments: PinShape.allCases)
  func agreesWithTheRule(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 41)
    var compared = 0
    for round in 0..<130 {
      // Few pins as often as many: most mistakes need few to show.
      let count = round % 2 == 0 ? random.int(in: 2...8) : random.int(in: 9...64)
      let points = shape.points(count, seed: UInt64(round))
      compared += try expectAgreement(points, options(&random))
    }
    #expect(shape == .none || shape == .one || compared > 100)
  }

  /// More pins in the reach of each other than are compared one by one: groups over 32 pins,
  /// stretches of a row over 12.
  @Test(arguments: [
    PinShape.denseTown, .clumped, .sortedLine, .collinear, .verticalLine, .halfSpotHalfUniform,
    .lattice, .meridian180, .uniform,
  ])
  func agreesWithTheRuleOnHundredsOfPins(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 42)
    var compared = 0
    for round in 0..<5 {
      let points = shape.points(random.int(in: 150...400), seed: UInt64(100 + round))
      let minZoom = random.int(in: 0...10)
      let options = Options(
        radius: [20, 40, 90, 300, 512][random.int(in: 0...4)], extent: 512, minZoom: minZoom,
        maxZoom: minZoom + random.int(in: 2...6))
      compared += try expectAgreement(points, options)
    }
    #expect(compared > 50)
  }

  /// Lattices whose pins are a radius apart, or a unit of 1/16 map points less or more: what the
  /// comparison of distances and the edges of rows decide.
  @Test(arguments: [-1.0, 0, 1])
  func agreesWithTheRuleWhereDistancesAreCloseToTheRadius(_ excess: Double) throws {
    var compared = 0
    for (step, radius) in [(1, 16.0), (2, 24), (3, 40), (4, 64)] {
      // Beyond zoom 16, places are rounded to units and no further.
      let options = Options(radius: radius, extent: 512, minZoom: 12, maxZoom: 20)
      let reach = Double(NaiveHierarchicalClusters.radius(options, atZoom: 20)) / 16
      for (across, down) in [(1.0, 0.0), (0, 1), (0.6, 0.8), (1, 1), (2, 1)] {
        let distance = reach + excess / 16
        let points = (0..<150).map { index in
          MapPoint(
            x: 1e8 + Double(index % 15) * distance * across + Double(index / 15) * down * 0.5,
            y: 1e8 + Double(index / 15) * distance * down + Double(index % 15 * step) * across)
        }
        compared += try expectAgreement(points, options)
      }
    }
    #expect(compared > 500)
  }

  /// Pins above and below the middle of the world, which is where a row ends however high rows are:
  /// some exactly a radius from it, and crowds in which only a late one is near.
  @Test(arguments: [2, 3])
  func agreesWithTheRuleAtTheEdgeOfARow(_ minPoints: Int) throws {
    var random = SeededGenerator(seed: 43)
    let middle = MapSize.world.width / 2
    var compared = 0
    for round in 0..<600 {
      let options = Options(
        radius: [20, 32, 50][round % 3], extent: 512, minZoom: 19, maxZoom: 20,
        minPoints: minPoints)
      let reach = Double(NaiveHierarchicalClusters.radius(options, atZoom: 20)) / 16
      // By the distance from the middle, in radii: seldom near the other side, mostly far.
      let near = [0, 1.0 / 16 / reach, 0.05]
      let far = [0.85, 0.9, 1 - 1.0 / 16 / reach, 1]
      let side = round % 2 == 0 ? 1.0 : -1
      let columns = [[0, 0.01, 0.02, 0.04], [0, 0.1, 0.2, 0.3]][round / 2 % 2]
      let count = round % 5 == 0 ? random.int(in: 1...4) : random.int(in: 13...34)
      var points = (0..<count).map { _ in
        let down = random.int(in: 0...15) == 0 ? near : far
        let column = columns[random.int(in: 0...3)]
        // Next to the column, or exactly in it.
        let across = round / 4 % 2 == 0 ? column : column + random.double(in: 0...0.02)
        return MapPoint(
          x: middle + across * reach,
          y: middle + side * down[random.int(in: 0...(down.count - 1))] * reach)
      }
      for _ in 0..<random.int(in: 1...4) {
        let up = random.int(in: 0...1) == 0 ? near : far
        points.append(
          MapPoint(
            x: middle + [-1.0, -0.9, -0.8, 0, 0, 0.1][random.int(in: 0...5)] * reach,
            y: middle - side * up[random.int(in: 0...(up.count - 1))] * reach))
      }
      // The few come first, so that they take what is near them, or anywhere.
      if round % 3 == 0 { points.shuffle(using: &random) } else { points.reverse() }
      compared += try expectAgreement(points, options)
    }
    #expect(compared > 500)
  }

  /// Two pins on one side of a row's edge, far from each other. The crowd across is in reach of the
  /// first by x, so it is grouped; the second is near a late one of that crowd only.
  @Test(arguments: [1.0, -1])
  func agreesWithTheRuleWhereOneOfACrowdIsNear(side: Double) throws {
    let options = Options(radius: 50, extent: 512, minZoom: 19, maxZoom: 20)
    let reach = Double(NaiveHierarchicalClusters.radius(options, atZoom: 20)) / 16
    let middle = MapSize.world.width / 2
    func pin(_ x: Double, _ y: Double) -> MapPoint {
      MapPoint(x: middle + x * reach, y: middle + side * y * reach)
    }
    for count in 10...40 {
      let crowd = (0..<count).map { pin(Double($0) * 0.03 / Double(count), 0.9) }
      let points = [pin(-0.02, -0.9), pin(-0.9, -0.02)] + crowd + [pin(0.04, 0.05)]
      #expect(try expectAgreement(points, options) > 0)
    }
  }
}

/// The rule of hierarchical clusters, straight from its definition, in quadratic time.
///
/// With more than 2 as the minimum of pins, it is right for up to 64 pins: supercluster's search
/// meets these in the order of visit.
struct NaiveHierarchicalClusters {
  struct Item {
    /// Position in 1/16 map points.
    let x: Int
    let y: Int
    let seed: Int
    /// Ascending.
    let pins: [Int]
    /// A cluster, or the pin.
    let id: AnnotationID
    /// Its children: the one that it grew from first, the others by identity.
    var children: [AnnotationID] = []
  }

  /// The items of each zoom in the order of visit.
  private(set) var items: [Int: [Item]] = [:]

  init(points: [MapPoint], options: HierarchicalClusters.Options) {
    var current = points.indices.map { index in
      Item(
        x: Self.units(points[index].x, maxZoom: options.maxZoom),
        y: Self.units(points[index].y, maxZoom: options.maxZoom), seed: index, pins: [index],
        id: .pin(index))
    }
    items[options.maxZoom + 1] = current
    for zoom in stride(from: options.maxZoom, through: options.minZoom, by: -1) {
      let radius = Self.radius(options, atZoom: zoom)
      current = Self.merge(current, radius: radius, minPoints: options.minPoints, zoom: zoom)
      items[zoom] = current
    }
  }

  /// The radius at a zoom in 1/16 map points.
  static func radius(_ options: HierarchicalClusters.Options, atZoom zoom: Int) -> Int {
    let tiles = Double(1 << options.maxZoom)
    let radius = Int((4_294_967_296 * options.radius / (options.extent * tiles)).rounded())
    return radius << (options.maxZoom - zoom)
  }

  /// The radius that is a single unit of 1/16 map points at the highest zoom.
  static func unitRadius(extent: Double, maxZoom: Int) -> Double {
    extent * Double(1 << maxZoom) / 4_294_967_296
  }

  /// The place of a pin for clustering, in 1/16 map points. Up to zoom 16, positions have the 24
  /// significant bits of supercluster.
  static func units(_ mapPoints: Double, maxZoom: Int) -> Int {
    let ofWorld = mapPoints / MapSize.world.width
    let units = (maxZoom <= 16 ? Double(Float(ofWorld)) : ofWorld) * 4_294_967_296
    return min(Int(units + 0.5), (1 << 32) - 1)
  }

  private typealias Place = (x: Int, y: Int)

  private static func isNear(_ place: Place, _ other: Place, _ radius: Int) -> Bool {
    guard abs(place.x - other.x) <= radius, abs(place.y - other.y) <= radius else { return false }
    // The squares of a radius as wide as the world need more than 64 bits.
    let dx = Int128(place.x - other.x)
    let dy = Int128(place.y - other.y)
    return dx * dx + dy * dy <= Int128(radius) * Int128(radius)
  }

  private static func merge(_ items: [Item], radius: Int, minPoints: Int, zoom: Int) -> [Item] {
    let places = items.map { Place($0.x, $0.y) }
    var isTaken = [Bool](repeating: false, count: items.count)
    var result: [Item] = []
    for (index, item) in items.enumerated() where !isTaken[index] {
      var neighbors: [Int] = []
      // Those before it are taken. Without an iterator, which is slow in a debug build.
      var other = index + 1
      while other < items.count {
        if !isTaken[other], isNear(places[index], places[other], radius) {
          neighbors.append(other)
          isTaken[other] = true
        }
        other += 1
      }
      let group = [item] + neighbors.map { items[$0] }
      let count = group.reduce(0) { $0 + $1.pins.count }
      if neighbors.isEmpty || count < minPoints {
        result += group
      } else {
        result.append(
          Item(
            x: (group.reduce(count / 2) { $0 + $1.x * $1.pins.count }) / count,
            y: (group.reduce(count / 2) { $0 + $1.y * $1.pins.count }) / count,
            seed: item.seed, pins: group.flatMap(\.pins).sorted(),
            id: AnnotationID(rawValue: 2 << 62 | UInt64(zoom) << 32 | UInt64(item.seed)),
            children: [item.id] + group.dropFirst().map(\.id).sorted()))
      }
    }
    return result
  }
}
