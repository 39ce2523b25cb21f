import Clustering
import TestSupport
import Testing

/// The elements of an app on a map.
@Suite struct ClusteredMapTests {
  /// The key property: the differences, applied one after the other, give the items of a clusterer
  /// that is built of the same elements.
  @Test(arguments: TestTier.sample(PinShape.allCases, 4))
  func theDifferencesMakeTheItemsOfANewClusterer(_ shape: PinShape) throws {
    var random = SeededGenerator(seed: 71)
    for round in 0..<2 {
      var model = try ClusteredMapModel(
        places: shape.points(300, seed: UInt64(round)), seed: UInt64(round),
        cellSizes: random.cellSizes(), minimumCount: 2 + round)
      for step in 0..<60 {
        try model.step()
        // With several changes, one and none from update to update.
        for _ in 0..<random.int(in: 0...2) { try model.update() }
        if step % 20 == 19 { model.checkClusters() }
      }
    }
  }

  private static func stop(_ id: String, _ latitude: Double, _ longitude: Double) -> Stop {
    Stop(id, Coordinate(latitude, longitude))
  }

  @Test func elementsJoinAndPart() throws {
    let a = Self.stop("a", 50.0001, 6.0001)
    let b = Self.stop("b", 50.0002, 6.0002)
    var map = try ClusteredMap(stops: [a, b])
    let world = map.update(visible: .world, zoom: 3)
    let cluster = try #require(world.insertions.first?.cluster)
    #expect(world.insertions.count == 1 && world.removals.isEmpty && world.changes.isEmpty)
    #expect(cluster.count == 2)
    #expect(Set(map.members(of: cluster.id)) == [a, b])
    let zoom = try #require(map.expansionZoom(of: cluster.id))
    let rect = try #require(map.boundingRect(of: cluster.id))

    let near = map.update(visible: rect, zoom: Double(zoom))
    #expect(near.removals == [.cluster(cluster.id)])
    #expect(Set(near.insertions.map(\.id)) == [.element("a"), .element("b")])
    #expect(Set(near.insertions.compactMap(\.element)) == [a, b])
    #expect(map.update(visible: rect, zoom: Double(zoom)).isEmpty)
    let back = map.update(visible: rect, zoom: Double(zoom - 1))
    #expect(back.removals.count == 2 && back.insertions.map(\.count) == [2])
  }

  @Test func bothSidesOfTheAntimeridianAreShown() throws {
    var map = try ClusteredMap(stops: [
      Self.stop("west", -17, 179.9), Self.stop("east", -17, -179.9), Self.stop("far", -17, 0),
      Self.stop("edge", -17, 180), Self.stop("same edge", -17, -180),
    ])
    let center = Coordinate(-17, 180)
    let region = Region(around: center, degrees: 1)
    let ids = ["west", "east", "edge", "same edge"].map { ClusteredMap<Stop>.Item.ID.element($0) }
    let difference = map.update(visible: region, zoom: 14)
    #expect(Set(difference.insertions.map(\.id)) == Set(ids))
    // From the other side it is the same view.
    let opposite = Region(center: Coordinate(-17, -180), span: region.span)
    #expect(map.update(visible: opposite, zoom: 14).isEmpty)
    // It moves across, and stays the same item.
    try map.replace(Self.stop("west", -17, -179.8))
    #expect(map.update(visible: region, zoom: 14).changes.map(\.id) == [.element("west")])
  }

  @Test func theZoomIsThatOfTheViewport() throws {
    let points = PinShape.denseTown.points(300, seed: 72)
    var map = try ClusteredMap(at: points)
    var other = map
    let viewport = Viewport(width: 390, height: 844)
    for zoom in [3.5, 9.5, 14.5] {
      let rect = viewport.mapRect(center: points[0], zoom: zoom)
      let difference = map.update(visible: rect, in: viewport)
      #expect(difference == other.update(visible: rect, zoom: zoom))
      #expect(!difference.isEmpty)
    }
    // A view that is not laid out leaves the map as it is; a rectangle of nothing empties it.
    for (rect, viewport) in [
      (.world, Viewport(width: 0, height: 844)), (.world, Viewport(width: 390, height: 0)),
      (MapRect(x: 5, y: 5, width: 0, height: 9), viewport),
      (MapRect(x: .nan, y: 5, width: .nan, height: 9), viewport),
    ] {
      #expect(map.update(visible: rect, in: viewport).isEmpty)
      #expect(!map.shownItems.isEmpty)
    }
    let nothing = MapRect(x: 0, y: 0, width: -1, height: 1)
    #expect(!map.update(visible: nothing, zoom: 3).removals.isEmpty)
    #expect(map.shownItems.isEmpty)
  }

