import AnnotationFamilies
import Clustering
import MapGeometry
import MapSimulation
import PinData
import ScenarioModel
import Testing

/// Every strategy but the defective scan stands for every pin in view exactly once: at every frame
/// of every camera trace over every kind of data.
@Suite struct StrategyCorrectnessTests {
  private static let faithful: [(name: String, type: any AnnotationStrategy.Type)] = [
    ("all-pins", AllPins.self), ("all-pins-reused", AllPinsReused.self),
    ("visible-region-index", VisibleRegionIndex.self),
    ("visible-region-database", VisibleRegionDatabase.self),
    ("native-clusters", NativeClusters.self), ("grid-clusters", GridClustersStrategy.self),
    ("hierarchical-clusters", HierarchicalClustersStrategy.self),
  ]

  @Test func noBuiltInStrategyIsLeftOut() {
    let names = AnnotationsFamily().strategies.map(\.name)
    #expect(Set(names) == Set(Self.faithful.map(\.name) + ["visible-region-scan"]))
    #expect(names.count == Self.faithful.count + 1)
  }

  @Test(arguments: faithful.map(\.name), PinWorld.all)
  func everyPinInViewIsStoodForExactlyOnce(name: String, world: PinWorld) throws {
    let type = try #require(Self.faithful.first { $0.name == name }?.type)
    let folder = try TemporaryFolder()
    let device = try world.device()
    let pins = world.pins
    let strategy = try type.init(
      pins: pins, context: StrategyContext(device: device, workspace: folder.path))
    let mapView = MapView(device: device)
    mapView.delegate = strategy
    let audit = StandingAudit(pins: pins)
    var pinsSeen = 0
    for (frame, rect) in world.visibleMapRects(on: device).enumerated() {
      mapView.setVisibleMapRect(rect)
      try strategy.mapViewDidChangeVisibleRegion(mapView)
      mapView.layoutAnnotationViews()
      let times = audit.timesStoodFor(on: mapView, by: strategy)
      let inView = audit.pinsInView(of: mapView)
      let wrong = inView.filter { times[$0] != 1 }
      #expect(wrong.isEmpty, "frame \(frame), pins stood for \(wrong.map { times[$0] }) times")
      pinsSeen += inView.count
      if frame.isMultiple(of: 10) { checkAnnotations(of: mapView, strategy, audit) }
    }
    #expect(pinsSeen > 0, "the camera must show pins")
  }

  /// A pin's annotation stands where the pin is, a cluster's says how many pins it stands for, and
  /// the map view's own account of who stands agrees.
  private func checkAnnotations(
    of mapView: MapView, _ strategy: any AnnotationStrategy, _ audit: StandingAudit
  ) {
    for annotation in mapView.annotations {
      var pins: [Int] = []
      strategy.forEachPin(of: annotation) { pins.append($0) }
      #expect(pins.count == annotation.memberCount)
      if let pin = annotation.id.pinIndex {
        #expect(annotation.mapPoint == audit.points[pin])
      }
    }
    var standing: [AnnotationID] = []
    mapView.forEachRepresentingAnnotation { standing.append($0.id) }
    #expect(standing.sorted() == audit.standing(on: mapView).map(\.id).sorted())
    let ids = Set(mapView.annotations.map(\.id))
    #expect(ids.count == mapView.annotations.count, "identities are unique")
  }
}
