import Clustering
import TestSupport
import Testing

/// The grid's definition, with a dictionary of cells.
struct NaiveGridClusters {
  /// The pins by their indexes.
  let pins: [Int: MapPoint]
  let cellSizes: GridCellSizes
  let minimumCount: Int

  struct Cell: Hashable {
    let row: Int
    let column: Int
  }

  struct Item: Equatable {
    let isCluster: Bool
    let pins: [Int]
    let point: MapPoint
  }

  /// The items of the cells that a rectangle touches, by row, then column, then pin.
  func items(
    in rect: MapRect, zoom: Int, where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [Item] {
    let width = cellWidth(atZoom: zoom)
    let members = Dictionary(grouping: pins.keys) { pin in
      pins[pin].map { cell(of: $0, width: width) }
    }
    let cells = members.keys.compactMap(\.self).sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    return cells.filter { touches($0, rect, width: width) }.flatMap { cell -> [Item] in
      let all = members[cell, default: []].sorted()
      let included = all.filter(isIncluded)
      guard all.count >= minimumCount else {
        return included.map { Item(isCluster: false, pins: [$0], point: pins[$0] ?? .invalid) }
      }
      guard !included.isEmpty else { return [] }
      return [Item(isCluster: true, pins: included, point: mean(included))]
    }
  }

  /// The mean of places in whole 16ths of a map point. The world is 2^32 of them wide.
  private func mean(_ included: [Int]) -> MapPoint {
    func mean(_ coordinates: [Double]) -> Double {
      let units = coordinates.map {
        min(Int(($0 * 16).rounded(.toNearestOrAwayFromZero)), 1 << 32 - 1)
      }
      return Double(units.reduce(0, +)) / Double(units.count) / 16
    }
    let points = included.compactMap { pins[$0] }
    return MapPoint(x: mean(points.map(\.x)), y: mean(points.map(\.y)))
  }

  /// In map points: the world is 256 * 2^zoom screen points wide.
  func cellWidth(atZoom zoom: Int) -> Double {
    let worldOnScreen = 256.0 * Double(1 << zoom)
    return cellSizes.size(atZoom: zoom) * MapSize.world.width / worldOnScreen
  }

  private func cell(of point: MapPoint, width: Double) -> Cell {
    let last = lastNumber(width: width)
    return Cell(row: min(Int(point.y / width), last), column: min(Int(point.x / width), last))
  }

  private func lastNumber(width: Double) -> Int {
    // A width may be infinite.
    max(Int((MapSize.world.width / width).rounded(.up)), 1) - 1
  }

  private func touches(_ cell: Cell, _ rect: MapRect, width: Double) -> Bool {
    let last = lastNumber(width: width)
    func touches(_ number: Int, _ low: Double, _ high: Double) -> Bool {
      let start = number == 0 ? 0 : Double(number) * width
      let ownsEnd = number == last
      let end = ownsEnd ? MapSize.world.width : start + width
      return start <= high && (ownsEnd ? low <= end : low < end)
    }
    return rect.partsOnWorld.contains {
      touches(cell.column, $0.minX, $0.maxX) && touches(cell.row, $0.minY, $0.maxY)
    }
  }
}

extension NaiveGridClusters {
  init(points: [MapPoint], cellSizes: GridCellSizes, minimumCount: Int) {
    self.init(
      pins: Dictionary(uniqueKeysWithValues: points.enumerated().map { ($0, $1) }),
      cellSizes: cellSizes, minimumCount: minimumCount)
  }
}

extension ClusterIndex {
  /// The items of a query with their pins, in the form of the naive twin.
  func naiveItems(in rect: MapRect, zoom: Double) -> [NaiveGridClusters.Item] {
    naiveForm(items(in: rect, zoom: zoom)) { _ in true }
  }

  /// As without a predicate; an item must have the counts of its included pins.
  func naiveItems(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool
  ) -> [NaiveGridClusters.Item] {
    naiveForm(items(in: rect, zoom: zoom, where: isIncluded), where: isIncluded)
  }

  private func naiveForm(
    _ items: [ClusterItem], where isIncluded: (Int) -> Bool
  ) -> [NaiveGridClusters.Item] {
    items.map { item in
      let pins = pins(of: item.id).filter(isIncluded)
      #expect(item.count == pins.count, "\(item)")
      return .init(
        isCluster: item.id.pinIndex == nil, pins: pins.sorted(), point: item.point)
    }
  }

