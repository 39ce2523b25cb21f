import Families
import Platform
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// A small world of the annotation-updates family: pins around a place on the equator that a camera
/// looks at, and a platform whose costs are a test's own.
struct UpdateWorld {
  typealias Entry = StrategyEntry<AnnotationUpdateStrategyFactory>
  /// The name of a parameter, its value and its unit.
  typealias Cost = (String, Double, String)

  /// The movements of the camera.
  enum Camera {
    case still
    /// Moves at every refresh.
    case panning
    /// Pans in the first half, and rests then.
    case resting
    /// Rests for a second, and leaves the place for good in the next tenth.
    case leaving
  }

  /// From one refresh to the next in nanoseconds: 60 a second.
  static let interval = 16_666_667.0

  var pins = 50
  var longitude = 0.0
  /// The largest distance of pins from the place; the camera shows a quarter of a degree on each
  /// side.
  var degrees = 0.1
  var seconds = 1.0
  var camera = Camera.still
  /// The `changes` of the scenario's file.
  var changes: String?
  /// Replaces what operations cost; everything that is not named costs nothing.
  var costs: [Cost] = []
  var strategies: [Entry] = []

  func trial() throws -> FamilyTrial {
    let side = Double(Int(Double(pins).squareRoot()) + 1)
    // No two at one place.
    let places = (0..<pins).map { pin -> (Double, Double) in
      let (row, column) = ((Double(pin) / side).rounded(.down), Double(pin % Int(side)))
      let east = longitude + (column / side * 2 - 1) * degrees
      let wrapped = east > 180 ? east - 360 : east < -180 ? east + 360 : east
      return ((row / side * 2 - 1) * degrees, wrapped)
    }
    let path: [(Double, Double)] =
      switch camera {
      case .still: [(0, 0), (seconds, 0)]
      case .panning: [(0, 0), (seconds, 0.1)]
      case .resting: [(0, 0), (seconds / 2, 0.1), (seconds, 0.1)]
      case .leaving: [(0, 0), (1, 0), (1.1, 5), (seconds, 5)]
      }
    return try .overEquator(
      Family.annotationUpdates.adding(strategies), pins: places,
      camera: path.map { ($0, longitude + $1) }, span: 0.5, refresh: 60,
      replacing: ["changes": changes], profile: Self.profile(costs))
  }

  /// A profile in which nothing costs anything but what is named.
  static func profile(_ costs: [Cost]) -> ProfileText {
    let times: [ProfileParameter.Unit] = [.nanoseconds, .microseconds, .milliseconds, .seconds]
    var text = ProfileText()
    for parameter in PlatformProfile.sample().parameters {
      let name = parameter.name
      let isCost =
        [.map, .updates].contains(name.group) && times.contains(parameter.unit)
        && !name.rawValue.contains("latency")
      let value = isCost || name == .mapHitchFloor ? 0 : parameter.value
      text.set(name.rawValue, value, parameter.unit.rawValue)
    }
    for (name, value, unit) in costs { text.set(name, value, unit) }
    return text
  }

  func run(_ strategy: String, size: Int? = nil) throws -> TrialValues {
    try trial().run(strategy, size: size)
  }

  func observe(_ strategy: String) throws -> TrialValues { try trial().observe(strategy) }

  /// Replays a built-in strategy, with a look at every frame.
  func watch(_ strategy: String, _ look: @escaping (WatchedFrame) -> Void) throws {
    let base = try #require(Entry.standard.first { $0.description.name == strategy }?.make)
    // A replay runs on the thread of its test, to its end.
    nonisolated(unsafe) let look = look
    var world = self
    var watched = base
    watched.make = { model, context in
      Watched(try base.make(model, context), model: model, context: context, look: look)
    }
    world.strategies = [Entry("watched", summary: "Watched by a test.", make: watched)]
    _ = try world.run("watched")
  }
}

/// A frame of a watched strategy, at the end of its callbacks.
struct WatchedFrame {
  let model: PinModel
  let context: UpdateContext
  let mapView: MapView
  let strategy: any AnnotationUpdateCallbacks
  /// The changes of the data in this frame.
  let changes: ModelChanges?
}

/// Passes all callbacks on to another strategy, and lets a test look at every frame.
private final class Watched: AnnotationUpdateCallbacks {
  private let base: any AnnotationUpdateCallbacks
  private let model: PinModel
  private let context: UpdateContext
  private let look: (WatchedFrame) -> Void
  private var changes: ModelChanges?

  init(
    _ base: any AnnotationUpdateCallbacks, model: PinModel, context: UpdateContext,
    look: @escaping (WatchedFrame) -> Void
  ) {
    (self.base, self.model, self.context, self.look) = (base, model, context, look)
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
    look(
      WatchedFrame(
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
