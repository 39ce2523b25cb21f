import Clustering
import MapGeometry

/// The counts and the modelled cost of a strategy's computations, without the map's own work.
public struct ComputationCounts: Hashable, Sendable {
  /// Items that a difference compared: those of the longer of the two lists.
  public var itemsCompared = 0
  /// The part of them that SwiftUI compares after the evaluation of a body.
  public var itemsComparedAfterBody = 0
  /// Pins that were sorted into clusters or an index.
  public var pinsClustered = 0
  /// Pins or items that were examined to decide what to show.
  public var pinsExamined = 0

  /// Creates counts of zero.
  public init() {}

  static func + (first: Self, second: Self) -> Self { first.combined(with: second, by: +) }
  static func - (later: Self, earlier: Self) -> Self { later.combined(with: earlier, by: -) }

  private func combined(with other: Self, by operation: (Int, Int) -> Int) -> Self {
    var result = Self()
    result.itemsCompared = operation(itemsCompared, other.itemsCompared)
    result.itemsComparedAfterBody = operation(itemsComparedAfterBody, other.itemsComparedAfterBody)
    result.pinsClustered = operation(pinsClustered, other.pinsClustered)
    result.pinsExamined = operation(pinsExamined, other.pinsExamined)
    return result
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

  /// The reason why a strategy of another package has no counts of computations.
  static let foreignReason =
    "the strategy does not come with MapPressure and may compute without the harness seeing it"

  var total: ComputationCounts { counted + charged }

  func count(_ counts: ComputationCounts) { counted = counted + counts }
  func count(pinsExamined: Int) { counted.pinsExamined += pinsExamined }
  func count(pinsClustered: Int) { counted.pinsClustered += pinsClustered }
  func charge(_ counts: ComputationCounts) { charged = charged + counts }

  func count(itemsCompared: Int, afterBody isAfterBody: Bool = false) {
    counted.itemsCompared += itemsCompared
    if isAfterBody { counted.itemsComparedAfterBody += itemsCompared }
  }
}

/// An index or a list whose searches the environment counts and charges, made by a strategy's
/// context.
public struct Counted<Index> {
  fileprivate let index: Index
  fileprivate let meter: WorkMeter

  init(_ index: Index, meter: WorkMeter) {
    self.index = index
    self.meter = meter
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
  /// Replaces the contents of an array by the pins in a rectangle; counts those.
  func pins(in rect: MapRect, into pins: inout [Int]) throws {
    try index.pins(in: rect, into: &pins)
    meter.count(pinsExamined: pins.count)
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

  init(meter: WorkMeter) {
    self.meter = meter
  }

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
