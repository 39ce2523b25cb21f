import AnnotationFamilies
import Clustering
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
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
    AnnotationsFamily(adding: [
      AnnotationStrategyEntry("half", HalfTheWorld.self, summary: "Half of the pins."),
      AnnotationStrategyEntry("double", DoubleVision.self, summary: "Every pin twice."),
      AnnotationStrategyEntry("unmakeable", Unmakeable.self, summary: "Nothing."),
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
      folders: folder.trialFolders(), pictures: folder.subfolder())
    return inspection.values.first { $0.name == "pin-coverage" }?.value.number
  }

  @Test func ownStrategiesComeAfterTheBuiltInOnes() {
    let names = Self.registry["annotations"]?.strategies.map(\.name) ?? []
    #expect(Array(names.suffix(3)) == ["half", "double", "unmakeable"])
    #expect(names.dropLast(3).elementsEqual(AnnotationsFamily().strategies.map(\.name)))
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
    #expect(try inspect("half") == northern / 120, "the southern pins are lost, and counted")
  }

  @Test func pinsThatAreStoodForTwiceAreNotRepresented() throws {
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
    let bubble = mapView.reusedStandardView(for: cluster)
    #expect(marker.content == .marker && marker.size == 28 && marker.bitmap.width == 56)
    #expect(bubble.content == .image && bubble.size == 40 && bubble.bitmap.width == 80)
    #expect(marker.reuseIdentifier != nil && bubble.reuseIdentifier != nil)
    #expect(marker.reuseIdentifier != bubble.reuseIdentifier)
  }
}
