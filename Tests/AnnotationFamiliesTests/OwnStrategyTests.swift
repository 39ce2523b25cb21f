import AnnotationFamilies
import Clustering
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing

/// An app's own strategy runs like the built-in ones, and is watched like them.
@Suite struct OwnStrategyTests {
  /// Only what the protocol requires: the pins of the northern or the southern half of the world.
  private final class HalfTheWorld: AnnotationStrategy {
    private let pins: PinSet
    private var shown = ShownAnnotations()

    init(pins: PinSet, context: StrategyContext) {
      self.pins = pins
    }

    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
      let points = pins.coordinates.map { MapPoint($0) }
      let northern = points.indices.filter { points[$0].y < 1e8 }
      shown.show(pins: northern, points: points, on: mapView)
    }
  }

  /// Puts two annotations on the map for every pin, and names pins that do not exist.
  private final class DoubleVision: AnnotationStrategy {
    private let points: [MapPoint]
    private var isAdded = false

    init(pins: PinSet, context: StrategyContext) {
      points = pins.coordinates.map { MapPoint($0) }
    }

    func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
      guard !isAdded else { return }
      isAdded = true
      for _ in 0..<2 {
        for (pin, point) in points.enumerated() {
          mapView.addAnnotation(Annotation(id: .pin(pin), mapPoint: point))
        }
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

  private static let registry = FamilyRegistry([
    Family.annotations.adding([
      StrategyEntry("half", HalfTheWorld.self, summary: "Half of the pins."),
      StrategyEntry("double", DoubleVision.self, summary: "Every pin twice."),
      StrategyEntry("unmakeable", Unmakeable.self, summary: "Nothing."),
    ])
  ])

  private func scenario() throws -> Scenario {
    try Scenario(
      yaml: ScenarioText.replacing([
        "data": "data: { generator: cities, pins: 120 }", "sizes": nil,
        "camera": "camera: { trace: world, frames: 5 }",
        "strategies": "strategies: [all-pins, half, double, unmakeable]",
        "thresholds": "thresholds: { half: [\"max-live-views <= 1 x all-pins\"] }",
        "claims": nil,
      ]), file: "own.yaml", families: Self.registry)
  }

  private func inspect(_ strategy: String) throws -> Double? {
    let folder = try TemporaryFolder()
    let inspection = try scenario().workload.inspect(
      Case(scenario: "sample", variant: "", size: 120, strategy: strategy),
      folders: folder.trialFolders(), pictures: folder.makeFolder())
    return inspection.values.first { $0.name == "pin-coverage" }?.value.number
  }

  @Test func ownStrategiesComeAfterTheBuiltInOnes() {
    let names = Self.registry["annotations"]?.strategies.map(\.name) ?? []
    #expect(Array(names.suffix(3)) == ["half", "double", "unmakeable"])
    #expect(names.dropLast(3).elementsEqual(Family.annotations.strategies.map(\.name)))
  }

  @Test func anOwnStrategyIsReplayed() throws {
    let folder = try TemporaryFolder()
    let replay = try scenario().workload.prepare(
      Case(scenario: "sample", variant: "", size: 120, strategy: "half"),
      folders: folder.trialFolders())
    try replay.build()
    for frame in 0..<replay.frameCount {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    let pins = PinGenerator.cities.pins(count: 120, seed: 0).coordinates
    let northern = Double(pins.count { MapPoint($0).y < 1e8 })
    try #require(northern > 0 && northern < 120)
    let results = replay.results()
    func value(_ name: String) -> Double? { results.first { $0.name == name }?.value.number }
    #expect(value("annotations-inserted") == northern)
    #expect(value("views-created") == northern, "all pins are in view, in standard views")
    #expect(value("annotations-removed") == 0)
    let reason = results.first { $0.name == "pins-examined" }?.value.reason
    #expect(reason != nil, "it went through all pins, and the harness did not see it")
    #expect(try inspect("half") == northern / 120, "the southern pins are lost, and counted")
  }

  @Test func pinsThatAreCoveredTwiceAreLost() throws {
    #expect(try inspect("double") == 0)
    #expect(try inspect("all-pins") == 1)
  }

  @Test func aStrategysOwnErrorComesThrough() throws {
    let replay = try scenario().workload.prepare(
      Case(scenario: "sample", variant: "", size: 120, strategy: "unmakeable"),
      folders: TrialFolders(own: "", shared: ""))
    #expect(throws: Unmakeable.Reason.self) { try replay.build() }
  }

  @Test func standardViewsAreReusedByKind() throws {
    let profile = try #require(try PlatformProfile.builtIn("iphone-simulator"))
    let mapView = MapView(
      device: Device(
        viewport: Viewport(width: 200, height: 400), scale: 2, refresh: 60, profile: profile))
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

  private func mapView() throws -> MapView {
    let profile = try #require(try PlatformProfile.builtIn("iphone-simulator"))
    return MapView(
      device: Device(
        viewport: Viewport(width: 200, height: 400), scale: 1, refresh: 60, profile: profile))
  }

  /// The item with an identity; clusters, whose identities are no pins, have several members.
  private func item(_ number: Int) -> ClusterItem {
    let isCluster = number.isMultiple(of: 3)
    return ClusterItem(
      id: isCluster ? AnnotationID(rawValue: 1 << 62 | UInt64(number)) : .pin(number),
      point: points[number], count: isCluster ? number + 2 : 1)
  }

  @Test("random wishes, for pins and for items", arguments: UInt64(1)...6, [false, true])
  func theMapHoldsExactlyWhatIsWanted(seed: UInt64, isOfItems: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let mapView = try mapView()
    var shown = ShownAnnotations()
    var held: [AnnotationID: ObjectIdentifier] = [:]
    var inserted = 0
    var removed = 0
    for step in 0..<60 {
      // Sometimes nothing, sometimes everything, in any order.
      let limit = [0, 5, 40, 80][Int.random(in: 0...3, using: &random)]
      let numbers = Array(points.indices.shuffled(using: &random).prefix(limit))
      let items = isOfItems ? numbers.map(item) : []
      if isOfItems {
        shown.show(items, on: mapView)
      } else {
        shown.show(pins: numbers, points: points, on: mapView)
      }
      let wanted = Set(isOfItems ? items.map(\.id) : numbers.map { .pin($0) })
      inserted += wanted.subtracting(held.keys).count
      removed += Set(held.keys).subtracting(wanted).count
      #expect(mapView.annotations.count == wanted.count, "step \(step)")
      #expect(Set(mapView.annotations.map(\.id)) == wanted, "step \(step)")
      #expect(mapView.counts.annotationsInserted == inserted)
      #expect(mapView.counts.annotationsRemoved == removed)
      for annotation in mapView.annotations {
        if let before = held[annotation.id] {
          #expect(ObjectIdentifier(annotation) == before, "what stays keeps its annotation")
        }
      }
      held = Dictionary(
        mapView.annotations.map { ($0.id, ObjectIdentifier($0)) },
        uniquingKeysWith: { first, _ in first })
    }
    #expect(inserted > 100 && removed > 100)
  }

  @Test func annotationsCarryTheirItems() throws {
    let mapView = try mapView()
    var shown = ShownAnnotations()
    let items = [item(3), item(4)]
    shown.show(items, on: mapView)
    for wanted in items {
      let annotation = try #require(mapView.annotations.first { $0.id == wanted.id })
      #expect(annotation.mapPoint == wanted.point)
      #expect(annotation.memberCount == wanted.count)
    }
    shown.show(pins: [4], points: points, on: mapView)
    #expect(mapView.annotations.map(\.id) == [.pin(4)])
    #expect(mapView.annotations.first?.mapPoint == points[4])
  }

  @Test func theSameWishChangesNothing() throws {
    let mapView = try mapView()
    var shown = ShownAnnotations()
    shown.show(pins: [1, 2, 3], points: points, on: mapView)
    let counts = mapView.counts
    shown.show(pins: [3, 1, 2], points: points, on: mapView)
    #expect(mapView.counts == counts)
  }

  @Test func othersAnnotationsAreLeftAlone() throws {
    let mapView = try mapView()
    let foreign = Annotation(id: .pin(1), mapPoint: points[1])
    mapView.addAnnotation(foreign)
    var shown = ShownAnnotations()
    shown.show(pins: [1, 2], points: points, on: mapView)
    shown.show(pins: [], points: points, on: mapView)
    #expect(mapView.annotations.count == 1)
    #expect(mapView.annotations.first === foreign)
  }
}
