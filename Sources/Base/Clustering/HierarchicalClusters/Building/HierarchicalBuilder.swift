import Dispatch

/// The build of the bands and the tree of a ``HierarchicalClusters``, from the highest zoom down.
///
/// At each zoom: a sweep over the level groups the items that have neighbours; of these, clusters
/// form; they replace their members on the next level. Items without neighbours are only copied.
/// Sweeps and the building of levels are shared among the threads; the result does not depend on
/// their number.
struct HierarchicalBuilder {
  private let options: HierarchicalClusters.Options
  private let workers: Workers
  private let nodes: NodeTable
  /// The pins in the order of the highest level.
  private let pins: Buffer<UInt32>
  private var visitOrder: GreedyMerge.ByVisit?

  private var level: Level
  private var next: Level
  private let clusterSet: ClusterSet
  private let links: Buffer<UInt32>
  private let nexts: Buffer<UInt32>

  private var bands: [ZoomBand] = []
  /// The number of clusters before each zoom, from the highest down.
  private var firstNumbers: [UInt32] = []
  /// The number of pairs of items that were compared.
  private var candidateCount = 0

  init(points: [MapPoint], options: HierarchicalClusters.Options, workers: Workers) {
    self.options = options
    self.workers = workers
    let level = Level(capacity: points.count)
    let next = Level(capacity: points.count)
    Self.place(points, on: level, rounding: options.positionRounding, workers: workers)
    let radius = options.radiusInUnits(atZoom: options.maxZoom)
    level.sort(rowShift: Level.rowShift(radius: radius), scratch: next.items)
    pins = Self.number(level)
    nodes = NodeTable(pinCount: points.count)
    self.level = level
    self.next = next
    clusterSet = ClusterSet(capacity: points.count)
    links = Buffer(capacity: points.count)
    nexts = Buffer(capacity: points.count)
    if options.minPoints > 2 {
      visitOrder = GreedyMerge.ByVisit(pinCount: points.count, minPoints: options.minPoints)
    }
  }

  private static func place(
    _ points: [MapPoint], on level: Level, rounding: PositionRounding, workers: Workers
  ) {
    level.items.resize(to: points.count)
    let items = level.items.base
    let parts = workers.partCount(items: points.count)
    points.withUnsafeBufferPointer { points in
      workers.forEach(parts) { part in
        for pin in (points.count * part / parts)..<(points.count * (part + 1) / parts) {
          items[pin] = LevelItem(
            x: rounding.units(points[pin].x), y: rounding.units(points[pin].y), node: 0,
            seed: UInt32(truncatingIfNeeded: pin))
        }
      }
    }
  }

  /// Numbers the pins in the order of the level, and returns that order.
  private static func number(_ level: Level) -> Buffer<UInt32> {
    let pins = Buffer<UInt32>(capacity: level.count)
    pins.resize(to: level.count)
    let items = level.items.base
    for slot in 0..<level.count {
      pins.base[slot] = items[slot].seed
      items[slot].node = UInt32(truncatingIfNeeded: slot)
    }
    return pins
  }

  /// Builds, and ends the builder: its memory is only read from here on.
  consuming func build(
    observer: BuildObserver
  ) throws(ClusteringError) -> (tree: ClusterTree, bands: [ZoomBand], candidateCount: Int) {
    let zooms = options.maxZoom - options.minZoom + 1
    bands.append(pinBand())
    for zoom in stride(from: options.maxZoom, through: options.minZoom, by: -1) {
      try observer.report(options.maxZoom - zoom, of: zooms)
      firstNumbers.append(UInt32(nodes.clusters.count))
      form(zoom: zoom)
      buildNextLevel(from: zoom, makesBand: (options.maxZoom - zoom) % 2 == 1)
    }
    if zooms % 2 == 1 {
      clusterSet.start(zoom: options.minZoom - 1, itemCount: level.count)
      buildNextLevel(from: options.minZoom - 1, makesBand: true)
    }
    // The sweeps do not need their memory any more.
    TreeLayout.run(nodes, pins: pins, leaves: links, pinParents: nexts)
    try observer.report(zooms, of: zooms)
    let tree = ClusterTree(
      maxZoom: options.maxZoom, clusters: nodes.clusters, firstNumbers: firstNumbers,
      pinParents: nexts, leaves: links)
    candidateCount += visitOrder?.candidateCount ?? 0
    return (tree, bands, candidateCount)
  }

  /// The highest level, which is a band alone: any number of pins may be in one spot, where the
  /// level below shows one cluster, which a query must find without passing all of them.
  private func pinBand() -> ZoomBand {
    let items = level.items.base
    let placed = [ZoomBand.Item](unsafeUninitializedCapacity: level.count) { buffer, count in
      for slot in 0..<level.count {
        buffer[slot] = ZoomBand.Item(
          x: items[slot].x, y: items[slot].y, node: items[slot].seed, isJoined: false)
      }
      count = level.count
    }
    return ZoomBand(rowShift: level.rowShift, rows: level.rows.array(), items: placed)
  }

