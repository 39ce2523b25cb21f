/// Clusters pins that are inserted, moved and removed, by the cells of a grid.
///
/// The cells, and so the items, are those of ``GridClusters`` for the same pins and cell sizes.
/// Every cell knows the number of its pins and the sums of their places in whole units of 1/16 map
/// point (1 cm), so that an update changes only the cells that its pins leave and enter, and no
/// number of moves makes a mean drift. Every update is a batch, which is done completely or, on an
/// error, not at all.
///
/// A pin keeps its index, and with it its identity on the map, until it is removed. An index is
/// given to another pin only if the caller chooses it.
///
/// Queries run on a ``snapshot``, which is O(1) to take and never changes. One owner updates the
/// clusterer, and any number of threads query snapshots. An actor or a mutex may be the owner:
///
///     actor Vehicles {
///       private var clusters: LiveClusters
///
///       init() throws { clusters = try LiveClusters() }
///
///       func move(_ pins: [LiveClusters.Pin]) throws -> LiveClusters.Snapshot {
///         try clusters.move(pins)
///         return clusters.snapshot
///       }
///     }
///
///     let clusters = Mutex(try LiveClusters())
///     let snapshot = clusters.withLock { $0.snapshot }
///
/// A value: a copy of the clusterer itself is independent, and the first update after it copies
/// everything, O(n). Take a snapshot to read.
///
/// It keeps about 45 bytes a pin with the standard cell sizes: 16 for the place, and 14 for each of
/// the two runs of zoom levels whose cells nest; 50 with what the allocator adds. Pins in many
/// tight groups far apart take more, at most about 200 bytes.
///
/// Its limit: the edges of cells are arbitrary. Close pins on two sides of an edge stay apart, and
/// the means of neighbouring cells may come close to each other, whereas ``HierarchicalClusters``
/// keeps clusters apart by their radius and opens each into its children. The table compares cells
/// of 64 points with a radius of 40 points, for 100,000 pins in cities: the number of items on the
/// world, the distance between the places of a pin's item in the two, and the items that are closer
/// than 30 points to another.
///
/// | Zoom | Live items | Hierarchical | Mean distance | 95 % below | Live close | Hierarchical |
/// |-----:|-----------:|-------------:|--------------:|-----------:|-----------:|-------------:|
/// | 0 | 16 | 23 | 25.7 pt | 57.3 pt | 0.0 % | 8.7 % |
/// | 2 | 256 | 335 | 18.7 pt | 56.7 pt | 0.0 % | 0.6 % |
/// | 4 | 3,280 | 3,652 | 10.1 pt | 46.7 pt | 7.0 % | 1.2 % |
/// | 6 | 17,173 | 16,436 | 7.4 pt | 32.0 pt | 10.0 % | 0.4 % |
/// | 8 | 29,544 | 29,105 | 12.9 pt | 45.8 pt | 4.1 % | 0.1 % |
/// | 10 | 42,364 | 42,276 | 17.2 pt | 51.3 pt | 2.8 % | 0.2 % |
/// | 12 | 60,890 | 60,975 | 12.7 pt | 48.9 pt | 1.9 % | 0.1 % |
/// | 14 | 84,299 | 83,813 | 5.1 pt | 31.9 pt | 2.0 % | 0.1 % |
/// | 16 | 97,704 | 97,376 | 0.8 pt | 0.0 pt | 0.8 % | 0.0 % |
/// | 18 | 99,833 | 99,789 | 0.1 pt | 0.0 pt | 0.1 % | 0.0 % |
public struct LiveClusters: Sendable {
  private(set) var cellTrees: CellTrees<LivePinLocations>
  /// Shared by the copies of this value.
  private var copies = CopyToken()
  /// Shared by this value and the snapshots that were taken since its pages are its own.
  private(set) var snapshots = CopyToken()

  /// The number of pins.
  public var count: Int { cellTrees.count }
  /// The index of the next new pin: greater than every index that was ever in use.
  ///
  /// It never decreases. In its lifetime a clusterer gives ``AnnotationID/maximumPinCount`` (2^30)
  /// indexes, however many of the pins were removed: enough for 34 years at one new pin a second.
  /// If that is too few, choose the indexes of removed pins, by ``insert(_:)->()``.
  public internal(set) var nextIndex = 0

