import Foundation
import MapPressure

final class Traps: AnnotationStrategy {
  private var frame = 0
  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    frame += 1
    precondition(frame < 5, "the strategy's own last words")
  }
}

final class TrapsWhenMeasured: AnnotationStrategy {
  private var frame = 0
  private let isMeasured: Bool

  init(pins: PinSet, context: StrategyContext) {
    isMeasured = context.isMeasured
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    frame += 1
    precondition(!isMeasured || frame < 5, "the last words of a measured strategy")
  }
}

final class Throws: AnnotationStrategy {
  struct Refusal: Error, CustomStringConvertible {
    var description: String { "the strategy refused <b>loudly</b> | with a pipe" }
  }

  private var frame = 0
  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws {
    frame += 1
    if frame == 5 { throw Refusal() }
  }
}

final class ThrowsMarkup: AnnotationStrategy {
  struct Refusal: Error, CustomStringConvertible {
    var description: String { "=1+1\n# heading\n<script>\u{1B}[31m" }
  }

  init(pins: PinSet, context: StrategyContext) throws {
    throw Refusal()
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
}

final class Exits: AnnotationStrategy {
  private var frame = 0
  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    frame += 1
    if frame == 5 { exit(0) }
  }
}

final class Loops: AnnotationStrategy {
  private var frame = 0
  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    frame += 1
    while frame >= 5 { frame = max(frame, 5) }
  }
}

/// Lets a test interrupt a run at a known place, and the same run complete later.
final class Waits: AnnotationStrategy {
  private let isMeasured: Bool
  private let path = strdup("go")

  init(pins: PinSet, context: StrategyContext) {
    isMeasured = context.isMeasured
    if isMeasured { SignOfLife.give() }
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    guard isMeasured, let path else { return }
    // A busy loop, not a sleep: nothing but the system can end it. It allocates nothing, so that
    // the counts do not tell how long it took.
    while access(path, F_OK) != 0 {}
  }
}

/// A lock that others can see, and that ends with the process however it ends.
enum SignOfLife {
  /// Takes the lock on a file `alive-PROCESS` of the working folder.
  static func give() {
    let file = open("alive-\(getpid())", O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
    // Never closed: the system lets go of it when the process has ended.
    flock(file, LOCK_EX)
  }
}

extension StrategyContext {
  /// Whether this is the replay that is measured, not the warm-up before it nor an inspection.
  var isMeasured: Bool { workspace.hasSuffix("/trial") }
}
