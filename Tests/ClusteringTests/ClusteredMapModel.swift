import Clustering
import TestSupport
import Testing

/// An element of a test's map.
struct Stop: Identifiable, Hashable, Sendable {
  let id: String
  var coordinate: Coordinate
  /// Another one, of the same identity and in the same place, has another number.
  var revision = 0

  init(_ id: String, _ coordinate: Coordinate, revision: Int = 0) {
    self.id = id
    self.coordinate = coordinate
    self.revision = revision
  }
}

extension ClusteredMap where Element == Stop {
  init(stops: [Stop]) throws {
    self.init(coordinate: \.coordinate)
    try insert(contentsOf: stops)
  }

  /// Stops at some places, named by their numbers.
  init(at places: [MapPoint]) throws {
    try self.init(
      stops: places.enumerated().map { Stop("\($0.offset)", $0.element.coordinate.onEarth) })
  }
}

/// The part of an item that a map shows.
struct Sight: Hashable {
  let point: MapPoint
  let count: Int
  let element: Stop?
}

extension Sight {
  init(_ item: ClusteredMap<Stop>.Item) {
    self.init(point: item.point, count: item.count, element: item.element)
  }
}

/// A clustered map with the elements that it must have, and a map that gets the differences.
struct ClusteredMapModel {
  typealias Map = ClusteredMap<Stop>

  private(set) var map: Map
  private(set) var stops: [String: Stop] = [:]
  /// The items that the differences, one after the other, have put on an empty map.
  private(set) var shown: [Map.Item.ID: Sight] = [:]
  /// The elements that were replaced, or came back, since the latest update.
  private var replaced: Set<String> = []
  private var removed: Set<String> = []
  private var random: SeededGenerator
  private let places: [MapPoint]
  private var revision = 0

  init(
    places: [MapPoint], seed: UInt64, cellSizes: GridCellSizes = .clusterMap, minimumCount: Int = 2
  ) throws {
    map = try Map(cellSizes: cellSizes, minimumCount: minimumCount, coordinate: \.coordinate)
    random = SeededGenerator(seed: seed)
    self.places = places
  }

  /// One change of elements, of a kind and a size at random.
  mutating func step() throws {
    let count = random.int(in: 0...(random.int(in: 0...9) == 0 ? 400 : 25))
    switch random.int(in: 0...9) {
    case 0...2: try insert(newIDs(count))
    case 3: try insert(Array(removed.subtracting(stops.keys).sorted().prefix(count)))
    case 4...6: try replace(some(count))
    case 7: try fail()
    case 8: try remove(some(count))
    default:
      // Gone and back before the map knows.
      let ids = some(count)
      try remove(ids)
      try insert(ids)
    }
    if random.int(in: 0...60) == 0 {
      removed.formUnion(stops.keys)
      stops = [:]
      map.removeAll()
    }
    #expect(map.count == stops.count)
    #expect(map.isEmpty == stops.isEmpty)
  }

  /// Moves the camera, applies the difference and compares.
  mutating func update() throws {
    let rect = random.rect(near: places)
    let zoom = random.double(in: -1...23)
    let padding = random.int(in: 0...1) == 0 ? 0 : random.double(in: 0...1)
    try update(rect, zoom: zoom, padding: padding)
  }

