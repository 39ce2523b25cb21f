import Clustering
import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// Every strategy but the defective scans covers every pin in view exactly once: at every frame of
/// every camera trace over every kind of data, if the camera rests there.
@Suite struct AnnotationStrategyTests {
  private static let entries = AnnotationStrategyFactory.annotations
  private static let faithful = entries.map(\.description.name)
    .filter { $0 != "visible-region-scan" && $0 != "visible-region-on-end" }

  @Test(arguments: faithful, TestTier.sample(PinEnvironment.all, 3))
  func everyPinInViewIsCoveredExactlyOnce(name: String, environment: PinEnvironment) throws {
    let entry = try #require(Self.entries.first { $0.description.name == name })
    let folder = try TemporaryFolder()
    let strategy = try entry.make.make(
      environment.pins, StrategyContext(device: environment.device, workspace: folder.path))
    let mapView = MapView(device: environment.device)
    mapView.delegate = strategy
    let points = environment.pins.mapPoints
    var pinsSeen = 0
    for (frame, rect) in environment.visibleMapRects.enumerated() {
      mapView.setVisibleMapRect(rect)
      try strategy.mapViewDidChangeVisibleRegion(mapView)
      try strategy.regionDidChange(mapView)
      mapView.layoutAnnotationViews()
      var counts = Array(repeating: 0, count: points.count)
      for annotation in covering(on: mapView) {
        strategy.forEachPin(of: annotation) { counts[$0] += 1 }
      }
      let inView = points.indices.filter { mapView.visibleMapRect.shows(points[$0]) }
      let wrong = inView.filter { counts[$0] != 1 }
      #expect(wrong.isEmpty, "frame \(frame), pins covered \(wrong.map { counts[$0] }) times")
      pinsSeen += inView.count
      if frame.isMultiple(of: 10) { checkAnnotations(of: mapView, strategy, points) }
    }
    #expect(pinsSeen > 0, "the camera must show pins")
  }

  /// A pin's annotation has the pin's place, a cluster's the number of its pins, and the map view's
  /// own account of covering annotations agrees.
  private func checkAnnotations(
    of mapView: MapView, _ strategy: any AnnotationStrategyCallbacks, _ points: [MapPoint]
  ) {
    for annotation in mapView.annotations {
      var pins: [Int] = []
      strategy.forEachPin(of: annotation) { pins.append($0) }
      #expect(pins.count == annotation.memberCount)
      if let pin = annotation.id.pinIndex { #expect(annotation.mapPoint == points[pin]) }
    }
    var representing: [AnnotationID] = []
    mapView.forEachRepresentingAnnotation { representing.append($0.id) }
    #expect(representing.sorted() == covering(on: mapView).map(\.id).sorted())
    let ids = Set(mapView.annotations.map(\.id))
    #expect(ids.count == mapView.annotations.count, "identities are unique")
  }

  /// The annotations that cover their pins, found by looking at the map from outside: those with a
  /// view, the members of shown clusters, and those off screen.
  private func covering(on mapView: MapView) -> [Annotation] {
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
}

/// The guide's linear scan: shows what its comparison in degrees finds, and the loss is counted.
@Suite struct VisibleRegionScanTests {
  /// The guide's comparison, written out once more.
  private func guideFinds(_ coordinate: Coordinate, in region: Region) -> Bool {
    abs(coordinate.latitude - region.center.latitude) <= region.span.latitudeDelta / 2
      && abs(coordinate.longitude - region.center.longitude) <= region.span.longitudeDelta / 2
  }

  /// The number of pins in view over all frames or some, and how many the guide's comparison finds.
  private func share(
    _ environment: PinEnvironment, where isCounted: (MapRect) -> Bool = { _ in true }
  ) -> (inView: Int, found: Int) {
    let pins = environment.pins.coordinates
    let points = environment.pins.mapPoints
    var result = (inView: 0, found: 0)
    for rect in environment.visibleMapRects where isCounted(rect) {
      let region = Region(rect)
      let inView = pins.indices.filter { rect.shows(points[$0]) }
      result.inView += inView.count
      result.found += inView.count { guideFinds(pins[$0], in: region) }
    }
    return result
  }

  private func coverage(_ environment: PinEnvironment, of strategy: String) throws -> Double {
    try #require(try environment.trial().observe(strategy)["pin-coverage"])
  }

  @Test("the counted loss is the guide's", arguments: PinEnvironment.all)
  func theCoverageIsWhatTheGuideFinds(environment: PinEnvironment) throws {
    let share = share(environment)
    try #require(share.inView > 0)
    #expect(
      try coverage(environment, of: "visible-region-scan")
        == Double(share.found) / Double(share.inView))
  }

  @Test("pins are lost at the antimeridian", arguments: CameraTraceGenerator.allCases)
  func pinsAreLostAtTheAntimeridian(trace: CameraTraceGenerator) throws {
    let environment = PinEnvironment(generator: .antimeridian, trace: trace)
    let share = share(environment, where: \.spans180thMeridian)
    try #require(share.inView > 0, "the trace must cross the antimeridian")
    #expect(share.found < share.inView)
    #expect(try coverage(environment, of: "visible-region-scan") < 1)
    #expect(try coverage(environment, of: "visible-region-index") == 1)
  }

  /// The region's centre is the screen's middle, from which its edges are not equally many degrees
  /// away: the more of the world a region shows, the more pins the comparison loses. Close up and
  /// away from the antimeridian it is right.
  @Test func pinsAreLostInWideRegionsToo() throws {
    let wide = PinEnvironment(generator: .cities, trace: .cityHop)
    #expect(share(wide, where: \.spans180thMeridian).inView == 0)
    #expect(try coverage(wide, of: "visible-region-scan") < 1)
    #expect(try coverage(wide, of: "visible-region-index") == 1)
    let close = PinEnvironment(generator: .cities, trace: .fling)
    #expect(try coverage(close, of: "visible-region-scan") == 1)
  }
}
