import AnnotationFamilies
import Clustering
import Foundation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing

/// A small world of the annotation-updates family: pins around a place that a camera looks at, a
/// platform whose costs are a test's own, and strategies that can be watched.
struct AnnotationUpdateTrial {
  /// What the camera does.
  enum Camera {
    case still
    /// Moves at every refresh.
    case panning
    /// Pans in the first half, and rests then.
    case resting
    /// Rests for a second, and leaves the place for good in the next tenth.
    case leaving
  }

  let folder: TemporaryFolder
  let scenario: Scenario
  /// From one refresh to the next in nanoseconds: 60 a second.
  static let interval = 16_666_667.0

  /// - Parameters:
  ///   - longitude: the place, on the equator.
  ///   - degrees: how far pins lie from the place at most; the camera shows a quarter of a degree
  ///     on each side.
  ///   - costs: replaces what operations cost; everything that is not named costs nothing.
  ///   - changes: the `changes` of the scenario's file.
  init(
    pins: Int = 50, around longitude: Double = 0, within degrees: Double = 0.1, sizes: [Int]? = nil,
    seconds: Double = 1,
    camera: Camera = .still,
    changes: String? = nil, costs: [(name: String, value: Double, unit: String)] = [],
    strategies: [StrategyEntry<AnnotationUpdateStrategyFactory>] = []
  ) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.csv(pins, around: longitude, within: degrees), to: "pins.csv")
    _ = try folder.write(Self.profile(costs), to: "profile.yaml")
    let trace = Self.trace(camera, around: longitude, seconds: seconds)
    _ = try folder.write(trace.jsonLines, to: "trace.jsonl")
    let family = Family.annotationUpdates.adding(strategies)
    let names = family.strategies.map(\.name)
    self.folder = folder
    scenario = try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: annotation-updates
        data: { file: pins.csv }
        device: { viewport: [200, 400], scale: 1, refresh: 60, profile: profile.yaml }
        camera: { file: trace.jsonl }
        \(changes.map { "changes: \($0)" } ?? "")
        naive: \(names[0])
        strategies: [\(names.joined(separator: ", "))]
        sizes: \(sizes ?? [pins])
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  /// All within some degrees around a place; no two at one place.
  private static func csv(
    _ count: Int, around longitude: Double, within degrees: Double
  ) -> String {
    let side = Double(Int(Double(count).squareRoot()) + 1)
    return "lat,lon\n"
      + (0..<count).map { pin in
        let (row, column) = (Double(pin) / side, Double(pin % Int(side)))
        let east = longitude + (column / side * 2 - 1) * degrees
        return "\((row.rounded(.down) / side * 2 - 1) * degrees),\(wrapped(east))\n"
      }.joined()
  }

  private static func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  private static func trace(
    _ camera: Camera, around longitude: Double, seconds: Double
  ) -> CameraTrace {
    func frame(_ time: Double, _ east: Double) -> CameraFrame {
      CameraFrame(
        time: time,
        region: Region(
          center: Coordinate(latitude: 0, longitude: wrapped(longitude + east)),
          span: CoordinateSpan(latitudeDelta: 0.5, longitudeDelta: 0.5)))
    }
    return switch camera {
    case .still: CameraTrace(frames: [frame(0, 0), frame(seconds, 0)])
    case .panning: CameraTrace(frames: [frame(0, 0), frame(seconds, 0.1)])
    case .leaving:
      CameraTrace(frames: [frame(0, 0), frame(1, 0), frame(1.1, 5), frame(seconds, 5)])
    case .resting:
      CameraTrace(frames: [frame(0, 0), frame(seconds / 2, 0.1), frame(seconds, 0.1)])
    }
  }

  /// A profile in which nothing costs anything but what is named.
  static func profile(
    _ costs: [(name: String, value: Double, unit: String)]
  ) throws -> String {
    var text = ProfileText()
    for parameter in try PlatformProfile.builtIn("iphone-simulator")?.parameters ?? [] {
      let isCost = [.map, .updates].contains(parameter.name.group) && parameter.unit.isTime
      let mayBeNothing =
        isCost && !"\(parameter.name.rawValue)".contains("latency")
        || parameter.name == .mapHitchFloor
      text.set(
        parameter.name.rawValue, mayBeNothing ? 0 : parameter.value, parameter.unit.rawValue)
    }
    for cost in costs { text.set(cost.name, cost.value, cost.unit) }
    return text.text
  }

  func prepare(
    _ strategy: String, size: Int? = nil, workload: (any Workload)? = nil
  ) throws -> any Replay {
    try (workload ?? scenario.workload).prepare(
      Case(
        scenario: "sample", variant: "", size: size ?? scenario.sizes[0], strategy: strategy),
      folders: folder.trialFolders())
  }

  func run(_ strategy: String, size: Int? = nil) throws -> TrialValues {
    try TrialValues(prepare(strategy, size: size))
  }

  /// - Parameter pictures: the folder for files; `nil` for a new one.
  func inspect(_ strategy: String, pictures: String? = nil) throws -> Inspection {
    try scenario.workload.inspect(
      Case(scenario: "sample", variant: "", size: scenario.sizes[0], strategy: strategy),
      folders: folder.trialFolders(), pictures: pictures ?? folder.makeFolder())
  }
}

