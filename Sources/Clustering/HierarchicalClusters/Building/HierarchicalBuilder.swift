import Dispatch
import MapGeometry

/// Builds the bands and the tree of a ``HierarchicalClusters`` from the highest zoom down.
///
/// At each zoom: a sweep over the level groups the items that have neighbours; of these, clusters
/// form; they replace their members on the way to the next level. What has no neighbours is only
/// carried along. Sweeps and descents are shared among the threads; the result does not depend on
/// how many there are.
struct HierarchicalBuilder {
  private let options: HierarchicalClusters.Options
  private let workers: Workers
  private let nodes: NodeTable
  /// The pins in the order of the highest level.
  private let pins: Buffer<UInt32>
  private var visitOrder: VisitOrderMerge?

  private var level: Level
  private var next: Level
  private let formation: Formation
  private let links: Buffer<UInt32>
  private let nexts: Buffer<UInt32>

  private var bands: [ZoomBand] = []
  /// How many clusters there were before each zoom, from the highest down.
  private var firstNumbers: [UInt32] = []
  /// How many pairs of items were looked at.
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
    formation = Formation(capacity: points.count)
    links = Buffer(capacity: points.count)
    nexts = Buffer(capacity: points.count)
    if options.minPoints > 2 {
      visitOrder = VisitOrderMerge(pinCount: points.count, minPoints: options.minPoints)
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

  /// Numbers the pins in the order of the level; answers that order.
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

  /// Ends the builder: what it built is only read from here on.
  consuming func build(
    observer: BuildObserver
  ) throws(ClusteringError) -> (tree: ClusterTree, bands: [ZoomBand], candidateCount: Int) {
    let zooms = options.maxZoom - options.minZoom + 1
    bands.append(pinBand())
    for zoom in stride(from: options.maxZoom, through: options.minZoom, by: -1) {
      try observer.report(options.maxZoom - zoom, of: zooms)
      firstNumbers.append(UInt32(nodes.clusters.count))
      form(zoom: zoom)
      descend(from: zoom, makesBand: (options.maxZoom - zoom) % 2 == 1)
    }
    if zooms % 2 == 1 {
      formation.start(zoom: options.minZoom - 1, itemCount: level.count)
      descend(from: options.minZoom - 1, makesBand: true)
    }
    // The memory of the sweeps is not needed any more.
    TreeLayout.run(nodes, pins: pins, leaves: links, pinParents: nexts)
    try observer.report(zooms, of: zooms)
    let tree = ClusterTree(
      maxZoom: options.maxZoom, clusters: nodes.clusters, firstNumbers: firstNumbers,
      pinParents: nexts, leaves: links)
    candidateCount += visitOrder?.candidateCount ?? 0
    return (tree, bands, candidateCount)
  }

  /// The highest level, which is a band of its own: any number of pins may lie in one spot, where
  /// the level below shows one cluster, which a query must find without passing all of them.
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
    let reach = Reach(radius: options.radiusInUnits(atZoom: zoom))
    formation.start(zoom: zoom, itemCount: level.count)
    links.fill(0, count: level.count)
    nexts.resize(to: level.count)
    let groups = NeighborGroups(links: links.base, nexts: nexts.base)
    candidateCount += sweep(reach: reach, groups: groups)
    if visitOrder != nil {
      visitOrder?.run(level, reach: reach, groups: groups, nodes: nodes, formation: formation)
    } else {
      var merge = SeedOrderMerge(
        level, reach: reach, groups: groups, nodes: nodes, formation: formation)
      merge.run(rows: 0..<level.rowCount)
      candidateCount += merge.candidateCount
    }
  }

  private func sweep(reach: Reach, groups: NeighborGroups) -> Int {
    let parts = level.parts(workers.partCount(items: level.count))
    let counts = Buffer<Int>(capacity: parts.count)
    counts.resize(to: parts.count)
    workers.forEach(parts.count) { part in
      var sweep = NeighborSweep(level, reach: reach, groups: groups)
      sweep.sweep(rows: parts[part])
      counts[part] = sweep.candidateCount
    }
    var edges = NeighborSweep(level, reach: reach, groups: groups)
    for part in parts.dropLast() { edges.sweepAcross(row: part.upperBound - 1) }
    return (0..<parts.count).reduce(edges.candidateCount) { $0 + counts[$1] }
  }

  /// Makes the level of a zoom of the one above.
  private mutating func descend(from zoom: Int, makesBand: Bool) {
    let radius = options.radiusInUnits(atZoom: max(zoom, options.minZoom)) * 2
    next.removeAll(rowShift: Level.rowShift(radius: radius))
    LevelItem.sort(formation.clusters, rowShift: next.rowShift, scratch: next.items)
    let bandRows = Buffer<LevelRow>(capacity: 64)
    if makesBand {
      let count = level.count + formation.clusters.count
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
    LevelDescent(
      from: level, with: formation, to: next, pinCount: nodes.pinCount, band: band
    ).run(bandRows: bandRows, workers: workers)
  }
}

/// Who watches a build: is told how far it is, and can end it.
struct BuildObserver: Sendable {
  /// Gets the share of the zoom levels that are done; answers whether to go on.
  let goesOn: @Sendable (_ progress: Double) -> Bool

  /// Does not look.
  static let none = BuildObserver { _ in true }

  func report(_ done: Int, of total: Int) throws(ClusteringError) {
    guard goesOn(Double(done) / Double(total)) else { throw .cancelled }
  }
}

/// The threads that a build may use.
struct Workers {
  /// Less work than this is not worth waking a thread for.
  private static let leastItems = 16_384
  /// More parts than threads, so that a thread that is held up does not hold up the others.
  private static let partsPerThread = 4
  /// More threads find no work: levels are divided into as many parts at most.
  private static let mostThreads = 64

  let threadCount: Int

  init(threadCount: Int) {
    self.threadCount = min(threadCount, Self.mostThreads)
  }

  /// In how many parts to divide work on a number of items.
  func partCount(items: Int) -> Int {
    threadCount == 1 || items < Self.leastItems ? 1 : threadCount * Self.partsPerThread
  }

  /// Calls `body` once with each of the numbers `0..<parts`, on up to `threadCount` threads at the
  /// same time, and returns when all calls have. Calls must not write what others read or write.
  func forEach(_ parts: Int, _ body: (Int) -> Void) {
    guard threadCount > 1, parts > 1 else {
      for part in 0..<parts { body(part) }
      return
    }
    // Hands out the parts, one to a caller. A queue rather than an atomic number, which would ask
    // for a newer system of every app.
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
