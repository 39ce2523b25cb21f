/// The build of the lists and the tree of a ``HierarchicalClusters``, from the highest zoom down.
///
/// At each zoom: a sweep over the level groups the items that have neighbours; of these, clusters
/// form; they replace their members on the next level. Items without neighbours are only copied.
/// The threads share all of it; the result does not depend on their number.
struct HierarchicalBuilder {
  private let options: HierarchicalClusters.Options
  private let workers: Workers
  private let pinCount: Int
  private var extent = ItemFrame.Extent()
  /// The order of visits; `nil` unless a cluster needs more than two pins.
  private var visitOrder: VisitOrder?

  private var level: Level
  private var next: Level
  private let states = Buffer<ItemState>()
  private let links = Buffer<UInt32>()
  private let nexts = Buffer<UInt32>()
  /// One for each part of a level.
  private let formed: [FormedClusters]
  /// The clusters of a zoom, in the order of the next level.
  private let newItems: Buffer<LevelItem>

  private let table: ClusterTable
  /// For each zoom, from the highest, the clusters that form.
  private var runs: [[ClusterTable.Run]] = []
  /// By zoom, and for the one above the highest.
  private var formedCounts: [UInt32]
  private var lists: [ItemList] = []
  /// The number of pairs of items that were compared.
  private var candidateCount = 0

  init(points: [MapPoint], options: HierarchicalClusters.Options, workers: Workers) {
    self.options = options
    self.workers = workers
    pinCount = points.count
    let partCount = workers.partCount(items: points.count)
    let capacity = points.count + LevelBuilder.discardCount(pieces: partCount)
    level = Level(capacity: capacity)
    next = Level(capacity: capacity)
    formed = (0..<partCount).map { _ in FormedClusters() }
    newItems = Buffer(capacity: points.count / 16)
    table = ClusterTable(capacity: points.count / 8 * 5)
    formedCounts = Array(repeating: 0, count: options.maxZoom + 2)
    if options.minPoints > 2 {
      visitOrder = VisitOrder(pinCount: points.count, minPoints: options.minPoints)
    }
    place(points)
  }

  private mutating func place(_ points: [MapPoint]) {
    let rounding = options.positionRounding
    let rowShift = Level.rowShift(radius: options.radiusInUnits(atZoom: options.maxZoom))
    points.withUnsafeBufferPointer { points in
      BucketSort.sort(
        count: points.count, into: level.items, scratch: next.items, workers: workers
      ) { pin in
        let number = UInt32(truncatingIfNeeded: pin)
        return LevelItem(
          x: rounding.units(points[pin].x), y: rounding.units(points[pin].y), node: number,
          seed: number)
      } by: {
        $0.key(rowShift)
      }
    }
    level.findRows(rowShift: rowShift)
    // A row is sorted by x.
    for row in 0..<level.rowCount {
      let slots = level.slots(ofRows: row..<(row + 1))
      extent.add(level.items[slots.lowerBound].x)
      extent.add(level.items[slots.upperBound - 1].x)
    }
  }

  /// Builds, and ends the builder: its memory is only read from here on.
  ///
  /// - Parameter shouldContinue: Gets the fraction of the zoom levels that are done.
  consuming func build(
    shouldContinue: (Double) -> Bool
  ) throws(ClusteringError) -> (tree: ClusterTree, lists: [ItemList], candidateCount: Int) {
    let zooms = options.maxZoom - options.minZoom + 1
    for zoom in stride(from: options.maxZoom, through: options.minZoom, by: -1) {
      let progress = Double(options.maxZoom - zoom) / Double(zooms)
      guard shouldContinue(progress) else { throw .cancelled }
      form(zoom: zoom)
      for lower in 0...zoom { formedCounts[lower] = UInt32(table.clusters.count) }
      buildNextLevel(from: zoom)
    }
    lists.append(ItemList(level, extent: extent, workers: workers))
    // The sweeps do not need their memory any more.
    let (leaves, pinParents) = (links, nexts)
    leaves.resize(to: pinCount)
    pinParents.resize(to: pinCount)
    let links = table.layOut(
      roots: level, runs: runs, leaves: leaves, pinParents: pinParents, workers: workers)
    guard shouldContinue(1) else { throw .cancelled }
    let tree = ClusterTree(
      clusters: table.clusters, links: links, formedCounts: formedCounts, pinParents: pinParents,
      leaves: leaves)
    return (tree, lists, candidateCount)
  }

  /// Finds the clusters that form at a zoom.
  private mutating func form(zoom: Int) {
    let radius = SearchRadius(options.radiusInUnits(atZoom: zoom))
    states.resize(to: level.count)
    links.resize(to: level.count)
    nexts.resize(to: level.count)
    let groups = NeighborGroups(links: links.base, nexts: nexts.base)
    let parts = level.parts(workers.partCount(items: level.count))
    candidateCount += sweep(parts, radius: radius, groups: groups)
    func merge(_ part: Int) -> GreedyMerge {
      GreedyMerge(
        level, radius: radius, groups: groups, pinCount: pinCount, table: table, states: states,
        formed: formed[part])
    }
    var whole = merge(0)
    if visitOrder?.visit(&whole) != nil {
      candidateCount += whole.candidateCount
      runs.append(table.append([formed[0].table], workers: workers))
    } else {
      let counts = workers.map(parts.count) { part in
        var merge = merge(part)
        merge.visitGroups(rows: parts[part])
        return merge.candidateCount
      }
      candidateCount += counts.reduce(0, +)
      runs.append(table.append(formed[..<parts.count].map(\.table), workers: workers))
    }
  }

  private func sweep(_ parts: [Range<Int>], radius: SearchRadius, groups: NeighborGroups) -> Int {
    let counts = workers.map(parts.count) { part in
      let slots = level.slots(ofRows: parts[part])
      (states.base + slots.lowerBound).update(repeating: .free, count: slots.count)
      groups.removeAll(slots)
      var sweep = NeighborSweep(level, radius: radius, groups: groups)
      sweep.sweep(rows: parts[part])
      return sweep.candidateCount
    }
    var edges = NeighborSweep(level, radius: radius, groups: groups)
    for part in parts.dropLast() { edges.sweepAcross(row: part.upperBound - 1) }
    return counts.reduce(edges.candidateCount, +)
  }

  /// Builds the level below a zoom, and adds the list of the level above.
  private mutating func buildNextLevel(from zoom: Int) {
    let radius = options.radiusInUnits(atZoom: max(zoom - 1, options.minZoom))
    let first = runs.last?.first?.clusters.lowerBound ?? 0
    let clusters = table.clusters.base + first
    let firstNode = UInt32(truncatingIfNeeded: pinCount + first)
    next.removeAll(rowShift: max(Level.rowShift(radius: radius), level.rowShift))
    let rowShift = next.rowShift
    BucketSort.sort(
      count: table.clusters.count - first, into: newItems, scratch: next.items, workers: workers
    ) { number in
      let cluster = clusters[number]
      return LevelItem(
        x: cluster.x, y: cluster.y, node: firstNode &+ UInt32(truncatingIfNeeded: number),
        seed: cluster.seed)
    } by: {
      $0.key(rowShift)
    }
    let builder = LevelBuilder(
      level: level, states: states, clusters: newItems, next: next, workers: workers)
    let whole =
      ItemList.isWhole(depth: options.maxZoom - zoom)
      ? ItemList(level, extent: extent, workers: workers) : nil
    let leaving = builder.run(
      leavingCount: (runs.last ?? []).reduce(0) { $0 + $1.children.count }, extent: extent)
    lists.append(whole ?? leaving)
    swap(&level, &next)
  }
}
