import MapGeometry
import MapSimulation

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

/// What the screen would show at every refresh, with the beginnings and ends of movements.
struct CameraPath: Hashable, Sendable {
  /// The visible rectangle at each refresh.
  let rects: [MapRect]
  /// For each refresh the number of moves of the camera until then.
  private(set) var revisions = [0]
  /// For each refresh the number of movements that had ended until then: the camera rested, or the
  /// path ended.
  private(set) var endedMovements = [0]
  /// The refresh of each move of the camera; the first is 0, when the map appears.
  private(set) var movingRefreshes = [0]

  /// - Parameter rects: at least one.
  init(_ rects: [MapRect]) {
    precondition(!rects.isEmpty, "a camera path has a beginning")
    self.rects = rects
    var isMoving = false
    for refresh in rects.indices.dropFirst() {
      let moves = rects[refresh] != rects[refresh - 1]
      if moves { movingRefreshes.append(refresh) }
      let ends = isMoving && !moves || moves && refresh == rects.count - 1
      revisions.append(movingRefreshes.count - 1)
      endedMovements.append(endedMovements[refresh - 1] + (ends ? 1 : 0))
      isMoving = moves
    }
  }

  /// Indicates whether the camera moved at a refresh.
  func isMoving(at refresh: Int) -> Bool {
    refresh > 0 && revisions[refresh] > revisions[refresh - 1]
  }
}
