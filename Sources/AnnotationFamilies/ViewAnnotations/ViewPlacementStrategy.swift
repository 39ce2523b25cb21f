import MapGeometry
import ScenarioModel

/// The views that an app lays over a map, each for a pin.
///
/// What the app does in a callback is on the screen some frames later than the movement that caused
/// it; the profile's `camera-callback-delay` is their number.
public final class ViewPlacement {
  enum Change: Hashable {
    case place(MapRect)
    case attach
    case show(Bool)
  }

  private(set) var changes: [Change] = []

  init() {}

  /// Moves all views to where a camera shows their pins.
  public func place(for camera: MapRect) { changes.append(.place(camera)) }

  /// Gives the views to the map, which places them in each frame when it draws itself, as the
  /// annotation views of `MKMapView`.
  public func attachToMap() { changes.append(.attach) }

  /// Shows or hides all views.
  public func setVisible(_ isVisible: Bool) { changes.append(.show(isVisible)) }

  /// Removes and returns what was done since the latest call.
  func takeChanges() -> [Change] {
    defer { changes.removeAll(keepingCapacity: true) }
    return changes
  }
}

/// An app's code that places views over a map.
///
/// Used by one thread at a time.
public protocol ViewPlacementStrategy: AnyObject, SendableMetatype {
  /// Makes the strategy when the map appears.
  init(placement: ViewPlacement)

  /// The camera has moved; called on the main thread when it is free, with the camera of then.
  ///
  /// - Parameter time: nanoseconds since the map appeared.
  func cameraDidChange(_ camera: MapRect, time: Int64)

  /// The camera has come to rest.
  func cameraDidStop(_ camera: MapRect, time: Int64)
}

extension StrategyEntry where Make == ViewAnnotationsFamily.Make {
  /// Creates an entry for a strategy's type.
  public init(
    _ name: String, _ strategy: (some ViewPlacementStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, summary: summary, reasoning: reasoning, make: { strategy.init(placement: $0) })
  }
}

extension ViewAnnotationsFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "placed-on-callback",
      summary: "Places all views in each callback of the camera.",
      reasoning: "A view that is placed at each movement stays at its place."
    ) { PlacedOnCallback(placement: $0, interval: 0) },
    StrategyEntry(
      "placed-at-30-hz", summary: "Places all views in callbacks, 30 times a second at most."
    ) { PlacedOnCallback(placement: $0, interval: 33_000_000) },
    StrategyEntry(
      "placed-at-10-hz", summary: "Places all views in callbacks, 10 times a second at most."
    ) { PlacedOnCallback(placement: $0, interval: 100_000_000) },
    StrategyEntry(
      "placed-at-movement-end", PlacedAtEnd.self,
      summary: "Places all views when the camera has come to rest."),
    StrategyEntry(
      "hidden-while-moving", HiddenWhileMoving.self,
      summary: "Hides all views at the beginning of a movement, and places them at its end."),
    StrategyEntry(
      "placed-by-map", PlacedByMap.self,
      summary: "Gives the views to the map, which places them when it draws itself."),
  ]
}

final class PlacedOnCallback: ViewPlacementStrategy {
  private let placement: ViewPlacement
  /// The shortest time between two placements in nanoseconds.
  private let interval: Int64
  private var latest: Int64?

  convenience init(placement: ViewPlacement) { self.init(placement: placement, interval: 0) }

  init(placement: ViewPlacement, interval: Int64) {
    self.placement = placement
    self.interval = interval
  }

  func cameraDidChange(_ camera: MapRect, time: Int64) {
    if let latest, time - latest < interval { return }
    latest = time
    placement.place(for: camera)
  }

  func cameraDidStop(_ camera: MapRect, time: Int64) { placement.place(for: camera) }
}

final class PlacedAtEnd: ViewPlacementStrategy {
  private let placement: ViewPlacement

  init(placement: ViewPlacement) {
    self.placement = placement
  }

  func cameraDidChange(_ camera: MapRect, time: Int64) {}

  func cameraDidStop(_ camera: MapRect, time: Int64) { placement.place(for: camera) }
}

final class HiddenWhileMoving: ViewPlacementStrategy {
  private let placement: ViewPlacement
  private var isHidden = false

  init(placement: ViewPlacement) {
    self.placement = placement
  }

  func cameraDidChange(_ camera: MapRect, time: Int64) {
    guard !isHidden else { return }
    isHidden = true
    placement.setVisible(false)
  }

  func cameraDidStop(_ camera: MapRect, time: Int64) {
    placement.place(for: camera)
    placement.setVisible(true)
    isHidden = false
  }
}

final class PlacedByMap: ViewPlacementStrategy {
  init(placement: ViewPlacement) { placement.attachToMap() }

  func cameraDidChange(_ camera: MapRect, time: Int64) {}
  func cameraDidStop(_ camera: MapRect, time: Int64) {}
}
