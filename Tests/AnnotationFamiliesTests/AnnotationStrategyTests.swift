import AnnotationFamilies
import Clustering
import MapGeometry
import MapSimulation
import Measurement
import PinData
import ScenarioModel
import TestSupport
import Testing

/// Every strategy but the defective scans covers every pin in view exactly once: at every frame of
/// every camera trace over every kind of data, if the camera rests there.
@Suite struct StrategyCorrectnessTests {
  private static let entries = AnnotationStrategyFactory.annotations
  private static let faithful = entries.map(\.description.name)
    .filter { $0 != "visible-region-scan" && $0 != "visible-region-on-end" }

  @Test(arguments: faithful, TestTier.sample(PinEnvironment.all, 3))
  func everyPinInViewIsCoveredExactlyOnce(name: String, environment: PinEnvironment) throws {
    let entry = try #require(Self.entries.first { $0.description.name == name })
    let folder = try TemporaryFolder()
    let device = try environment.device()
    let pins = environment.pins
    let strategy = try entry.make.make(
      pins, StrategyContext(device: device, workspace: folder.path))
    let mapView = MapView(device: device)
    mapView.delegate = strategy
    let audit = CoverageAudit(pins: pins)
    var pinsSeen = 0
    for (frame, rect) in environment.visibleMapRects(on: device).enumerated() {
      mapView.setVisibleMapRect(rect)
      try strategy.mapViewDidChangeVisibleRegion(mapView)
      try strategy.regionDidChange(mapView)
      mapView.layoutAnnotationViews()
      let counts = audit.coveringCounts(on: mapView, by: strategy)
      let inView = audit.pinsInView(of: mapView)
      let wrong = inView.filter { counts[$0] != 1 }
      #expect(wrong.isEmpty, "frame \(frame), pins covered \(wrong.map { counts[$0] }) times")
      pinsSeen += inView.count
      if frame.isMultiple(of: 10) { checkAnnotations(of: mapView, strategy, audit) }
    }
    #expect(pinsSeen > 0, "the camera must show pins")
  }

  /// A pin's annotation has the pin's place, a cluster's the number of its pins, and the map view's
  /// own account of covering annotations agrees.
  private func checkAnnotations(
    of mapView: MapView, _ strategy: any AnnotationStrategyCallbacks, _ audit: CoverageAudit
  ) {
    for annotation in mapView.annotations {
      var pins: [Int] = []
      strategy.forEachPin(of: annotation) { pins.append($0) }
      #expect(pins.count == annotation.memberCount)
      if let pin = annotation.id.pinIndex {
        #expect(annotation.mapPoint == audit.points[pin])
      }
    }
    var covering: [AnnotationID] = []
    mapView.forEachRepresentingAnnotation { covering.append($0.id) }
    #expect(covering.sorted() == audit.covering(on: mapView).map(\.id).sorted())
    let ids = Set(mapView.annotations.map(\.id))
    #expect(ids.count == mapView.annotations.count, "identities are unique")
  }
}

/// The annotations on a map that cover each pin, found by looking at the map from outside.
private struct CoverageAudit {
  let points: [MapPoint]

  init(pins: PinSet) {
    points = pins.coordinates.map { MapPoint($0) }
  }

  /// The annotations that cover their pins: those with a view, the members of shown clusters, and
  /// those off screen.
  func covering(on mapView: MapView) -> [Annotation] {
    var covering: [Annotation] = []
    mapView.forEachView { view in
      let members = view.annotation.memberAnnotations
      covering += members.isEmpty ? [view.annotation] : members
    }
    let rect = mapView.visibleMapRect
    // A map has views of what is just off screen, too.
    let viewed = Set(covering.map(\.id))
    return covering
      + mapView.annotations.filter { !rect.shows($0.mapPoint) && !viewed.contains($0.id) }
  }

  /// The number of annotations that cover each pin.
  func coveringCounts(
    on mapView: MapView, by strategy: any AnnotationStrategyCallbacks
  ) -> [Int] {
    var counts = Array(repeating: 0, count: points.count)
    for annotation in covering(on: mapView) {
      strategy.forEachPin(of: annotation) { counts[$0] += 1 }
    }
    return counts
  }