  /// Finds the clusters that form at a zoom.
  private mutating func form(zoom: Int) {
    let radius = SearchRadius(options.radiusInUnits(atZoom: zoom))
    clusterSet.start(zoom: zoom, itemCount: level.count)
    links.fill(0, count: level.count)
    nexts.resize(to: level.count)
    let groups = NeighborGroups(links: links.base, nexts: nexts.base)
    candidateCount += sweep(radius: radius, groups: groups)
    if visitOrder != nil {
      visitOrder?.run(level, radius: radius, groups: groups, nodes: nodes, clusterSet: clusterSet)
    } else {
      var merge = GreedyMerge.BySeed(
        level, radius: radius, groups: groups, nodes: nodes, clusterSet: clusterSet)
      merge.run(rows: 0..<level.rowCount)
      candidateCount += merge.candidateCount
    }
  }

  private func sweep(radius: SearchRadius, groups: NeighborGroups) -> Int {
    let parts = level.parts(workers.partCount(items: level.count))
    let counts = Buffer<Int>(capacity: parts.count)
    counts.resize(to: parts.count)
    workers.forEach(parts.count) { part in
      var sweep = NeighborSweep(level, radius: radius, groups: groups)
      sweep.sweep(rows: parts[part])
      counts[part] = sweep.candidateCount
    }
    var edges = NeighborSweep(level, radius: radius, groups: groups)
    for part in parts.dropLast() { edges.sweepAcross(row: part.upperBound - 1) }
    return (0..<parts.count).reduce(edges.candidateCount) { $0 + counts[$1] }
  }

  /// Builds the level below a zoom.
  private mutating func buildNextLevel(from zoom: Int, makesBand: Bool) {
    let radius = options.radiusInUnits(atZoom: max(zoom, options.minZoom)) * 2
    next.removeAll(rowShift: Level.rowShift(radius: radius))
    LevelItem.sort(clusterSet.clusters, rowShift: next.rowShift, scratch: next.items)
    let bandRows = Buffer<LevelRow>(capacity: 64)
    if makesBand {
      let count = level.count + clusterSet.clusters.count
      let items = [ZoomBand.Item](unsafeUninitializedCapacity: count) { buffer, initialized in
        carry(band: buffer.baseAddress, bandRows: bandRows)
        initialized = count
      }
      bands.append(ZoomBand(rowShift: next.rowShift, rows: bandRows.array(), items: items))
    } else {
      carry(band: nil, bandRows: bandRows)
    }
    swap(&level, &next)
  }

  private func carry(band: UnsafeMutablePointer<ZoomBand.Item>?, bandRows: Buffer<LevelRow>) {
    LevelBuilder(
      from: level, with: clusterSet, to: next, pinCount: nodes.pinCount, band: band
    ).run(bandRows: bandRows, workers: workers)
  }
}

/// An observer of a build: gets its progress, and can end it.
struct BuildObserver: Sendable {
  /// Gets the fraction of the zoom levels that are done, and returns whether to continue.
  let shouldContinue: @Sendable (_ progress: Double) -> Bool

  /// Ignores the progress.
  static let none = BuildObserver { _ in true }

  func report(_ done: Int, of total: Int) throws(ClusteringError) {
    guard shouldContinue(Double(done) / Double(total)) else { throw .cancelled }
  }
}

/// The threads of a build.
struct Workers {
  /// The minimum work for which a thread is worth waking.
  private static let minItemCount = 16_384
  /// More parts than threads, so that a delayed thread does not delay the others.
  private static let partsPerThread = 4
  /// The maximum number of threads that find work, as levels have at most that many parts.
  private static let maxThreadCount = 64

  let threadCount: Int

  init(threadCount: Int) { self.threadCount = min(threadCount, Self.maxThreadCount) }

  /// The number of parts of the work on a number of items.
  func partCount(items: Int) -> Int {
    threadCount == 1 || items < Self.minItemCount ? 1 : threadCount * Self.partsPerThread
  }

  /// Calls `body` once with each of the numbers `0..<parts`, on up to `threadCount` threads at the
  /// same time, and returns when all calls have.
  ///
  /// Invariant: calls do not write memory that others read or write, so that there is no data race.
  func forEach(_ parts: Int, _ body: (Int) -> Void) {
    guard threadCount > 1, parts > 1 else {
      for part in 0..<parts { body(part) }
      return
    }
    // Gives each part to one thread. A queue rather than an atomic number, which needs a newer
    // deployment target of every app.
    let tickets = DispatchQueue(label: "Clustering.Workers")
    withoutActuallyEscaping(body) { body in
      // All calls end before this one returns, and each writes only what belongs to its part.
      nonisolated(unsafe) let body = body
      nonisolated(unsafe) var next = 0
      DispatchQueue.concurrentPerform(iterations: min(threadCount, parts)) { _ in
        while true {
          let part = tickets.sync {
            defer { next += 1 }
            return next
          }
          guard part < parts else { return }
          body(part)
        }
      }
    }
  }
}