  /// The cells' sizes.
  public var cellSizes: GridCellSizes { cellTrees.cellSizes }
  /// The minimum number of pins of a cluster.
  public var minimumCount: Int { cellTrees.minimumCount }
  /// All zoom levels of ``GridCellSizes/zoomRange``.
  public var zoomRange: ClosedRange<Int> { GridCellSizes.zoomRange }

  /// A clusterer without pins.
  ///
  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` for a minimum count below 2.
  public init(
    cellSizes: GridCellSizes = .clusterMap, minimumCount: Int = 2
  ) throws(ClusteringError) {
    try self.init(points: [], cellSizes: cellSizes, minimumCount: minimumCount)
  }

  /// Clusters pins, which get the indexes of their points.
  ///
  /// Complexity: O(n) for n points, for each run of zoom levels whose cells nest.
  ///
  /// - Throws: a ``ClusteringError`` for a pin off the world, too many pins, or a minimum count
  ///   below 2.
  public init(
    points: [MapPoint], cellSizes: GridCellSizes = .clusterMap, minimumCount: Int = 2
  ) throws(ClusteringError) {
    try points.validateAsPins()
    var places = LivePinLocations()
    for pin in points.indices { places.add(Pin(index: pin, point: points[pin])) }
    cellTrees = try CellTrees(
      pins: points.indices, places: places, cellSizes: cellSizes, minimumCount: minimumCount)
    nextIndex = points.count
  }

  /// The place of a pin, or `nil` if there is no such pin.
  public func point(of pin: Int) -> MapPoint? { cellTrees.places.place(of: pin) }

  /// Returns whether there is a pin with an index.
  ///
  /// Complexity: O(1).
  public func contains(_ index: Int) -> Bool { point(of: index) != nil }

  /// Begins a change of the pins and the cells, for which pages that copies or snapshots may have
  /// are copied first.
  private mutating func startUpdate() {
    if !isKnownUniquelyReferenced(&copies) {
      // The other copy writes its pages as soon as it is alone.
      cellTrees.startGeneration(copyingAll: true)
      (copies, snapshots) = (CopyToken(), CopyToken())
    } else if !isKnownUniquelyReferenced(&snapshots) {
      cellTrees.startGeneration(copyingAll: false)
      snapshots = CopyToken()
    }
  }

  /// The work of updates since all cells were built, for tests of their cost.
  package struct Work: Equatable {
    package var cellsTouched = 0
    package var pagesCopied = 0
  }

  package var work: Work {
    let work = Work(pagesCopied: cellTrees.places.pages.pagesCopied)
    return cellTrees.trees.reduce(into: work) { work, tree in
      work.cellsTouched += tree.cellsTouched
      work.pagesCopied += tree.pagesCopied
    }
  }

  /// The memory of the pins and the cells in bytes.
  package var byteCount: Int { cellTrees.places.pages.byteCount + cellTrees.byteCount }

  /// A pin and its place.
  public struct Pin: Hashable, Sendable {
    /// The pin's index, as in ``AnnotationID/pin(_:)``.
    public let index: Int
    /// The pin's place.
    public let point: MapPoint

    /// A pin at a place.
    public init(index: Int, point: MapPoint) {
      self.index = index
      self.point = point
    }
  }

  /// Adds a pin.
  ///
  /// - Returns: the pin's index, the ``nextIndex``.
  @discardableResult
  public mutating func insert(_ point: MapPoint) throws(UpdateError) -> Int {
    try insert(contentsOf: [point]).lowerBound
  }

  /// Adds pins, which get indexes from ``nextIndex`` on in their order.
  ///
  /// Complexity: O(k × zooms) for k pins.
  ///
  /// - Throws: ``UpdateError/tooManyPins(count:)`` also if the indexes are used up, see
  ///   ``nextIndex``.
  /// - Returns: the pins' indexes.
  @discardableResult
  public mutating func insert(contentsOf points: [MapPoint]) throws(UpdateError) -> Range<Int> {
    let first = nextIndex
    guard points.count <= AnnotationID.maximumPinCount - first else {
      throw .tooManyPins(count: points.count)
    }
    try insert(contentsOf: points.indices.map { Pin(index: first + $0, point: points[$0]) })
    return first..<nextIndex
  }

  /// Adds a pin with an index that you choose: the index of a removed pin, or one that was not in
  /// use.
  ///
  /// The ``nextIndex`` is beyond it from then on. Places are in pages of 128 indexes (2 KB), which
  /// are freed when their last pin is removed: indexes that are far apart take memory.
  public mutating func insert(_ pin: Pin) throws(UpdateError) {
    try insert(contentsOf: [pin])
  }

  /// Adds pins with indexes that you choose.
  ///
  /// Complexity: O(k × zooms) for k pins.
  public mutating func insert(contentsOf pins: [Pin]) throws(UpdateError) {
    try checkPlaces(of: pins)
    for pin in pins where !(0..<AnnotationID.maximumPinCount).contains(pin.index) {
      throw .indexOutOfRange(index: pin.index)
    }
    startUpdate()
    try cellTrees.addPlaces(of: pins)
    nextIndex = max(nextIndex, pins.reduce(0) { max($0, $1.index + 1) })
    cellTrees.updateCells(adding: pins)
  }

  /// Moves a pin.
  public mutating func move(_ index: Int, to point: MapPoint) throws(UpdateError) {
    try move([Pin(index: index, point: point)])
  }

  /// Moves pins to new places, one after the other; a pin that is repeated moves again.
  ///
  /// Complexity: O(k × zooms) for k pins.
  public mutating func move(_ pins: [Pin]) throws(UpdateError) {
    try checkPlaces(of: pins)
    for pin in pins where cellTrees.places.place(of: pin.index) == nil {
      throw .unknownPin(index: pin.index)
    }
    startUpdate()
    let moved = cellTrees.places.move(pins)
    cellTrees.updateCells(removing: moved, adding: moved)
  }

  /// Removes a pin. Its index is not given to another pin unless you choose so.
  public mutating func remove(_ index: Int) throws(UpdateError) { try remove([index]) }

  /// Removes pins. Their indexes are not given to other pins unless you choose so.
  ///
  /// If an index is repeated, its pin is unknown the second time.
  ///
  /// Complexity: O(k × zooms) for k pins.
  public mutating func remove(_ indexes: [Int]) throws(UpdateError) {
    startUpdate()
    cellTrees.updateCells(removing: try cellTrees.removePlaces(of: indexes))
  }

  /// Removes all pins and gives their memory back. The ``nextIndex`` stays.
  ///
  /// Complexity: O(n), for the memory.
  public mutating func removeAll() {
    startUpdate()
    cellTrees.removeAll()
  }

  private func checkPlaces(of pins: [Pin]) throws(UpdateError) {
    for (position, pin) in pins.enumerated() where !MapRect.world.contains(pin.point) {
      throw .pinOffTheWorld(position: position, point: pin.point)
    }
  }

  /// The reason why pins cannot be inserted, moved or removed. Nothing is changed then, not even by
  /// the valid elements of a batch.
  public enum UpdateError: Error, Hashable, Sendable {
    /// There is no pin of this index: it was never inserted, or was removed.
    case unknownPin(index: Int)
    /// There is a pin of this index already.
    case pinExists(index: Int)
    /// The index is below 0, or not below ``AnnotationID/maximumPinCount``.
    case indexOutOfRange(index: Int)
    /// The place at a position of the batch is not finite, or off the world, as `MapPoint.invalid`
    /// is.
    case pinOffTheWorld(position: Int, point: MapPoint)
    /// So many new pins would get indexes beyond ``AnnotationID/maximumPinCount``.
    case tooManyPins(count: Int)
  }
}

extension LiveClusters.UpdateError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownPin(let index):
      return "expected the index of an existing pin, found \(index); insert it first"
    case .pinExists(let index):
      return "expected an unused index, found \(index) of an existing pin; move that pin instead"
    case .indexOutOfRange(let index):
      return "expected an index in 0..<\(AnnotationID.maximumPinCount), found \(index)"
    case .pinOffTheWorld(let position, let point):
      let side = MapSize.world.width
      return """
        position \(position): expected x and y in 0...\(side), found (\(point.x), \(point.y)); \
        leave out pins whose coordinate is not valid
        """
    case .tooManyPins(let count):
      return """
        expected new indexes below \(AnnotationID.maximumPinCount), found \(count) new pins, which \
        need greater ones; insert at the indexes of removed pins
        """
    }
  }
}
