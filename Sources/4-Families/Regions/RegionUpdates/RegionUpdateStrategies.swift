import Clustering
import ScenarioModel
import Simulation

extension StrategyEntry where Make == RegionUpdateMake {
  /// The strategies that come with MapPressure, naive ones first.
  static let standard: [StrategyEntry] = [
    guarded(
      "unguarded", summary: "Sets the region at every update, and writes back what the map shows.",
      reasoning:
        "`mapView.setRegion(model.region, animated:)` in every update: setting the region that "
        + "the map already shows does nothing"
    ) { _, _, _ in true },
    guarded(
      "exact-equality", summary: "Sets the region if it is not exactly the map's region.",
      reasoning:
        "`if mapView.region != model.region`: the region that is read back is the one that was set"
    ) { region, mapView, _ in mapView.region != region },
    guarded(
      "center-only",
      summary: "Sets the region if its center is not the map's, and ignores the span.",
      reasoning:
        "`if mapView.region.center != model.region.center`: fitting changes the span, never the "
        + "center"
    ) { region, mapView, _ in
      let center = mapView.region.center
      return center.latitude != region.center.latitude
        || center.longitude != region.center.longitude
    },
    guarded(
      "flag", setsFlag: true,
      summary: "Sets the region at every update, and ignores the map's changes meanwhile.",
      reasoning:
        "`if ignoresRegionChanges { return }`: a change that begins while the flag is set is our "
        + "own, and each of our changes ends"
    ) { _, _, _ in true },
    guarded(
      "write-back-fitted", fits: true,
      summary: "Compares the map's region with the fitted model's region; keeps the fitted one.",
      reasoning:
        "`if mapView.region != mapView.regionThatFits(model.region)`: a region that fits is not "
        + "changed by fitting it again"
    ) { fitted, mapView, _ in mapView.region != fitted },
    guarded(
      "tolerance",
      summary: "Sets the region if it differs by more than half a point of the screen.",
      reasoning: "`if !model.region.looksLike(mapView.region, in: mapView.viewport)`: an invisible "
        + "difference needs no change"
    ) { region, mapView, _ in !region.looksLike(mapView.region, in: mapView.viewport) },
    guarded(
      "careful-tolerance",
      summary: "Like tolerance, but sets nothing during a gesture or an animation to that region.",
      reasoning: "`guard !mapView.isUserInteracting, model.region != destination`: gestures take "
        + "precedence, and a map that moves to the region need not be sent there again"
    ) { region, mapView, destination in
      guard !mapView.isUserInteracting, region != destination else { return false }
      return !region.looksLike(mapView.region, in: mapView.viewport)
    },
    StrategyEntry(
      "gesture-only",
      summary: "Writes state only for the user's gestures, and moves the map only for commands.",
      reasoning: "`guard request.number != doneRequest`: a request is an event, not a state"
    ) { GestureOnlyRegion(model: $0, delivery: $1, isAnimated: $2) },
    writingBack(
      "position-written-at-end", .atEnd,
      summary:
        "Binds a camera position, and writes the region into it when a camera change ends.",
      reasoning:
        "`.onMapCameraChange { position = .region($0.region) }`: the state is always what the map "
        + "shows"),
    writingBack(
      "position-written-continuously", .continuous,
      summary: "Binds a camera position, and writes the region into it at each step of a change.",
      reasoning:
        "`.onMapCameraChange(frequency: .continuous) { position = .region($0.region) }`: the state "
        + "is what the map shows, even during a movement"),
    writingBack(
      "position-written-after-gestures", .afterGestures,
      summary: "Binds a camera position, and writes the region into it after the user's gestures.",
      reasoning:
        "`if position.positionedByUser { position = .region($0.region) }`: a region that the app "
        + "has written itself needs no other write"),
    writingBack(
      "camera-position", .never,
      summary: "Binds a camera position, which code sets and the user's movements replace.",
      reasoning: "`Map(position: $position)`: the region that the map shows is never set again"),
    writingBack(
      "automatic-position", .never, first: .automatic,
      summary:
        "Binds a camera position that is automatic first, so that the map frames its content.",
      reasoning:
        "`@State private var position: MapCameraPosition = .automatic`: the map knows its content, "
        + "so that no code has to choose the first region"),
    StrategyEntry(
      "no-binding", summary: "Gives the map only its first region.",
      reasoning: "`Map(initialPosition:)`: the user moves the map, so that code does not have to"
    ) { model, _, _ in NoBindingRegion(model: model) },
  ]