  /// The pins in view, by index.
  func pinsInView(of mapView: MapView) -> [Int] {
    points.indices.filter { mapView.visibleMapRect.shows(points[$0]) }
  }
}

/// The guide's linear scan: shows what its comparison in degrees finds, and the loss is counted.
@Suite struct VisibleRegionScanTests {
  /// The guide's comparison, written out once more.
  private func guideFinds(_ coordinate: Coordinate, in region: Region) -> Bool {
    abs(coordinate.latitude - region.center.latitude) <= region.span.latitudeDelta / 2
      && abs(coordinate.longitude - region.center.longitude) <= region.span.longitudeDelta / 2
  }

  /// The pins in view that the guide's comparison finds, over all frames.
  private func share(
    _ environment: PinEnvironment
  ) throws -> (inView: Int, found: Int, inCrossingFrames: Int, foundInCrossingFrames: Int) {
    let pins = environment.pins.coordinates
    let points = pins.map { MapPoint($0) }
    var result = (inView: 0, found: 0, inCrossingFrames: 0, foundInCrossingFrames: 0)
    for rect in environment.visibleMapRects(on: try environment.device()) {
      let region = Region(rect)
      let inView = pins.indices.filter { rect.shows(points[$0]) }
      let found = inView.count { guideFinds(pins[$0], in: region) }
      result.inView += inView.count
      result.found += found
      if rect.spans180thMeridian {
        result.inCrossingFrames += inView.count
        result.foundInCrossingFrames += found
      }
    }
    return result
  }

  private func coverage(_ environment: PinEnvironment, strategy: String) throws -> Double {
    let folder = try TemporaryFolder()
    let scenario = try environment.scenario(strategies: [strategy])
    let inspection = try scenario.workload.inspect(
      try #require(scenario.cases.first), folders: folder.trialFolders(),
      pictures: folder.makeFolder())
    let value = inspection.values.first { $0.name == "pin-coverage" }?.value
    return try #require(value?.number)
  }

  @Test("the counted loss is the guide's", arguments: PinEnvironment.all)
  func theCoverageIsWhatTheGuideFinds(environment: PinEnvironment) throws {
    let share = try share(environment)
    try #require(share.inView > 0)
    #expect(
      try coverage(environment, strategy: "visible-region-scan")
        == Double(share.found) / Double(share.inView))
  }

  @Test("pins are lost at the antimeridian", arguments: CameraTraceGenerator.allCases)
  func pinsAreLostAtTheAntimeridian(trace: CameraTraceGenerator) throws {
    let environment = PinEnvironment(
      generator: .antimeridian, trace: trace, pinCount: 300, frameCount: 60)
    let share = try share(environment)
    try #require(share.inCrossingFrames > 0, "the trace must cross the antimeridian")
    #expect(share.foundInCrossingFrames < share.inCrossingFrames)
    #expect(try coverage(environment, strategy: "visible-region-scan") < 1)
    #expect(try coverage(environment, strategy: "visible-region-index") == 1)
  }

  /// The region's centre is the screen's middle, from which its edges are not equally many degrees
  /// away: the more of the world a region shows, the more pins the comparison loses.
  @Test func pinsAreLostInWideRegionsToo() throws {
    let environment = PinEnvironment(
      generator: .cities, trace: .cityHop, pinCount: 300, frameCount: 60)
    #expect(try share(environment).inCrossingFrames == 0)
    #expect(try coverage(environment, strategy: "visible-region-scan") < 1)
    #expect(try coverage(environment, strategy: "visible-region-index") == 1)
  }

  /// Close up and away from the antimeridian the guide's comparison is right.
  @Test func closeUpNoPinIsLost() throws {
    let environment = PinEnvironment(
      generator: .cities, trace: .fling, pinCount: 300, frameCount: 60)
    #expect(try coverage(environment, strategy: "visible-region-scan") == 1)
  }
}
