import Foundation
import MapPressure

/// A strategy that does something in each frame and shows nothing.
class FrameByFrame: AnnotationStrategy {
  /// The number of the frame, from 1 on.
  var frame = 0
  let isMeasured: Bool

  required init(pins: PinSet, context: StrategyContext) { isMeasured = context.isMeasured }

  final func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws {
    frame += 1
    try act()
  }

  func act() throws {}
}

final class Traps: FrameByFrame {
  override func act() { if frame >= 5 { fatalError("the strategy's own final message") } }
}

final class TrapsWhenMeasured: FrameByFrame {
  override func act() {
    // An optimized build does not print what a precondition says.
    precondition(!isMeasured || frame < 5, "the final message of a measured strategy")
  }
}

final class Throws: FrameByFrame {
  struct Refusal: Error, CustomStringConvertible {
    var description: String { "the strategy refused <b>loudly</b> | with a pipe" }
  }

  override func act() throws { if frame == 5 { throw Refusal() } }
}

final class ThrowsMarkup: AnnotationStrategy {
  struct Refusal: Error, CustomStringConvertible {
    var description: String { "=1+1\n# heading\n<script>\u{1B}[31m" }
  }

  init(pins: PinSet, context: StrategyContext) throws { throw Refusal() }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
}

final class Exits: FrameByFrame {
  override func act() { if frame == 5 { exit(0) } }
}

final class Loops: FrameByFrame {
  override func act() { while frame >= 5 { frame = max(frame, 5) } }
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
    // A busy loop, not a sleep: only the system can end it. It allocates nothing, so that the
    // counts do not show how long it took.
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
  /// Indicates whether this is the replay that is measured, not the warm-up before it nor an
  /// inspection.
  var isMeasured: Bool { workspace.hasSuffix("/trial") }
}
