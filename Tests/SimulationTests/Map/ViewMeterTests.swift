import Clustering
import Simulation
import Testing

/// The views in memory that a map has requested, no matter which object holds them.
@Suite struct ViewMeterTests {
  private func map(_ delegate: TestDelegate, pins: Int) throws -> MapView {
    let annotations = (0..<pins).map { Annotation($0, x: 1e8 + Double($0), y: 1e8) }
    return try .laidOut(delegate, showing: .world, annotations)
  }

  /// A view that waits for reuse is still in memory; one that is not held is not.
  @Test func aViewCountsAsLongAsItExists() throws {
    let reusing = TestDelegate()
    let reused = try map(reusing, pins: 3)
    #expect(reused.viewMeter.existing.marker == 3)
    reused.removeAnnotations(reused.annotations)
    #expect(reused.viewMeter.existing.marker == 3)
    let throwing = TestDelegate { _ in ViewStyle(reuseIdentifier: nil, content: .image) }
    let thrown = try map(throwing, pins: 3)
    #expect(thrown.viewMeter.existing.image == 3 && thrown.viewMeter.existing.marker == 0)
    thrown.removeAnnotations(thrown.annotations)
    #expect(thrown.viewMeter.existing.image == 0)
  }

  /// The meter outlives the map as long as a view does.
  @Test func aViewThatIsKeptOutlivesItsMap() throws {
    let delegate = TestDelegate()
    var kept: AnnotationView?
    weak var meter: ViewMeter?
    do {
      let map = try map(delegate, pins: 2)
      meter = map.viewMeter
      map.forEachView { kept = $0 }
    }
    #expect(meter?.existing.marker == 1)
    #expect(kept != nil)
    kept = nil
    #expect(meter == nil)
  }
}