  mutating func update(_ rect: MapRect, zoom: Double, padding: Double = 0) throws {
    let before = shown
    let difference = map.update(visible: rect, zoom: zoom, padding: padding)
    for id in difference.removals { #expect(shown.removeValue(forKey: id) != nil, "\(id)") }
    for item in difference.insertions {
      #expect(before[item.id] == nil, "\(item)")
      #expect(shown.updateValue(Sight(item), forKey: item.id) == nil, "\(item)")
    }
    for item in difference.changes {
      #expect(shown.updateValue(Sight(item), forKey: item.id) != nil, "\(item)")
    }
    let expected = try expected(in: rect.padded(by: padding), zoom: zoom)
    #expect(shown == expected, "\(rect) zoom \(zoom)")
    let items = map.shownItems
    #expect(items.count == expected.count)
    #expect(Dictionary(items.map { ($0.id, Sight($0)) }) { one, _ in one } == expected)

    // What stays unchanged is in no list, and nothing is in two.
    let changed = expected.filter { id, sight in
      guard let old = before[id] else { return false }
      guard case .element(let element) = id else { return old != sight }
      return old != sight || replaced.contains(element)
    }
    #expect(Set(difference.changes.map(\.id)) == Set(changed.keys))
    #expect(difference.changes.count == changed.count)
    #expect(difference.isEmpty == (before == expected && changed.isEmpty))
    replaced = []
  }

  /// The items of a clusterer that never had other elements.
  private func expected(in rect: MapRect, zoom: Double) throws -> [Map.Item.ID: Sight] {
    let stops = stops.values.sorted { $0.id < $1.id }
    let clusters = try LiveClusters(
      points: stops.map { MapPoint($0.coordinate) }, cellSizes: map.cellSizes,
      minimumCount: map.minimumCount)
    return Dictionary(
      uniqueKeysWithValues: clusters.snapshot.items(in: rect, zoom: zoom).map { item in
        let stop = item.id.pinIndex.map { stops[$0] }
        return (
          stop.map { .element($0.id) } ?? .cluster(item.id),
          Sight(point: item.point, count: item.count, element: stop)
        )
      })
  }

  /// Compares what the map says of its clusters.
  mutating func checkClusters() {
    var count = 0
    for item in map.items(in: .world, zoom: random.double(in: 0...22)) {
      count += item.count
      guard let cluster = item.cluster else {
        #expect(item.element.map { map[$0.id] == $0 && stops[$0.id] == $0 } == true)
        continue
      }
      let members = map.members(of: cluster.id)
      #expect(members.count == cluster.count && Set(members.map(\.id)).count == cluster.count)
      #expect(members.allSatisfy { stops[$0.id] == $0 })
      let rect = map.boundingRect(of: cluster.id)
      #expect(members.allSatisfy { rect?.contains(MapPoint($0.coordinate)) == true })
    }
    #expect(count == stops.count)
  }

  private mutating func newIDs(_ count: Int) -> [String] {
    (0..<count).map { _ in
      revision += 1
      return "stop \(revision)"
    }
  }

  private mutating func some(_ count: Int) -> [String] {
    Array(stops.keys.sorted().shuffled(using: &random).prefix(count))
  }

  private mutating func stop(_ id: String) -> Stop {
    revision += 1
    let point = places.randomElement(using: &random) ?? random.point()
    return Stop(id, point.coordinate.onEarth, revision: revision)
  }

  private mutating func insert(_ ids: [String]) throws {
    let new = ids.map { stop($0) }
    if new.count == 1 { try map.insert(new[0]) } else { try map.insert(contentsOf: new) }
    for stop in new { stops[stop.id] = stop }
    // The map cannot know that an element that came back is the same.
    replaced.formUnion(ids)
  }

  private mutating func replace(_ ids: [String]) throws {
    var new = ids.map { stop($0) }
    for index in new.indices where random.int(in: 0...2) == 0 {
      // In its place.
      new[index].coordinate = stops[new[index].id]?.coordinate ?? new[index].coordinate
    }
    // Some twice, the second time back where they are.
    for stop in new.prefix(3) where random.int(in: 0...1) == 0 {
      new.append(stops[stop.id] ?? stop)
    }
    if new.count == 1 { try map.replace(new[0]) } else { try map.replace(contentsOf: new) }
    for stop in new { stops[stop.id] = stop }
    replaced.formUnion(ids)
  }

  private mutating func remove(_ ids: [String]) throws {
    if ids.count == 1 { try map.remove(ids[0]) } else { try map.remove(contentsOf: ids) }
    for id in ids { stops[id] = nil }
    removed.formUnion(ids)
  }

  /// Batches with something wrong at a place at random, after which everything must be as before.
  private mutating func fail() throws {
    let known = some(6)
    guard let one = known.first else { return }
    var new = newIDs(6).map { stop($0) }
    let place = random.int(in: 0...6)
    new.insert(stop(one), at: place)
    #expect(throws: ClusteredMapError.duplicateID(one)) { try map.insert(contentsOf: new) }
    new[place] = new[(place + 3) % 7]
    #expect(throws: ClusteredMapError.duplicateID(new[place].id)) {
      try map.insert(contentsOf: new)
    }
    new[place] = Stop("nowhere", Coordinate(91, 0))
    #expect(throws: ClusteredMapError.invalidCoordinate("nowhere", new[place].coordinate)) {
      try map.insert(contentsOf: new)
    }
    var ids = known
    ids.insert("unknown", at: random.int(in: 0...known.count))
    #expect(throws: ClusteredMapError.unknownID("unknown")) { try map.remove(contentsOf: ids) }
    #expect(throws: ClusteredMapError.unknownID(one)) { try map.remove(contentsOf: [one, one]) }
    let changed = ids.map { stop($0) }
    #expect(throws: ClusteredMapError.unknownID("unknown")) { try map.replace(contentsOf: changed) }
  }
}

extension Coordinate {
  /// The nearest valid coordinate: that of a place at the world's edge may be off by rounding.
  var onEarth: Coordinate {
    Coordinate(latitude: min(max(latitude, -90), 90), longitude: min(max(longitude, -180), 180))
  }
}
