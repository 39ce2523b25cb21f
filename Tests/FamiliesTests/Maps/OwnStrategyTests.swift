import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// An app's own strategy runs like the built-in ones, and is watched like them.
@Suite struct OwnStrategyTests {
  /// Only what the protocol requires: the pins of the northern or the southern half of the world.
  private final class HalfTheWorld: AnnotationStrategy {
    private let pins: PinSet
    private var shown = ShownAnnotations()

    init(pins: PinSet, context: StrategyContext) { self.pins = pins }

    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
      let points = pins.mapPoints
      let northern = points.indices.filter { points[$0].y < 1e8 }
      shown.show(pins: northern, points: points, on: mapView)
    }
  }

  /// Puts two annotations on the map for every pin, and names pins that do not exist.
  private final class DoubleVision: AnnotationStrategy {
    private let points: [MapPoint]

    init(pins: PinSet, context: StrategyContext) { points = pins.mapPoints }

    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
      guard mapView.annotations.isEmpty else { return }
      for (pin, point) in (points + points).enumerated() {
        mapView.addAnnotation(Annotation(id: .pin(pin % points.count), mapPoint: point))
      }
    }

    func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
      if let pin = annotation.id.pinIndex { body(pin) }
      body(-1)
      body(1_000_000)
    }
  }

  private final class Unmakeable: AnnotationStrategy {
    struct Reason: Error {}

    init(pins: PinSet, context: StrategyContext) throws { throw Reason() }
    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  }

  private let environment = PinEnvironment.world

  private func trial() throws -> FamilyTrial {
    try environment.trial(adding: [
      StrategyEntry("half", HalfTheWorld.self, summary: "Half of the pins."),
      StrategyEntry("double", DoubleVision.self, summary: "Every pin twice."),
      StrategyEntry("unmakeable", Unmakeable.self, summary: "Nothing."),
    ])
  }

  @Test func ownStrategiesComeAfterTheBuiltInOnes() throws {
    #expect(
      try trial().scenario.family.strategies.map(\.name)
        == Family.annotations.strategies.map(\.name) + ["half", "double", "unmakeable"])
  }

  @Test func anOwnStrategyIsReplayed() throws {
    let trial = try trial()
    let values = try trial.run("half")
    let northern = Double(environment.pins.mapPoints.count { $0.y < 1e8 })
    try #require(northern > 0 && northern < 120)
    // All pins are in view, in standard views.
    #expect(
      values["annotations-inserted", "views-created", "annotations-removed"]
        == [northern, northern, 0])
    // It went through all pins, and the harness did not see it.
    #expect(values.reason("pins-examined") != nil)
    // The southern pins are lost, and counted.
    #expect(try trial.observe("half")["pin-coverage"] == northern / 120)
  }

  @Test func pinsThatAreCoveredTwiceAreLost() throws {
    #expect(try trial().observe("double")["pin-coverage"] == 0)
    #expect(try trial().observe("all-pins")["pin-coverage"] == 1)
  }

  @Test func aStrategysOwnErrorComesThrough() throws {
    let replay = try trial().prepare("unmakeable")
    #expect(throws: Unmakeable.Reason.self) { try replay.build() }
  }

  @Test func standardViewsAreReusedByKind() {
    let mapView = MapView(
      device: Device(
        viewport: Viewport(width: 200, height: 400), scale: 2, refresh: 60, profile: .sample()))
    let pin = Annotation(id: .pin(0), mapPoint: MapPoint(x: 1, y: 1))
    let cluster = Annotation(id: .pin(1), mapPoint: MapPoint(x: 1, y: 1), memberCount: 5)
    let marker = mapView.reusedStandardView(for: pin)
    let clusterMarker = mapView.reusedStandardView(for: cluster)
    let bubble = mapView.reusedFlatView(for: cluster)
    #expect(mapView.reusedFlatView(for: pin).content == .marker)
    #expect(clusterMarker.content == .marker && clusterMarker.size == 28)
    #expect(marker.content == .marker && marker.size == 28 && marker.bitmap.width == 56)
    #expect(bubble.content == .image && bubble.size == 40 && bubble.bitmap.width == 80)
    #expect(marker.reuseIdentifier != nil && bubble.reuseIdentifier != nil)
    #expect(marker.reuseIdentifier != bubble.reuseIdentifier)
  }
}

/// The map holds exactly what is wanted, and what stays keeps its annotation.
@Suite struct ShownAnnotationsTests {
  private let points = (0..<80).map { MapPoint(x: Double($0) * 1e6, y: 1e8) }
  private let mapView = MapView(
    device: Device(
      viewport: Viewport(width: 200, height: 400), scale: 1, refresh: 60, profile: .sample()))

  private func pin(_ number: Int) -> ClusterItem {
    ClusterItem(id: .pin(number), point: points[number], count: 1)
  }

  /// The item with an identity; clusters, whose identities are no pins, have several members.
  private func item(_ number: Int) -> ClusterItem {
    guard number.isMultiple(of: 3) else { return pin(number) }
    return ClusterItem(
      id: AnnotationID(rawValue: 1 << 62 | UInt64(number)), point: points[number],
      count: number + 2)
  }

  @Test("random wishes, for pins and for items", arguments: UInt64(1)...6, [false, true])
  func theMapHoldsExactlyWhatIsWanted(seed: UInt64, isOfItems: Bool) {
    var random = SeededGenerator(seed: seed)
    var shown = ShownAnnotations()
    var held: [AnnotationID: ObjectIdentifier] = [:]
    var (inserted, removed) = (0, 0)
    for step in 0..<60 {
      // Sometimes nothing, sometimes everything, in any order.
      let limit = [0, 5, 40, 80][Int.random(in: 0...3, using: &random)]
      let numbers = Array(points.indices.shuffled(using: &random).prefix(limit))
      let items = numbers.map { isOfItems ? item($0) : pin($0) }
      if isOfItems {
        shown.show(items, on: mapView)
      } else {
        shown.show(pins: numbers, points: points, on: mapView)
      }
      let wanted = Set(items.map(\.id))
      inserted += wanted.subtracting(held.keys).count
      removed += Set(held.keys).subtracting(wanted).count
      let onMap = mapView.annotations.map {
        ClusterItem(id: $0.id, point: $0.mapPoint, count: $0.memberCount)
      }
      #expect(onMap.count == items.count && Set(onMap) == Set(items), "step \(step)")
      #expect(mapView.counts.annotationsInserted == inserted)
      #expect(mapView.counts.annotationsRemoved == removed)
      let before = held
      held = Dictionary(
        mapView.annotations.map { ($0.id, ObjectIdentifier($0)) },
        uniquingKeysWith: { first, _ in first })
      #expect(
        before.allSatisfy { held[$0.key] ?? $0.value == $0.value },
        "what stays keeps its annotation")
    }
    #expect(inserted > 100 && removed > 100)
  }

  @Test func theSameWishChangesNothing() {
    var shown = ShownAnnotations()
    shown.show(pins: [1, 2, 3], points: points, on: mapView)
    let counts = mapView.counts
    shown.show(pins: [3, 1, 2], points: points, on: mapView)
    #expect(mapView.counts == counts)
  }

  @Test func othersAnnotationsAreLeftAlone() {
    let foreign = Annotation(id: .pin(1), mapPoint: points[1])
    mapView.addAnnotation(foreign)
    var shown = ShownAnnotations()
    shown.show(pins: [1, 2], points: points, on: mapView)
    shown.show(pins: [], points: points, on: mapView)
    #expect(mapView.annotations.count == 1)
    #expect(mapView.annotations.first === foreign)
  }
}
