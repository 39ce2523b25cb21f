import Clustering
import Simulation

/// All events on a device while its map is visible; they do not depend on the strategy.
struct UpdateEnvironment: Sendable {
  let device: Device
  let camera: CameraPath
  /// The places of the pins at the beginning.
  let points: [MapPoint]
  let changes: ChangeSettings

  /// The number of refreshes of the screen.
  var frameCount: Int { camera.rects.count }
  /// The time from one refresh to the next in nanoseconds.
  var interval: Int64 { FrameForecast.interval(refresh: device.refresh) }
}

/// Something that happens to an app while it shows its map.
struct EnvironmentEvent: Hashable, Sendable {
  /// In the order of the events of one time.
  enum Kind: Int, Hashable, Sendable {
    /// The user taps a pin.
    case tap
    /// State changes that the map does not show, such as the user's location.
    case location
    /// Some pins move.
    case movement
    /// The data is loaded again.
    case refresh

    /// Indicates whether it changes the data that the map shows.
    var changesModel: Bool { self == .movement || self == .refresh }
  }

  /// Nanoseconds since the map appeared.
  let time: Int64
  let kind: Kind
}
