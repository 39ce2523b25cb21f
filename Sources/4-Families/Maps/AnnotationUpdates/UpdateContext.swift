import Clustering
import ScenarioModel
import Simulation
import Support

/// The environment of a strategy of the family `annotation-updates`, without its model and its map:
/// the main thread, a background queue, and the account of its work.
///
/// The context's differences, indexes and clusterers are counted, timed and charged to the virtual
/// clock. Other code has no modelled cost unless it is charged with ``charge(_:)``.
/// Used by one thread at a time.
public final class UpdateContext {
  /// Processor time of what the context computed, in nanoseconds of this machine.
  struct Times {
    /// The comparison of wanted and existing annotations.
    var differences: Int64 = 0
    /// The sorting of pins into clusters or an index.
    var clustering: Int64 = 0
  }

  /// The screen, and the platform whose costs are charged.
  public let device: Device
  /// The app's main thread, which runs all callbacks.
  public let main: MainThread
  /// The number of moves of the camera so far.
  public internal(set) var cameraRevision = 0

  private let background: BackgroundQueue
  private let updatePass: Double
  let meter = WorkMeter()
  /// The part of the meter's total that was computed in the background.
  private(set) var computedInBackground = ComputationCounts()
  /// The part of the meter's total that the main thread has paid for.
  private var paid = ComputationCounts()
  /// Evaluations of the body, and the number that the main thread has paid for.
  var bodyEvaluations = 0
  private var paidEvaluations = 0
  private(set) var times = Times()
  /// The revisions that the annotations on the map are for.
  private(set) var shownRevision = -1
  private(set) var shownCameraRevision = -1
  /// The time at which the background queue has done all work that it was given, in nanoseconds.
  private(set) var backgroundEnd: Int64 = 0
  /// Time for which the main thread waited for the background queue since the last frame.
  private var waited: Int64 = 0
  /// Computations in the background during which their data changed.
  var unsafeReads = 0
  /// The error that a completion has thrown.
  private(set) var fault: (any Error)?

  init(device: Device, main: MainThread) {
    self.device = device
    self.main = main
    background = BackgroundQueue(simulation: main.simulation)
    updatePass = device.profile[.updatePass]
  }

  /// The virtual time in nanoseconds since the map appeared.
  public var now: Int64 { main.simulation.now }

  /// Computes on a serial background queue, and delivers the result in a task of the main thread
  /// after the modelled time of the computation.
  ///
  /// - Parameters:
  ///   - compute: called immediately, with the current values. Its use of the context is charged to
  ///     the queue.
  ///   - completion: gets the result on the main thread. Holds the strategy weakly, as app code
  ///     does. An error that it throws ends the trial.
  public func inBackground<Value>(
    _ compute: () throws -> Value, completion: @escaping (Value) throws -> Void
  ) rethrows {
    let before = meter.total
    let result = try compute()
    let counts = meter.total - before
    computedInBackground = computedInBackground + counts
    let work = counts.work(on: device.profile)
    let name = work.clustering > 0 ? "clustering" : "work"
    let duration = Int64(work.total.rounded())
    backgroundEnd = max(backgroundEnd, now) + duration
    background.async(for: duration, named: name) { [weak self] in
      self?.main.async {
        do { try completion(result) } catch { self?.fault = error }
      }
    }
  }

  /// Declares the data and the camera that the annotations on the map are for from now on.
  ///
  /// - Parameters:
  ///   - revision: the ``PinModel/revision`` that they were made from.
  ///   - cameraRevision: the ``cameraRevision`` that they were made for; `nil` if they are right
  ///     for every camera.
  public func shows(revision: Int, cameraRevision: Int? = nil) {
    shownRevision = revision
    shownCameraRevision = cameraRevision ?? .max
  }

  /// Returns whether annotations for any data and any camera are on the map.
  public func isShowing(revision: Int, cameraRevision: Int) -> Bool {
    shownRevision == revision && shownCameraRevision == cameraRevision
  }

