import Clustering
import Platform
import Simulation
import Support

/// The counts of a strategy's computations, without the map's own work.
public struct ComputationCounts: Hashable, Sendable, Tally {
  /// Items that a difference compared: the items of the longer list.
  public var itemsCompared = 0
  /// The part of them that SwiftUI compares after the evaluation of a body.
  public var itemsComparedAfterBody = 0
  /// Pins that were grouped from scratch for one view of the map.
  public var pinsGrouped = 0
  /// Pins that were sorted into clusters for all zoom levels.
  public var pinsClustered = 0
  /// Pins that were sorted into a spatial index.
  public var pinsIndexed = 0
  /// Rows that were stored in a database.
  public var rowsStored = 0
  /// Pins or items that were examined to decide what to show.
  public var pinsExamined = 0
  /// Queries of a database.
  public var databaseQueries = 0
  /// Rows that these queries found.
  public var rowsRead = 0
  /// Pins that were copied, for code that must not see later changes.
  public var pinsCopied = 0

  /// Creates counts of zero.
  public init() {}

  /// Pins that were sorted into clusters or an index.
  var pinsSorted: Int { pinsGrouped + pinsClustered + pinsIndexed }

  /// The modelled time of the computations.
  package func work(on profile: PlatformProfile) -> FrameWork {
    var work = FrameWork()
    work.update =
      profile.cost(of: Double(pinsCopied), .copyPin)
      + profile.cost(of: Double(itemsComparedAfterBody), .differenceItem)
      + profile.cost(of: Double(itemsCompared - itemsComparedAfterBody), .differenceByIdItem)
    work.clustering =
      profile.cost(of: Double(pinsGrouped), .clusterPin)
      + profile.cost(of: Double(pinsClustered), .buildClustersPin)
      + profile.cost(of: Double(pinsIndexed), .indexPin)
      + profile.cost(of: Double(rowsStored), .storeRow)
    work.search =
      profile.cost(of: Double(pinsExamined), .examinePin)
      + profile.cost(of: Double(databaseQueries), .queryDatabase)
      + profile.cost(of: Double(rowsRead), .readRow)
    return work
  }
}

/// The environment's account of what a strategy computes.
///
/// A strategy cannot write to it: the searches, differences and clusterers of its context count
/// themselves. A strategy of another package may compute without them, so its counts are not
/// available; it can only charge itself for modelled time.
final class WorkMeter {
  /// The work of the environment's searches, differences and clusterers.
  private(set) var counted = ComputationCounts()
  /// The work that the strategy charged itself for.
  private(set) var charged = ComputationCounts()
  /// The indexes that the strategy holds.
  private(set) var indexes = HeldIndexes()

  /// The reason why a strategy of another package has no counts of computations.
  static let foreignReason =
    "the strategy does not come with MapPressure and may compute without the harness seeing it"

  var total: ComputationCounts { counted + charged }

  func count(pinsExamined: Int) { counted.pinsExamined += pinsExamined }
  func charge(_ counts: ComputationCounts) { charged = charged + counts }

  func count(_ count: Int, _ path: WritableKeyPath<ComputationCounts, Int>) {
    counted[keyPath: path] += count
  }

  /// Notes the contents of an index that the strategy holds; or holds no longer, with the sign -1.
  func hold(_ contents: HeldIndexes, sign: Int = 1) {
    indexes.pins += sign * contents.pins
    indexes.databases += sign * contents.databases
  }

  func count(itemsCompared: Int, afterBody isAfterBody: Bool = false) {
    counted.itemsCompared += itemsCompared
    if isAfterBody { counted.itemsComparedAfterBody += itemsCompared }
  }
}

/// The contents of indexes that occupy memory.
struct HeldIndexes: Hashable, Sendable {
  /// Pins in indexes in memory.
  var pins = 0
  /// Open databases.
  var databases = 0

