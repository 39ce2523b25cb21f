import Foundation
import MapPressure

/// Two builds of a strategy in one program: what changed from the one to the other is said by an
/// environment variable, `CHANGE`.
///
/// Without it, the map shows five annotations and each frame does a known amount of work.
final class Changed: AnnotationStrategy {
  /// The difference from the build without any change.
  private enum Change {
    case nothing
    /// One annotation more, and with it one view.
    case view
    /// One annotation less.
    case fewerViews
    /// One block of memory more.
    case allocation
    /// So many hundredths of the work more.
    case work(Int)
    /// Blocks of memory on another thread, so that they cannot be counted any more.
    case thread
    case crash
    case hang

    /// Allocates nothing, whatever the text: words this short need no memory of their own.
    init(_ text: String) {
      switch text {
      case "view": self = .view
      case "fewer-views": self = .fewerViews
      case "allocation": self = .allocation
      case "thread": self = .thread
      case "crash": self = .crash
      case "hang": self = .hang
      default:
        self = text.hasPrefix("work:") ? .work(Int(text.dropFirst(5)) ?? 0) : .nothing
      }
    }
  }

  private static let annotationCount = 5
  private static let unitsOfFrame = 100

  private let change: Change
  private let pins: PinSet
  private let elsewhere = DispatchQueue(label: "elsewhere")
  private var frame = 0
  private var units = 0
  private var state: UInt64 = 1

  init(pins: PinSet, context: StrategyContext) {
    self.pins = pins
    // Foundation's dictionary of the environment would allocate more in a larger one.
    change = Change(getenv("CHANGE").map { String(cString: $0) } ?? "")
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    if frame == 0 { begin(on: mapView) }
    frame += 1
    switch change {
    case .crash: if frame >= 5 { fatalError("the final message of a changed strategy") }
    case .hang: while frame >= 5 { frame = max(frame, 5) }
    default: break
    }
    var share = 100
    if case .work(let percent) = change { share += percent }
    let goal = frame * Self.unitsOfFrame * share / 100
    while units < goal {
      work()
      units += 1
    }
  }

  private func begin(on mapView: MapView) {
    var count = Self.annotationCount
    switch change {
    case .view: count += 1
    case .fewerViews: count -= 1
    case .allocation:
      let block = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      block.storeBytes(of: UInt8(truncatingIfNeeded: pins.count), as: UInt8.self)
      block.deallocate()
    case .thread: allocateElsewhere()
    default: break
    }
    // In the middle of the screen, so that each of them has a view.
    let rect = mapView.visibleMapRect
    let middle = MapPoint(x: rect.minX + rect.width / 2, y: rect.minY + rect.height / 2)
    mapView.addAnnotations((0..<count).map { Annotation(id: .pin($0), mapPoint: middle) })
  }

  private func allocateElsewhere() {
    let done = DispatchSemaphore(value: 0)
    elsewhere.async {
      // Never freed: what another thread takes and gives back may leave no trace in the allocator.
      for size in 1...200 {
        _ = UnsafeMutableRawPointer.allocate(byteCount: size * 16, alignment: 1)
      }
      done.signal()
    }
    done.wait()
  }

  private func work() {
    for _ in 0..<100 { state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
  }
}
