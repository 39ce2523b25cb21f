import EventSimulation
import MapSimulation
import Measurement
import PlatformProfiles

/// What a strategy of the family `annotation-updates` may use besides its model and its map: the
/// main thread, a background queue, and the account of its work.
///
/// Code costs nothing on the virtual clock until it is charged. Used by one thread at a time.
public final class UpdateContext {
  /// The screen, and the platform whose costs are charged.
  public let device: Device
  /// The app's main thread, on which all callbacks come.
  public let main: MainThread
  /// How often the camera has moved.
  public internal(set) var cameraRevision = 0

  private let background: BackgroundQueue
  private let differenceItem: Double
  private let differenceByIDItem: Double
  private let clusterPin: Double
  private let examinePin: Double
  private let updatePass: Double
  /// Everything computed so far, on main and in the background.
  private(set) var computed = ComputationCounts()
  /// The part of it that was computed in the background.
  private(set) var computedInBackground = ComputationCounts()
  private(set) var bodyEvaluations = 0
  /// What the computations took on this machine, as opposed to what is charged for them.
  private(set) var computationTimes = ComputationTimes()
  /// What the main thread owes for computing, in nanoseconds; paid with the next frame.
  private var mainWork = 0.0
  /// For which revisions the annotations on the map stand.
  private(set) var shownRevision = -1
  private(set) var shownCameraRevision = -1
  /// What a completion has thrown.
  private(set) var fault: (any Error)?

  init(device: Device, main: MainThread) {
    self.device = device
    self.main = main
    background = BackgroundQueue(simulation: main.simulation)
    differenceItem = device.profile[.differenceItem]
    differenceByIDItem = device.profile[.differenceByIDItem]
    clusterPin = device.profile[.clusterPin]
    examinePin = device.profile[.examinePin]
    updatePass = device.profile[.updatePass]
  }

  /// The virtual time in nanoseconds since the map appeared.
  public var now: Int64 { main.simulation.now }

  /// Charges the main thread for what the strategy computed there. It is paid with the next frame.
  public func charge(_ counts: ComputationCounts) {
    mainWork += cost(of: counts)
    computed += counts
  }

  /// Charges the main thread for a difference.
  ///
  /// - Parameters:
  ///   - items: how many items the longer of the two lists has.
  ///   - isAfterBody: whether SwiftUI computes it, after a body was evaluated, and not the strategy.
  public func chargeComparison(ofItems items: Int, afterBody isAfterBody: Bool = false) {
    var counts = ComputationCounts()
    counts.itemsCompared = items
    if isAfterBody { counts.itemsComparedAfterBody = items }
    charge(counts)
  }

  /// Computes, and measures how long that really takes; the main thread is charged for nothing.
  public func timing<Value>(
    _ kind: WritableKeyPath<ComputationTimes, Int64>, _ compute: () throws -> Value
  ) rethrows -> Value {
    let start = ProcessorTime.thread()
    defer { computationTimes[keyPath: kind] += ProcessorTime.thread() - start }
    return try compute()
  }

  /// Computes beside the main thread, in a serial queue, and hands over the result in a task of the
  /// main thread when the time has passed that what was counted takes.
  ///
  /// - Parameters:
  ///   - compute: what is computed, at once as far as the strategy can tell, from values of this
  ///     moment; counts what it does.
  ///   - completion: gets the result on the main thread. Holds the strategy weakly, as app code
  ///     does. What it throws ends the trial.
  public func inBackground<Value>(
    _ compute: (inout ComputationCounts) throws -> Value,
    completion: @escaping (Value) throws -> Void
  ) rethrows {
    var counts = ComputationCounts()
    let result = try compute(&counts)
    computed += counts
    computedInBackground += counts
    background.async(for: Int64(cost(of: counts).rounded())) { [weak self] in
      self?.main.async {
        do { try completion(result) } catch { self?.fault = error }
      }
    }
  }

  /// Says for which data and which camera the annotations stand that the map holds from now on.
  ///
  /// - Parameters:
  ///   - revision: the ``PinModel/revision`` that they were made from.
  ///   - cameraRevision: the ``cameraRevision`` that they were made for; `nil` where they are right
  ///     for every camera.
  public func shows(revision: Int, cameraRevision: Int? = nil) {
    shownRevision = revision
    shownCameraRevision = cameraRevision ?? .max
  }

  /// Whether the annotations that the map holds stand for some data and some camera already.
  public func isShowing(revision: Int, cameraRevision: Int) -> Bool {
    shownRevision == revision && shownCameraRevision == cameraRevision
  }

  private func cost(of counts: ComputationCounts) -> Double {
    Double(counts.itemsComparedAfterBody) * differenceItem
      + Double(counts.itemsCompared - counts.itemsComparedAfterBody) * differenceByIDItem
      + Double(counts.pinsClustered) * clusterPin + Double(counts.pinsExamined) * examinePin
  }

  func bodyWillEvaluate() {
    bodyEvaluations += 1
    mainWork += updatePass
  }

  /// What the main thread owes, in nanoseconds; it owes nothing afterwards.
  func takeMainWork() -> Int64 {
    defer { mainWork = 0 }
    return Int64(mainWork.rounded())
  }
}