  /// Lets the main thread wait until the background queue has done all work that it was given, as
  /// for a lock that the work holds. The wait is a part of the frame's work.
  func waitForBackground() { waited = max(waited, backgroundEnd - now) }

  /// The work that the main thread owes for computing since the last call.
  func takeMainWork() -> FrameWork {
    let onMain = meter.total - computedInBackground
    var owed = (onMain - paid).work(on: device.profile)
    owed.update += Double(bodyEvaluations - paidEvaluations) * updatePass + Double(waited)
    waited = 0
    paid = onMain
    paidEvaluations = bodyEvaluations
    return owed
  }

  /// Charges the running thread for what a strategy computes without the context. Only the modelled
  /// time changes, not the counts.
  public func charge(_ counts: ComputationCounts) { meter.charge(counts) }

  /// Compares the items on the map with the wanted ones; counts the longer list, unless there is
  /// nothing on the map yet to compare with.
  ///
  /// - Parameter isAfterBody: whether SwiftUI computes it, after a body was evaluated, and not the
  ///   strategy.
  public func compare(
    _ items: [ClusterItem], with wanted: [ClusterItem], afterBody isAfterBody: Bool = false,
    into difference: inout AnnotationDifference
  ) {
    if !items.isEmpty {
      meter.count(itemsCompared: max(items.count, wanted.count), afterBody: isAfterBody)
    }
    timing(\.differences) { difference.update(from: items, to: wanted) }
  }

  /// Returns an empty dictionary with lookups that count as compared items.
  public func countedDictionary<Key: Hashable, Value>() -> CountedDictionary<Key, Value> {
    CountedDictionary(meter: meter)
  }

  /// Returns an index or a list with searches that are counted.
  public func counted<Index>(_ index: Index) -> Counted<Index> { Counted(index, meter: meter) }

  /// Builds a spatial index; counts its pins.
  public func spatialIndex(_ points: [MapPoint]) throws -> Counted<SpatialIndex> {
    try timing(\.clustering) {
      try meter.index(of: points.count, as: \.pinsIndexed) { try SpatialIndex(points: points) }
    }
  }

  /// Builds clusters for all zoom levels; counts their pins.
  public func hierarchicalClusters(
    _ points: [MapPoint], options: HierarchicalClusters.Options
  ) throws -> Counted<HierarchicalClusters> {
    try timing(\.clustering) {
      try meter.index(of: points.count, as: \.pinsClustered) {
        try HierarchicalClusters(points: points, options: options)
      }
    }
  }

  /// Updates a live clusterer; counts the pins that changed.
  public func update(_ clusters: inout LiveClusters, by changes: ModelChanges) throws {
    func pins(_ pins: [MapPin]) -> [LiveClusters.Pin] {
      pins.map { LiveClusters.Pin(index: $0.number, point: $0.point) }
    }
    meter.count(
      changes.removed.count + changes.moved.count + changes.inserted.count, \.pinsClustered)
    meter.hold(HeldIndexes(pins: changes.inserted.count - changes.removed.count))
    try timing(\.clustering) {
      try clusters.remove(changes.removed)
      try clusters.move(pins(changes.moved))
      try clusters.insert(contentsOf: pins(changes.inserted))
    }
  }

  /// Groups pins into the cells of a grid; counts all as examined and those in the cells of the
  /// rectangle as clustered.
  func visibleCells(of pins: [MapPin], in rect: MapRect, zoom: Double) -> VisibleCells {
    let cells = timing(\.clustering) { VisibleCells(of: pins, in: rect, zoom: zoom) }
    meter.count(pinsExamined: pins.count)
    meter.count(cells.pinCount, \.pinsGrouped)
    return cells
  }

  private func timing<Value, Failure: Error>(
    _ kind: WritableKeyPath<Times, Int64>, _ compute: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = ProcessorTime.thread()
    defer { times[keyPath: kind] += ProcessorTime.thread() - start }
    return try compute()
  }
}
