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

  /// Removes and returns the work since the latest call.
  func takeChanges() -> [Change] {
    defer { changes.removeAll(keepingCapacity: true) }
    return changes
  }
}

/// The callbacks of code that places views over a map.
public struct PlacementCallbacks {
  let didChange: (_ camera: MapRect, _ time: Int64) -> Void
  let didStop: (_ camera: MapRect, _ time: Int64) -> Void

  /// Creates the callbacks; a time is in nanoseconds since the map appeared.
  ///
  /// - Parameters:
  ///   - didChange: the camera has moved; called on the main thread when it is free, with the camera
  ///     of then.
  ///   - didStop: the camera has come to rest.
  public init(
    didChange: @escaping (_ camera: MapRect, _ time: Int64) -> Void = { _, _ in },
    didStop: @escaping (_ camera: MapRect, _ time: Int64) -> Void = { _, _ in }
  ) {
    self.didChange = didChange
    self.didStop = didStop
  }
}

/// The function that makes an app's code for views over a map, when the map appears.
public typealias ViewPlacementMake = @Sendable (ViewPlacement) -> PlacementCallbacks

extension StrategyEntry where Make == ViewPlacementMake {
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