  /// All items of the world at each zoom.
  func itemsOfEveryZoom() -> [[ClusterItem]] {
    zoomRange.map { items(in: .world, zoom: Double($0)) }
  }
}

/// A clusterer with the pins that it must have, changed together at random.
struct LiveClustersModel {
  private(set) var clusters: LiveClusters
  private(set) var pins: [Int: MapPoint] = [:]
  private var random: SeededGenerator
  /// The places of new pins, so that they have a shape.
  private let places: [MapPoint]

  init(
    places: [MapPoint], seed: UInt64, cellSizes: GridCellSizes = .clusterMap, minimumCount: Int = 2
  ) throws {
    clusters = try LiveClusters(cellSizes: cellSizes, minimumCount: minimumCount)
    random = SeededGenerator(seed: seed)
    self.places = places
  }

  var naive: NaiveGridClusters {
    NaiveGridClusters(
      pins: pins, cellSizes: clusters.cellSizes, minimumCount: clusters.minimumCount)
  }

  /// The same pins in a clusterer that never had others.
  func rebuilt() throws -> LiveClusters {
    var rebuilt = try LiveClusters(
      cellSizes: clusters.cellSizes, minimumCount: clusters.minimumCount)
    try rebuilt.insert(
      contentsOf: pins.sorted { $0.key < $1.key }.map { .init(index: $0.key, point: $0.value) })
    return rebuilt
  }

  /// One batch of insertions, moves or removals.
  mutating func step(count: Int) throws {
    switch random.int(in: 0...9) {
    case 0...2:
      let points = (0..<count).map { _ in place() }
      for (index, point) in zip(try clusters.insert(contentsOf: points), points) {
        #expect(pins.updateValue(point, forKey: index) == nil)
      }
    case 3:
      let free = Set((0..<count).map { _ in random.int(in: 0...(clusters.nextIndex + 200)) })
        .filter { pins[$0] == nil }
      let added = free.sorted().map { LiveClusters.Pin(index: $0, point: place()) }
      try clusters.insert(contentsOf: added)
      for pin in added { pins[pin.index] = pin.point }
    case 4...6:
      let moves = some(count).map { LiveClusters.Pin(index: $0, point: nearOrFar(from: $0)) }
      try clusters.move(moves)
      for pin in moves { pins[pin.index] = pin.point }
    case 7:
      // The same pin several times.
      guard let pin = some(1).first else { return }
      let moves = (0..<3).map { _ in LiveClusters.Pin(index: pin, point: place()) }
      try clusters.move(moves)
      pins[pin] = moves[2].point
    default:
      let removed = some(count)
      try clusters.remove(removed)
      for pin in removed { pins[pin] = nil }
    }
  }

  /// A number of different pins, or all where there are fewer.
  mutating func some(_ count: Int) -> [Int] {
    Array(pins.keys.sorted().shuffled(using: &random).prefix(count))
  }

  mutating func place() -> MapPoint {
    places.randomElement(using: &random) ?? random.point()
  }

  private mutating func nearOrFar(from pin: Int) -> MapPoint {
    guard random.int(in: 0...1) == 0, let old = pins[pin] else { return place() }
    let world = MapSize.world.width
    let reach = world / Double(1 << random.int(in: 1...28))
    return MapPoint(
      x: min(max(old.x + random.double(in: -reach...reach), 0), world),
      y: min(max(old.y + random.double(in: -reach...reach), 0), world))
  }
}

extension SeededGenerator {
  /// Cell sizes of any kind: the standard ones, uniform ones, and steps, some of them nested.
  mutating func cellSizes() throws -> GridCellSizes {
    switch int(in: 0...5) {
    case 0: return .clusterMap
    case 1: return try GridCellSizes(uniform: 300)
    case 2: return try GridCellSizes(uniform: 100.0 / 3)
    case 3: return try GridCellSizes(uniform: 4)
    case 4:
      // Cells as wide as the world and wider, then the smallest; sizes that grow with the zoom.
      return try GridCellSizes(steps: [
        .init(zoom: 0, size: 1e300), .init(zoom: 1, size: 1e6), .init(zoom: 4, size: 64),
        .init(zoom: 5, size: 256), .init(zoom: 6, size: 2048), .init(zoom: 9, size: 4),
      ])
    default:
      var steps = [GridCellSizes.Step(zoom: 0, size: double(in: 4...500))]
      for zoom in 1...22 where int(in: 0...3) == 0 {
        let isNesting = int(in: 0...1) == 0
        let size = isNesting ? steps[steps.count - 1].size * 2 : double(in: 4...500)
        steps.append(.init(zoom: zoom, size: size))
      }
      return try GridCellSizes(steps: steps)
    }
  }
}
