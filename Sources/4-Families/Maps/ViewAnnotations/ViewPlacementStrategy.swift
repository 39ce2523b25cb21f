import Clustering
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

  private var changes: [Change] = []

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

/// The callbacks of code that places views over a map, when it has made them.
public struct PlacementCallbacks {
  /// The camera has moved, at a time in nanoseconds since the map appeared.
  var didChange: (MapRect, Int64) -> Void = { _, _ in }
  /// The camera has come to rest.
  var didStop: (MapRect, Int64) -> Void = { _, _ in }
}

/// The function that makes a strategy for views over a map.
public typealias ViewPlacementMake = @Sendable (ViewPlacement) -> PlacementCallbacks

extension StrategyEntry where Make == ViewPlacementMake {
  /// Creates an entry for a strategy's type.
  public init(
    _ name: String, _ strategy: (some ViewPlacementStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, summary: summary, reasoning: reasoning) {
      let strategy = strategy.init(placement: $0)
      return PlacementCallbacks(
        didChange: strategy.cameraDidChange, didStop: strategy.cameraDidStop)
    }
  }

  /// Places all views in callbacks, with a minimum time between two placements in nanoseconds.
  static func onCallback(
    _ name: String, every interval: Int64, summary: String, reasoning: String? = nil
  ) -> Self {
    StrategyEntry(name, summary: summary, reasoning: reasoning) { views in
      var latest: Int64?
      return PlacementCallbacks(
        didChange: { camera, time in
          if let latest, time - latest < interval { return }
          latest = time
          views.place(for: camera)
        }, didStop: { camera, _ in views.place(for: camera) })
    }
  }
}
