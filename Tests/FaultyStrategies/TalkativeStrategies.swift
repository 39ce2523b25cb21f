import Foundation
import MapPressure

final class Prints: AnnotationStrategy {
  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    print("result {\"values\":[]}")
  }
}

final class Floods: AnnotationStrategy {
  private var frame = 0
  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    frame += 1
    if frame == 5 {
      FileHandle.standardError.write(Data(repeating: 0xFF, count: 1 << 20))
    }
  }
}

final class Random: AnnotationStrategy {
  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    mapView.counts.pinsExamined += Int.random(in: 0...1_000_000)
  }
}
