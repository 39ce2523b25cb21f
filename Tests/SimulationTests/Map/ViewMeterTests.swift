import Clustering
import Simulation
import TestSupport
import Testing

/// The views in memory that a map has requested, whoever holds them.
@Suite struct ViewMeterTests {
  private let device = Device(
    viewport: Viewport(width: 100, height: 100), scale: 1, refresh: 60, profile: .sample())

  private func map(_ delegate: TestDelegate, pins: Int) -> MapView {
    let annotations = (0..<pins).map { Annotation($0, x: 1e8 + Double($0), y: 1e8) }
    let map = MapView(device: device)
    map.delegate = delegate
    map.addAnnotations(annotations)
    map.layoutAnnotationViews()
    return map
  }

  /// A view that waits for reuse is still in memory; one that nobody holds is not.
  @Test func aViewCountsAsLongAsItExists() {
    let reusing = TestDelegate()
    let reused = map(reusing, pins: 3)
    #expect(reused.viewMeter.markerViewCount == 3)
    reused.removeAnnotations(reused.annotations)
    #expect(reused.viewMeter.markerViewCount == 3)
    let throwing = TestDelegate { _ in ViewStyle(reuseIdentifier: nil, content: .image) }
    let thrown = map(throwing, pins: 3)
    #expect(thrown.viewMeter.imageViewCount == 3 && thrown.viewMeter.markerViewCount == 0)
    thrown.removeAnnotations(thrown.annotations)
    #expect(thrown.viewMeter.imageViewCount == 0)
  }

  /// The meter outlives the map as long as a view does.
  @Test func aViewThatIsKeptOutlivesItsMap() {
    let delegate = TestDelegate()
    var kept: AnnotationView?
    weak var meter: ViewMeter?
    do {
      let map = map(delegate, pins: 2)
      meter = map.viewMeter
      map.forEachView { kept = $0 }
    }
    #expect(meter?.markerViewCount == 1)
    #expect(kept != nil)
    kept = nil
    #expect(meter == nil)
  }
}
