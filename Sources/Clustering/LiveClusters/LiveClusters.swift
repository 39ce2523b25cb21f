import MapGeometry

/// Clusters pins that come, move and go, by the cells of a grid.
///
/// The cells, and so the items, are those of ``GridClusters`` for the same pins and cell sizes.
/// Every cell knows the number of its pins and the sums of their places in whole units of 1/16 map
/// point (1 cm), so that an update touches only the cells that its pins leave and enter, and no
/// number of moves makes a mean drift. Every update is a batch, of which either all is done or, on
/// an error, nothing.
///
/// A pin keeps its index, and with it its identity on the map, until it is removed. An index is
/// given to a new pin a second time only where the caller chooses it.
///
/// Queries run on a ``snapshot``, which costs nothing to take and stays as it is. One owner updates
/// the clusterer, any number of threads query snapshots. An actor or a mutex may be the owner:
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
/// It keeps about 45 bytes a pin with the standard cell sizes: 16 for the place and 14 for each run
/// of zoom levels whose cells nest, of which those have two; 50 with what the allocator adds. Pins
/// in many tight groups far apart take more, at worst about 200 bytes.
///
/// What it gives up: the edges of cells are arbitrary. Close pins on two sides of an edge stay
/// apart, and the means of neighbouring cells may come close to each other, where
/// ``HierarchicalClusters`` keeps clusters apart by their radius and opens each into its children.
/// For 100,000 pins in cities, cells of 64 points beside a radius of 40 points: the items on the
/// world, the distance between the places that a pin's item has in both, and the items that are
/// closer than 30 points to another.
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
  private(set) var forest: CellForest<LivePlaces>
  /// Held by the copies of this value.
  private var copies = Presence()
  /// Held by this value and the snapshots that were taken since its pages are its own.
  private(set) var snapshots = Presence()

  /// How many pins there are.
  public internal(set) var count = 0
  /// The index that the next new pin gets: greater than every index that was ever in use.
  ///
  /// It never falls. Over its life a clusterer gives ``AnnotationID/maximumPinCount`` (2^30)
  /// indexes, however many of the pins were removed, 34 years at one new pin a second. Where that
  /// is too few, choose the indexes of removed pins, by ``insert(_:)-(Pin)``.
  public internal(set) var nextIndex = 0

  /// The cells' sizes.
  public var cellSizes: GridCellSizes { forest.cellSizes }
  /// The least number of pins that become a cluster.
  public var minimumCount: Int { forest.minimumCount }
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
    try PinCheck.validate(points)
    var places = LivePlaces()
    for pin in points.indices { places.set(points[pin], of: pin) }
    forest = try CellForest(
      pins: points.indices, places: places, cellSizes: cellSizes, minimumCount: minimumCount)
    count = points.count
    nextIndex = points.count
  }

  /// Where a pin is, or `nil` where there is no such pin.
  public func point(of pin: Int) -> MapPoint? { forest.places.place(of: pin) }

  /// Whether there is a pin with an index.
  ///
  /// Complexity: O(1).
  public func contains(_ index: Int) -> Bool { point(of: index) != nil }

  /// Changes the pins and the cells; pages that copies or snapshots may have are left to them.
  mutating func update<Result, Failure: Error>(
    _ body: (inout CellForest<LivePlaces>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !isKnownUniquelyReferenced(&copies) {
      // The other copy takes the pages for its own as soon as it is alone.
      forest.copyAllPages()
      (copies, snapshots) = (Presence(), Presence())
    } else if !isKnownUniquelyReferenced(&snapshots) {
      forest.startGeneration()
      snapshots = Presence()
    }
    return try body(&forest)
  }

  /// What updates did since all cells were made, for tests of their cost.
  package struct Work: Equatable {
    package var cellsTouched = 0
    package var pagesCopied = 0
  }

  package var work: Work {
    forest.trees.reduce(into: Work(pagesCopied: forest.places.pagesCopied)) { work, tree in
      work.cellsTouched += tree.cellsTouched
      work.pagesCopied += tree.pagesCopied
    }
  }

  /// The memory of the pins and the cells in bytes.
  package var byteCount: Int { forest.places.byteCount + forest.byteCount }
}

extension LiveClusters {
  /// A pin and its place.
  public struct Pin: Hashable, Sendable {
    /// The pin's index, as in ``AnnotationID/pin(_:)``.
    public let index: Int
    public let point: MapPoint

    public init(index: Int, point: MapPoint) {
      self.index = index
      self.point = point
    }
  }
}

