import Clustering
import MapGeometry
import TestSupport
import Testing

extension ClusterIndex {
  /// The items of a query with their pins, in the form of the naive twin.
  func naiveItems(in rect: MapRect, zoom: Double) -> [NaiveGridClusters.Item] {
    var items: [ClusterItem] = []
    self.items(in: rect, zoom: zoom, into: &items)
    return naiveForm(items) { _ in true }
  }

  /// As without a predicate; an item must have the counts of its included pins.
  func naiveItems(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool
  ) -> [NaiveGridClusters.Item] {
    var items: [ClusterItem] = []
    self.items(in: rect, zoom: zoom, where: isIncluded, into: &items)
    return naiveForm(items, where: isIncluded)
  }

  private func naiveForm(
    _ items: [ClusterItem], where isIncluded: (Int) -> Bool
  ) -> [NaiveGridClusters.Item] {
    items.map { item in
      var pins: [Int] = []
      forEachPin(of: item.id) { if isIncluded($0) { pins.append($0) } }
      #expect(item.count == pins.count, "\(item)")
      return .init(
        isCluster: item.id.pinIndex == nil, pins: pins.sorted(), point: item.point)
    }
  }

  /// All items of the world at each zoom.
  func itemsOfEveryZoom() -> [[ClusterItem]] {
    zoomRange.map { zoom in
      var items: [ClusterItem] = []
      self.items(in: .world, zoom: Double(zoom), into: &items)
      return items
    }
  }
}

/// A clusterer with the pins that it must have, changed together at random.
struct LiveClustersModel {
  private(set) var clusters: LiveClusters
  private(set) var pins: [Int: MapPoint] = [:]
  private var random: SeededGenerator
  /// Where pins come from, so that they have a shape.
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

  /// Different pins that are there, as many as asked for where there are enough.
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