  /// The modelled memory in bytes.
  func bytes(on profile: PlatformProfile) -> Double {
    profile.cost(of: Double(pins), .indexPinMemory)
      + profile.cost(of: Double(databases), .databaseMemory)
  }
}

/// An index or a list whose searches the environment counts and charges, made by a strategy's
/// context.
public struct Counted<Index> {
  fileprivate let index: Index
  fileprivate let meter: WorkMeter
  /// Gives the memory back when the last copy goes.
  private let memory: HeldIndex?

  /// - Parameter contents: what the index holds; `nil` for a list that is there anyway.
  init(_ index: Index, meter: WorkMeter, holding contents: HeldIndexes? = nil) {
    self.index = index
    self.meter = meter
    memory = contents.map { HeldIndex($0, meter: meter) }
  }
}

/// The memory of an index while a strategy holds it.
private final class HeldIndex {
  private let contents: HeldIndexes
  private let meter: WorkMeter

  init(_ contents: HeldIndexes, meter: WorkMeter) {
    self.contents = contents
    self.meter = meter
    meter.hold(contents)
  }

  deinit { meter.hold(contents, sign: -1) }
}

// MARK: - Indexes

extension WorkMeter {
  /// Makes an index of pins; counts those, and the memory as long as the strategy holds it.
  ///
  /// - Parameter contents: what the index holds; `nil` for the pins.
  func index<Index>(
    of pins: Int, as path: WritableKeyPath<ComputationCounts, Int>,
    holding contents: HeldIndexes? = nil, make: () throws -> Index
  ) throws -> Counted<Index> {
    count(pins, path)
    return Counted(try make(), meter: self, holding: contents ?? HeldIndexes(pins: pins))
  }
}

extension Counted where Index: ClusterIndex {
  /// Replaces the contents of an array by the items in a rectangle at a zoom level; counts those.
  public func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    index.items(in: rect, zoom: zoom, into: &items)
    meter.count(pinsExamined: items.count)
  }

  /// Calls `body` with each pin of an item. Not counted, because it is not part of the timed code.
  public func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    index.forEachPin(of: id, body)
  }
}

extension Counted where Index == SpatialIndex {
  /// Replaces the contents of an array by the pins in a rectangle; counts those.
  public func pins(in rect: MapRect, into pins: inout [Int]) {
    index.pins(in: rect, into: &pins)
    meter.count(pinsExamined: pins.count)
  }
}

extension Counted where Index == PinDatabase {
  /// Replaces the contents of an array by the pins in a rectangle; counts the queries and the rows.
  func pins(in rect: MapRect, into pins: inout [Int]) throws {
    try index.pins(in: rect, into: &pins)
    meter.count(pinsExamined: pins.count)
    meter.count(rect.partsOnWorld.count, \.databaseQueries)
    meter.count(pins.count, \.rowsRead)
  }
}

extension Counted where Index: RandomAccessCollection, Index.Index == Int {
  /// Replaces the contents of an array by the positions of the elements that meet a condition,
  /// found by a linear scan; counts every element.
  public func positions(into positions: inout [Int], where isIncluded: (Index.Element) -> Bool) {
    positions.removeAll(keepingCapacity: true)
    for (position, element) in zip(index.indices, index) where isIncluded(element) {
      positions.append(position)
    }
    meter.count(pinsExamined: index.count)
  }
}

/// A dictionary whose lookups the environment counts and charges as compared items; storing costs
/// nothing.
public struct CountedDictionary<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]
  private let meter: WorkMeter

  init(meter: WorkMeter) { self.meter = meter }

  /// Returns the value of a key; counts one item.
  public func value(for key: Key) -> Value? {
    meter.count(itemsCompared: 1)
    return values[key]
  }

  /// Removes and returns the value of a key; counts one item.
  public mutating func removeValue(for key: Key) -> Value? {
    meter.count(itemsCompared: 1)
    return values.removeValue(forKey: key)
  }

  /// Stores the value of a key.
  public mutating func store(_ value: Value, for key: Key) { values[key] = value }
}