extension LiveClusters {
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
  /// - Throws: ``UpdateError/tooManyPins(count:)`` too where the indexes are used up, see
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

  /// Adds a pin with an index that you choose: that of a removed pin, or one that was not in use.
  ///
  /// The ``nextIndex`` is beyond it from then on. Places are kept in pages of 128 indexes (2 KB),
  /// which are given back when their last pin is removed: indexes that are far apart cost memory.
  public mutating func insert(_ pin: Pin) throws(UpdateError) {
    try insert(contentsOf: [pin])
  }

  /// Adds pins with indexes that you choose, as one such pin.
  ///
  /// Complexity: O(k × zooms) for k pins.
  public mutating func insert(contentsOf pins: [Pin]) throws(UpdateError) {
    try checkPlaces(of: pins)
    for pin in pins where !(0..<AnnotationID.maximumPinCount).contains(pin.index) {
      throw .indexOutOfRange(index: pin.index)
    }
    try update { forest throws(UpdateError) in try forest.addPlaces(of: pins) }
    count += pins.count
    nextIndex = max(nextIndex, pins.reduce(0) { max($0, $1.index + 1) })
    let rebuilds = isWorthRebuilding(for: pins.count)
    update { forest in
      if rebuilds { forest.rebuildCells() } else { forest.addToCells(pins) }
    }
  }

  /// Moves a pin.
  public mutating func move(_ index: Int, to point: MapPoint) throws(UpdateError) {
    try move([Pin(index: index, point: point)])
  }

  /// Moves pins to new places, one after the other; a pin that comes again moves again.
  ///
  /// Complexity: O(k × zooms) for k pins.
  public mutating func move(_ pins: [Pin]) throws(UpdateError) {
    try checkPlaces(of: pins)
    for pin in pins where forest.places.place(of: pin.index) == nil {
      throw .unknownPin(index: pin.index)
    }
    let rebuilds = isWorthRebuilding(for: pins.count)
    update { forest in
      if rebuilds {
        forest.movePlaces(of: pins)
        forest.rebuildCells()
      } else {
        for pin in pins { forest.move(pin) }
      }
    }
  }

  /// Takes a pin away. Its index is not given to another pin unless you choose so.
  public mutating func remove(_ index: Int) throws(UpdateError) {
    try remove([index])
  }

  /// Takes pins away. Their indexes are not given to other pins unless you choose so.
  ///
  /// An index that comes again is that of an unknown pin.
  ///
  /// Complexity: O(k × zooms) for k pins.
  public mutating func remove(_ indexes: [Int]) throws(UpdateError) {
    let rebuilds = isWorthRebuilding(for: indexes.count)
    try update { forest throws(UpdateError) in
      let pins = try forest.removePlaces(of: indexes)
      if rebuilds { forest.rebuildCells() } else { forest.removeFromCells(pins) }
    }
    count -= indexes.count
  }

  /// Whether a batch is such a part of the pins that making all cells anew is quicker than
  /// changing them for each pin; about eight times as quick for a pin.
  private func isWorthRebuilding(for batchCount: Int) -> Bool {
    batchCount >= 256 && count / 4 <= batchCount
  }

  private func checkPlaces(of pins: [Pin]) throws(UpdateError) {
    for (position, pin) in pins.enumerated() where !MapRect.world.contains(pin.point) {
      throw .pinOffTheWorld(position: position, point: pin.point)
    }
  }
}

extension LiveClusters {
  /// Why pins cannot be inserted, moved or removed. Nothing is changed then, not even by the
  /// elements of a batch that were right.
  public enum UpdateError: Error, Hashable, Sendable {
    /// There is no pin of this index: it was never inserted, or was removed.
    case unknownPin(index: Int)
    /// There is a pin of this index already.
    case pinExists(index: Int)
    /// The index is below 0, or not below ``AnnotationID/maximumPinCount``.
    case indexOutOfRange(index: Int)
    /// The place at a position of the batch is not on the world: not finite, or off it as
    /// `MapPoint.invalid`.
    case pinOffTheWorld(position: Int, point: MapPoint)
    /// New pins would get indexes beyond ``AnnotationID/maximumPinCount``; so many were given.
    case tooManyPins(count: Int)
  }
}

extension LiveClusters.UpdateError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownPin(let index):
      return "expected the index of a pin that is there, found \(index); insert it first"
    case .pinExists(let index):
      return "expected the index of no pin, found \(index); move the pin that is there"
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