  @Test func annotationsFollowTheDifferences() throws {
    final class Annotation {
      var item: ClusteredMap<Stop>.Item
      init(_ item: ClusteredMap<Stop>.Item) { self.item = item }
    }
    let places = PinShape.clumped.points(200, seed: 73)
    var map = try ClusteredMap(at: places)
    var annotations: [ClusteredMap<Stop>.Item.ID: Annotation] = [:]
    var onMap: [ObjectIdentifier: Annotation] = [:]
    var random = SeededGenerator(seed: 74)
    var changedCount = 0
    for round in 0..<60 {
      try map.replace(Stop("\(round)", random.point().coordinate.onEarth))
      let before = annotations
      let difference = map.update(
        visible: random.rect(near: places), zoom: random.double(in: 0...12))
      let (removed, inserted, changed) = difference.apply(
        to: &annotations, inserting: { Annotation($0) }, changing: { $0.item = $1 })
      for annotation in removed { onMap[ObjectIdentifier(annotation)] = nil }
      for annotation in inserted { onMap[ObjectIdentifier(annotation)] = annotation }
      #expect(changed.map(\.item) == difference.changes)
      changedCount += changed.count
      #expect(onMap.count == annotations.count)
      #expect(
        Dictionary(uniqueKeysWithValues: onMap.values.map { ($0.item.id, $0.item) })
          == Dictionary(uniqueKeysWithValues: map.shownItems.map { ($0.id, $0) }))
      for (id, annotation) in annotations where before[id] != nil {
        #expect(before[id] === annotation)
      }
    }
    #expect(changedCount > 0)
  }

  @Test func copiesAreIndependent() throws {
    var first = try ClusteredMap(stops: [Self.stop("a", 50, 6), Self.stop("b", -50, 6)])
    _ = first.update(visible: .world, zoom: 5)
    var second = first
    try second.remove("a")
    #expect(second.update(visible: .world, zoom: 5).removals == [.element("a")])
    #expect(first.count == 2 && first.update(visible: .world, zoom: 5).isEmpty)
    func requireSendable(_: some Sendable) {}
    requireSendable(second)
    requireSendable(second.shownItems)
  }
}

/// Errors, and memory that is given back.
@Suite struct ClusteredMapLimitsTests {
  @Test(arguments: [
    Coordinate(90.1, 0), Coordinate(0, -180.1),
    Coordinate(.nan, 0), Coordinate(0, .infinity),
  ])
  func anInvalidCoordinateIsRefused(_ coordinate: Coordinate) throws {
    var map = try ClusteredMap(stops: [Stop("a", Coordinate(90, 180))])
    expectError(ClusteredMapError.invalidCoordinate("b", coordinate)) {
      try map.insert(Stop("b", coordinate))
    }
    expectError(ClusteredMapError.invalidCoordinate("a", coordinate)) {
      try map.replace(Stop("a", coordinate))
    }
    #expect(map.count == 1 && map["b"] == nil && map["a"]?.coordinate.latitude == 90)
  }

