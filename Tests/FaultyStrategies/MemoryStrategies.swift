import Foundation
import MapPressure

final class EatsMemory: FrameByFrame {
  private var meals: [[UInt8]] = []
  override func act() { while true { meals.append(Array(repeating: 1, count: 1 << 20)) } }
}

final class AsksForTooMuch: FrameByFrame {
  private var block: [UInt8] = []
  override func act() { block.reserveCapacity(1 << 40) }
}

final class Allocates: AnnotationStrategy {
  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1_000, alignment: 1)
    // Touched, so that no compiler takes the allocation for needless.
    block.storeBytes(of: UInt8(truncatingIfNeeded: mapView.annotations.count), as: UInt8.self)
    block.deallocate()
  }
}

final class AllocatesElsewhere: AnnotationStrategy {
  private let queue = DispatchQueue(label: "elsewhere")
  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      for size in 1...200 {
        UnsafeMutableRawPointer.allocate(byteCount: size * 16, alignment: 1).deallocate()
      }
      done.signal()
    }
    done.wait()
  }
}
