import Simulation

/// The function that makes the coordinator of a map whose pins are on a server, which decides when
/// to request them; its arguments are the map, the pins on it, and the server.
///
/// The coordinator is the map's delegate; all its methods run on the simulated main thread. It is
/// made before the map appears. The map then reports its first region as a change.
public typealias RegionFetchMake =
  @Sendable (RegionMapView, PinLayer, SimulatedPinServer) -> any RegionMapViewDelegate

/// The pins that an app's map shows.
///
/// Used by one thread at a time.
public final class PinLayer {
  /// The answers whose pins are shown.
  public private(set) var answers: [PinAnswer] = []
  private var pins: Set<Int> = []
  /// Called when other pins are shown; the argument is true if they are older than the previous
  /// ones.
  var didShow: (_ isStale: Bool) -> Void = { _ in }

  /// A map without pins.
  init() {}

  /// Shows an answer's pins in place of what was shown before.
  public func show(_ answer: PinAnswer) { show([answer]) }

  /// Shows the pins of several answers in place of what was shown before; without answers, no pin.
  public func show(_ answers: [PinAnswer]) {
    let isStale =
      !answers.isEmpty && Self.newestFetch(of: self.answers) > Self.newestFetch(of: answers)
    self.answers = answers
    pins.removeAll(keepingCapacity: true)
    for answer in answers { pins.formUnion(answer.pins) }
    didShow(isStale)
  }

  /// 0 if there are none.
  private static func newestFetch(of answers: [PinAnswer]) -> Int {
    answers.reduce(0) { max($0, $1.fetchNumber) }
  }

  /// Returns whether all of these pins are shown. O(n).
  func shows(_ wanted: [Int]) -> Bool { wanted.allSatisfy(pins.contains) }

  /// Returns whether one of these pins is shown. O(n).
  func showsAny(of wanted: [Int]) -> Bool { wanted.contains(where: pins.contains) }
}