  @Test func tooManyElementsAreRefusedBeforeTheyAreMade() throws {
    let place = Coordinate(1, 1)
    var map = try ClusteredMap(stops: [Stop("a", place)])
    let count = AnnotationID.maximumPinCount
    let many = (0..<count).lazy.map { Stop("\($0)", place) }
    #expect(throws: ClusteredMapError<String>.tooManyElements(count: count)) {
      try map.insert(contentsOf: many)
    }
    #expect(map.count == 1)
  }

  @Test func aMapThatCannotBeMadeIsRefused() {
    #expect(
      throws: ClusteringError.invalidOption(name: "minimumCount", found: "1", expected: "2 or more")
    ) { try ClusteredMap<Stop>(cellSizes: .clusterMap, minimumCount: 1, coordinate: \.coordinate) }
  }

  @Test func identitiesOfSlotsAreNotKnownOutside() throws {
    let map = try ClusteredMap(stops: [Stop("a", Coordinate(1, 1))])
    for id in [AnnotationID.pin(0), .pin(1), .cluster(7)] {
      #expect(map.members(of: id).isEmpty)
      #expect(map.boundingRect(of: id) == nil)
      #expect(map.expansionZoom(of: id) == nil)
    }
  }

  /// An element whose end can be seen.
  private final class Witness: Identifiable {
    let id: Int
    let coordinate: Coordinate

    init(_ id: Int, _ point: MapPoint) {
      self.id = id
      coordinate = point.coordinate.onEarth
    }
  }

  @Test(arguments: [true, false], [true, false])
  func memoryIsGivenBackAfterAllAreRemoved(isShown: Bool, atOnce: Bool) throws {
    var map = ClusteredMap<Witness>(coordinate: { $0.coordinate })
    let empty = map.byteCount
    var witnesses = PinShape.clumped.points(3000, seed: 75).enumerated().map {
      Witness($0.offset, $0.element)
    }
    try map.insert(contentsOf: witnesses)
    #expect(map.byteCount > empty + 3000 * 40)
    if isShown { #expect(map.update(visible: .world, zoom: 20).insertions.count > 500) }
    weak let first = witnesses.first
    let ids = witnesses.map(\.id)
    witnesses = []
    #expect(first != nil)
    if atOnce {
      map.removeAll()
    } else {
      for start in stride(from: 0, to: ids.count, by: 100) {
        try map.remove(contentsOf: ids[start..<(start + 100)])
      }
    }
    #expect(map.isEmpty)
    let difference = map.update(visible: .world, zoom: 20)
    #expect(difference.removals.isEmpty == !isShown)
    #expect(first == nil)
    #expect(map.byteCount == empty)
    // It works as before.
    try map.insert(Witness(7, MapPoint(x: 5, y: 5)))
    #expect(map.update(visible: .world, zoom: 20).insertions.map(\.id) == [.element(7)])
  }

  /// The memory of an element, as documented.
  @Test(arguments: [PinShape.uniform, .clumped, .identical], [30_000, 50_000])
  func memoryAnElement(_ shape: PinShape, count: Int) throws {
    let map = try ClusteredMap(at: shape.points(count, seed: 77))
    let own = MemoryLayout<Stop>.stride + MemoryLayout<String>.stride
    let bytes = Double(map.byteCount) / Double(count) - Double(own)
    #expect(bytes > 50 && bytes < 100, "\(bytes)")
  }

  /// The slots of removed elements are used again, those that were shown too.
  @Test(arguments: [true, false])
  func memoryDoesNotGrowWhileElementsComeAndGo(updates: Bool) throws {
    var map = ClusteredMap<Stop>(coordinate: \.coordinate)
    var random = SeededGenerator(seed: 76)
    func insert(_ number: Int) throws {
      try map.insert(
        contentsOf: (0..<400).map { Stop("\(number) \($0)", random.point().coordinate.onEarth) })
    }
    try insert(0)
    try insert(1)
    _ = map.update(visible: .world, zoom: 20)
    var early = 0
    for round in 2..<40 {
      try map.remove(contentsOf: (0..<400).map { "\(round - 2) \($0)" })
      if updates { _ = map.update(visible: .world, zoom: 20) }
      try insert(round)
      if updates { _ = map.update(visible: .world, zoom: 20) }
      if round == 8 { early = map.byteCount }
    }
    #expect(early > 0 && map.byteCount <= early * 5 / 4, "\(map.byteCount), \(early)")
  }

  @Test func descriptionsSayWhatWasExpectedFoundAndWhatToDo() {
    let errors: [ClusteredMapError<String>] = [
      .unknownID("a"), .duplicateID("a"),
      .invalidCoordinate("a", Coordinate(91, 0)), .tooManyElements(count: 3),
    ]
    #expect(
      errors.map(\.description) == [
        "expected the identity of an element, found a; insert the element first",
        "expected a new identity, found a of an element; replace that element instead",
        """
        element a: expected a latitude in -90...90 and a longitude in -180...180, found \
        (91.0, 0.0); leave out elements without a place
        """,
        """
        expected at most 1073741824 elements in all, found 3 new ones; \
        divide them among several maps
        """,
      ])
  }
}