extension ProfileParameter.Unit {
  fileprivate var isTime: Bool {
    [.nanoseconds, .microseconds, .milliseconds, .seconds].contains(self)
  }
}

/// Sees every frame of a watched strategy, at the end of its callbacks.
///
/// Unchecked, because a replay runs on the thread of its test, to its end.
final class MapWatch: @unchecked Sendable {
  struct Sight {
    let model: PinModel
    let context: UpdateContext
    let mapView: MapView
    let strategy: any AnnotationUpdateCallbacks
    /// The changes of the data in this frame.
    let changes: ModelChanges?
  }

  @TaskLocal static var current: MapWatch?

  private let body: (Sight) -> Void

  init(_ body: @escaping (Sight) -> Void) {
    self.body = body
  }

  func look(_ sight: Sight) { body(sight) }
}

/// Passes all callbacks on to another strategy, and lets a test look at every frame.
private final class Watched: AnnotationUpdateCallbacks {
  private let base: any AnnotationUpdateCallbacks
  private let model: PinModel
  private let context: UpdateContext
  private var changes: ModelChanges?

  init(_ base: any AnnotationUpdateCallbacks, model: PinModel, context: UpdateContext) {
    self.base = base
    self.model = model
    self.context = context
  }

  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    self.changes = changes
    try base.modelDidChange(changes, on: mapView)
  }

  func bodyDidEvaluate(_ mapView: MapView) throws { try base.bodyDidEvaluate(mapView) }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws {
    try base.mapViewDidChangeVisibleRegion(mapView)
  }

  func regionDidChange(_ mapView: MapView) throws { try base.regionDidChange(mapView) }

  func displayWillRefresh(_ mapView: MapView, after duration: Int64) throws {
    try base.displayWillRefresh(mapView, after: duration)
    MapWatch.current?.look(
      MapWatch.Sight(
        model: model, context: context, mapView: mapView, strategy: base, changes: changes))
    changes = nil
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    base.mapView(mapView, viewFor: annotation)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    base.forEachPin(of: annotation, body)
  }
}

/// A strategy of the family by its name, and watched.
struct WatchedStrategy: Sendable, CustomTestStringConvertible {
  let name: String
  let entry: StrategyEntry<AnnotationUpdateStrategyFactory>

  /// Watches a built-in strategy.
  init(_ name: String) throws {
    let base = try #require(Self.entries.first { $0.description.name == name }?.make)
    self.init(name, base)
  }

  private init(_ name: String, _ base: AnnotationUpdateStrategyFactory) {
    self.name = name
    entry = StrategyEntry(
      "watched", summary: "Watched by a test.",
      make: AnnotationUpdateStrategyFactory(
        isFullyCounted: true, observedState: base.observedState
      ) { model, context in
        Watched(try base.make(model, context), model: model, context: context)
      })
  }

  var testDescription: String { name }

  private static let entries = StrategyEntry<AnnotationUpdateStrategyFactory>.standard
  static let all = entries.map { WatchedStrategy($0.description.name, $0.make) }

  /// Those that keep all pins on the map, and those that show the pins in view.
  static let ofAllPins = all.filter { allPinsNames.contains($0.name) }
  static let ofPinsInView = all.filter { !allPinsNames.contains($0.name) }

  private static let allPinsNames = [
    "fresh-ids-in-body", "rebuilt-in-body", "guarded-representable", "map-in-own-view",
    "remove-all-add-all", "remove-all-reselect", "difference-by-id", "deltas",
    "wrapped-replace-all", "wrapped-native-clusters", "quick-start",
  ]

  /// Replays an environment, with every frame looked at.
  func run(
    in trial: (StrategyEntry<AnnotationUpdateStrategyFactory>) throws -> AnnotationUpdateTrial,
    watching: @escaping (MapWatch.Sight) -> Void
  ) throws -> TrialValues {
    let trial = try trial(entry)
    return try MapWatch.$current.withValue(MapWatch(watching)) { try trial.run("watched") }
  }
}
