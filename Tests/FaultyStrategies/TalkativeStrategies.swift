import Foundation
import MapPressure

final class Prints: FrameByFrame {
  override func act() { print("result {\"values\":[]}") }
}

final class Floods: FrameByFrame {
  override func act() {
    if frame == 5 { FileHandle.standardError.write(Data(repeating: 0xFF, count: 1 << 20)) }
  }
}

final class Random: AnnotationStrategy {
  private let annotation = Annotation(id: .pin(0), mapPoint: MapPoint(x: 0, y: 0))

  init(pins: PinSet, context: StrategyContext) {}

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    // Few enough for each frame to end in time: a missed frame would change other metrics first.
    for _ in 0..<Int.random(in: 1...1_000) {
      mapView.addAnnotation(annotation)
      mapView.removeAnnotation(annotation)
    }
  }
}