  private static func writingBack(
    _ name: String, _ writeBack: CameraPositionRegion.WriteBack, first: MapCameraPosition? = nil,
    summary: String, reasoning: String
  ) -> StrategyEntry {
    StrategyEntry(name, summary: summary, reasoning: reasoning) { model, _, isAnimated in
      CameraPositionRegion(model: model, isAnimated: isAnimated, writeBack: writeBack, first: first)
    }
  }

  private static func guarded(
    _ name: String, fits: Bool = false, setsFlag: Bool = false, summary: String,
    reasoning: String, shouldSet: @escaping GuardedRegion.Guard
  ) -> StrategyEntry {
    StrategyEntry(name, summary: summary, reasoning: reasoning) { model, delivery, isAnimated in
      GuardedRegion(
        model: model, delivery: delivery, isAnimated: isAnimated, fits: fits, setsFlag: setsFlag,
        shouldSet: shouldSet)
    }
  }
}

/// Sets the model's region where a guard allows it, and writes back what the map then shows.
final class GuardedRegion: ModelRegionUpdateStrategy {
  /// Decides from the model's region, the map and the destination of a change that is under way
  /// whether an update sets the region.
  typealias Guard =
    @Sendable (_ region: Region, _ mapView: RegionMapView, _ destination: Region?) -> Bool

  let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool
  /// Indicates whether regions are fitted to the map before they are compared, set and written
  /// back.
  private let fits: Bool
  /// Indicates whether the map's changes are ignored while the strategy sets the region itself.
  private let setsFlag: Bool
  private let shouldSet: Guard
  private var destination: Region?
  private var ignoresRegionChanges = false

  init(
    model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool, fits: Bool, setsFlag: Bool,
    shouldSet: @escaping Guard
  ) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
    self.fits = fits
    self.setsFlag = setsFlag
    self.shouldSet = shouldSet
  }

  func updateUIView(_ mapView: RegionMapView) {
    let region = fits ? mapView.regionThatFits(model.region) : model.region
    guard shouldSet(region, mapView, destination) else { return }
    destination = region
    ignoresRegionChanges = setsFlag
    mapView.setRegion(region, animated: isAnimated)
    // An animated change ends later, and then the flag is cleared.
    if !isAnimated { ignoresRegionChanges = false }
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    destination = nil
    if ignoresRegionChanges {
      ignoresRegionChanges = false
      return
    }
    let region = fits ? mapView.regionThatFits(mapView.region) : mapView.region
    delivery.deliver { self.model.region = region }
  }
}

extension Region {
  /// Returns whether all corners are within half a point of a shown region's.
  fileprivate func looksLike(_ shown: Region, in viewport: Viewport) -> Bool {
    let rect = MapRect(self)
    let shownRect = MapRect(shown)
    let tolerance = 0.5 * shownRect.width / viewport.width
    return abs(rect.minX - shownRect.minX) <= tolerance
      && abs(rect.maxX - shownRect.maxX) <= tolerance
      && abs(rect.minY - shownRect.minY) <= tolerance
      && abs(rect.maxY - shownRect.maxY) <= tolerance
  }
}

/// Writes state only for the user's gestures, and moves the map only for requests of code, once for
/// each request.
final class GestureOnlyRegion: ModelRegionUpdateStrategy {
  let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool
  private var doneRequest = 0
  private var isUsersChange = false

  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  func centerMap(on region: Region) {
    model.region = region
    model.requestRegion(region)
  }

  func updateUIView(_ mapView: RegionMapView) {
    guard let request = model.request, request.number != doneRequest else { return }
    doneRequest = request.number
    mapView.setRegion(request.region, animated: isAnimated)
  }

  func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    isUsersChange = mapView.isUserInteracting
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    guard isUsersChange else { return }
    let region = mapView.region
    delivery.deliver { self.model.region = region }
  }
}

/// Gives the map its first region only, as `Map(initialPosition:)`: the user moves it, code cannot.
final class NoBindingRegion: ModelRegionUpdateStrategy {
  let model: MapScreenModel

  init(model: MapScreenModel) { self.model = model }

  /// Does nothing: the map takes no region from code.
  func updateUIView(_ mapView: RegionMapView) {}
}
