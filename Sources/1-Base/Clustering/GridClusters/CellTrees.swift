/// The clusters of a grid at each zoom level: the pins' places, and a ``CellTree`` for each run of
/// zooms whose cells nest.
struct CellTrees<Places: PinLocations>: Sendable {
  let cellSizes: GridCellSizes
  let minimumCount: Int
  var places: Places
  /// The trees of the runs of zooms, the coarsest first.
  var trees: [CellTree]

  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` for a minimum count below 2.
  init(
    pins: some Sequence<Int>, places: Places, cellSizes: GridCellSizes, minimumCount: Int
  ) throws(ClusteringError) {
    guard minimumCount >= 2 else {
      throw .invalidOption(name: "minimumCount", found: "\(minimumCount)", expected: "2 or more")
    }
    self.cellSizes = cellSizes
    self.minimumCount = minimumCount
    self.places = places
    trees = GridRun.runs(of: cellSizes).map { CellTree(run: $0, pins: pins, places: places) }
  }

  func tree(atZoom zoom: Int) -> CellTree {
    trees[(0..<trees.count - 1).bisected { trees[$0].run.deepest.zoom < zoom }]
  }

  /// The number of pins.
  var count: Int { trees[0].cells.pointer(at: CellTree.root).pointee.count }

  /// The memory of the cells in bytes, without the places.
  var byteCount: Int { trees.reduce(0) { $0 + $1.byteCount } }

  /// - Returns: The number of cells that the query visited.
  @discardableResult
  func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) -> Int {
    CellQuery.run(
      in: rect, zoom: zoom, of: self, isFiltered: false, where: { _ in true }, into: &items)
  }

  func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
    into items: inout [ClusterItem]
  ) {
    _ = CellQuery.run(
      in: rect, zoom: zoom, of: self, isFiltered: true, where: isIncluded, into: &items)
  }

  func item(of id: AnnotationID) -> ClusterItem? {
    if let pin = id.pinIndex {
      return places.place(of: pin).map { ClusterItem(id: id, point: $0, count: 1) }
    }
    guard let sum = CellMembers(id, in: self)?.sum, sum.count >= minimumCount else { return nil }
    return sum.item(id: id)
  }

  func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    if let pin = id.pinIndex {
      if places.place(of: pin) != nil { body(pin) }
      return
    }
    guard let members = CellMembers(id, in: self), members.sum.count >= minimumCount else { return }
    members.forEachPin(body)
  }

  /// The lowest zoom level above a cluster's own at which its pins are in several cells; `nil`
  /// where they stay in one, for a pin, and for an unknown identity.
  func expansionZoom(of id: AnnotationID) -> Int? {
    guard let cell = id.gridCell else { return nil }
    var extent = MapExtent()
    forEachPin(of: id) { pin in
      if let point = places.place(of: pin) { extent.add(point) }
    }
    guard let rect = extent.rect else { return nil }
    // The number of a cell never decreases with the coordinate, so the outermost pins decide.
    return (cell.zoom...GridCellSizes.zoomRange.upperBound).dropFirst().first { zoom in
      let level = GridLevel(zoom: zoom, sizes: cellSizes)
      return level.number(of: rect.minX) != level.number(of: rect.maxX)
        || level.number(of: rect.minY) != level.number(of: rect.maxY)
    }
  }
}

extension CellTrees<LivePinLocations> {
  typealias Pin = LiveClusters.Pin

  /// Leaves all pages to the copies of this value, see ``PagedArray``.
  mutating func startGeneration(copyingAll copiesAll: Bool) {
    places.pages.startGeneration(copyingAll: copiesAll)
    for tree in trees.indices { trees[tree].startGeneration(copyingAll: copiesAll) }
  }

  /// Adds pins to the places but not yet to the cells; either all of them or none.
  mutating func addPlaces(of pins: [Pin]) throws(LiveClusters.UpdateError) {
    for (position, pin) in pins.enumerated() {
      guard places.place(of: pin.index) == nil else {
        for earlier in pins[..<position] { places.remove(earlier.index) }
        throw .pinExists(index: pin.index)
      }
      places.add(pin)
    }
  }

  /// Removes pins from the places but not yet from the cells; either all of them or none.
  mutating func removePlaces(of indexes: [Int]) throws(LiveClusters.UpdateError) -> [Pin] {
    var pins: [Pin] = []
    pins.reserveCapacity(indexes.count)
    for index in indexes {
      guard let point = places.place(of: index) else {
        for pin in pins { places.add(pin) }
        throw .unknownPin(index: index)
      }
      places.remove(index)
      pins.append(Pin(index: index, point: point))
    }
    return pins
  }

  /// Removes pins from the cells, at their places before, and adds pins, at their places now; for
  /// many, rebuilds all cells.
  ///
  /// - Parameters:
  ///   - removed: Pins of the cells, each once.
  ///   - added: Pins of the places, each once, that are not in the cells or are removed.
  mutating func updateCells(removing removed: [Pin] = [], adding added: [Pin] = []) {
    // Rebuilding is about four times as fast for a pin.
    let batchCount = max(removed.count, added.count)
    let pinCount = count + max(added.count - removed.count, 0)
    if batchCount >= 256, pinCount / 4 <= batchCount { return rebuildCells() }
    var changes = PinChanges(in: trees[0].run, capacity: removed.count + added.count)
    var walk = CellWalk(changeCount: removed.count + added.count)
    for tree in trees.indices {
      changes.restart(in: trees[tree].run)
      for pin in removed { changes.append(pin.index, at: pin.point, isRemoval: true) }
      for pin in added {
        if let point = places.place(of: pin.index) { changes.append(pin.index, at: point) }
      }
      trees[tree].apply(&changes, along: &walk, places: places)
    }
  }

  mutating func removeAll() {
    places = LivePinLocations()
    rebuildCells()
  }

  /// Rebuilds all cells from the places.
  private mutating func rebuildCells() {
    let pins = places.pins
    for tree in trees.indices {
      trees[tree] = CellTree(run: trees[tree].run, pins: pins, places: places)
    }
  }
}

/// The pins of one cell.
struct CellMembers<Places: PinLocations> {
  private let tree: CellTree
  private let places: Places
  private let level: GridLevel
  private let column: Int
  private let row: Int
  /// The cell, or a leaf that lists its pins among others.
  private let cell: CellTree.Cell
  private let isWhole: Bool

  /// `nil` for an identity that names no cell of the grid.
  init?(_ id: AnnotationID, in cellTrees: CellTrees<Places>) {
    guard let name = id.gridCell, GridCellSizes.zoomRange.contains(name.zoom) else { return nil }
    level = GridLevel(zoom: name.zoom, sizes: cellTrees.cellSizes)
    guard name.column <= level.last, name.row <= level.last else { return nil }
    tree = cellTrees.tree(atZoom: name.zoom)
    places = cellTrees.places
    (column, row) = (name.column, name.row)
    (cell, isWhole) = tree.cellOrLeaf(column: column, row: row, zoom: name.zoom)
  }

  var sum: PinSum {
    guard !isWhole else { return cell.sum }
    var sum = PinSum()
    forEachPin { pin in
      if let point = places.place(of: pin) { sum.add(point) }
    }
    return sum
  }

  func forEachPin(_ body: (Int) -> Void) {
    tree.forEachPin(of: cell) { pin in
      if isWhole || isMember(pin) { body(pin) }
    }
  }

  private func isMember(_ pin: Int) -> Bool {
    guard let point = places.place(of: pin) else { return false }
    return level.number(of: point.x) == column && level.number(of: point.y) == row
  }
}

/// The places of pins, by their index.
protocol PinLocations: Sendable {
  /// The place of a pin, or `nil` if there is no such pin.
  func place(of pin: Int) -> MapPoint?
}

extension [MapPoint]: PinLocations {
  func place(of pin: Int) -> MapPoint? {
    indices.contains(pin) ? self[pin] : nil
  }
}

/// The places of pins that are inserted, moved and removed.
struct LivePinLocations: PinLocations {
  /// An index without a pin has `MapPoint.invalid`, where no pin on the world can be.
  var pages = PagedArray(
    blank: SIMD2(x: MapPoint.invalid.x, y: MapPoint.invalid.y), pageLength: 128)

  func place(of pin: Int) -> MapPoint? {
    guard pin >= 0, let place = pages.element(at: pin), place.x >= 0 else { return nil }
    return MapPoint(x: place.x, y: place.y)
  }

  /// Adds a pin that is not there.
  mutating func add(_ pin: LiveClusters.Pin) {
    pages.writablePointer(at: pin.index).pointee = SIMD2(pin.point.x, pin.point.y)
    pages.addUse(at: pin.index)
  }

  /// Removes a pin that is there. A page without pins is freed.
  mutating func remove(_ pin: Int) {
    pages.writablePointer(at: pin).pointee = pages.blank
    pages.removeUse(at: pin)
  }

  /// Moves pins, and returns those that were moved, each once, with their places before.
  mutating func move(_ pins: [LiveClusters.Pin]) -> [LiveClusters.Pin] {
    var moved: [LiveClusters.Pin] = []
    moved.reserveCapacity(pins.count)
    // A pin has no place from its first move on, so that its second one is recognized.
    for pin in pins {
      guard let point = place(of: pin.index) else { continue }
      moved.append(.init(index: pin.index, point: point))
      pages.writablePointer(at: pin.index).pointee = pages.blank
    }
    for pin in pins {
      pages.writablePointer(at: pin.index).pointee = SIMD2(pin.point.x, pin.point.y)
    }
    return moved
  }

  /// The indexes of all pins, in their order.
  ///
  /// Complexity: O(n) for n pins that lie close together, 128 times that for pins far apart, and a
  /// step for each 16,384 indexes below the maximum that was ever in use.
  var pins: [Int] {
    var pins: [Int] = []
    pages.forEachPage { page in
      for pin in page where place(of: pin) != nil { pins.append(pin) }
    }
    return pins
  }
}
