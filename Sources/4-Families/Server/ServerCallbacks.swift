import Clustering

/// The part of an app that brings the pins of its server onto a map.
///
/// Used by one thread at a time.
public protocol ServerCallbacks: AnyObject {
  /// Called when the map rests, to get the pins that it should show.
  func mapDidRest(in view: MapRest) throws
  /// The part of the visible pins that the map shows with its current data, alone or in clusters.
  func shown(in view: MapRest) -> ShownPins
  /// The time at which what is shown was read from the store, in nanoseconds of the session: that of
  /// its oldest part. `nil` if nothing is shown.
  func dataTime(in view: MapRest) -> Int64?
}

/// The function that makes the part of an app for the pins of a server when the app starts; its
/// arguments are the connection to the server, and the pins that came with the app.
public typealias ServerMake = @Sendable (PinClient, PinBundle) -> any ServerCallbacks

/// The pins of the server when the app was built, which came with it.
public struct PinBundle: Hashable, Sendable {
  /// The pins' places.
  public let points: [MapPoint]
  /// The time when the app was built, in nanoseconds of the session; below 0.
  public let time: Int64

  /// The pins of a time.
  public init(points: [MapPoint], time: Int64) {
    self.points = points
    self.time = time
  }
}

/// A map that rests.
public struct MapRest: Hashable, Sendable {
  /// The visible rectangle.
  public let visible: MapRect
  /// The zoom level of tiles of 256 points, a whole one.
  public let zoom: Int
  /// The time since the start of the session, in nanoseconds.
  public let time: Int64

  /// A rectangle that is visible at a time.
  public init(visible: MapRect, zoom: Int, time: Int64) {
    self.visible = visible
    self.zoom = zoom
    self.time = time
  }
}

/// The part of the visible pins that a map shows.
public enum ShownPins: Hashable, Sendable {
  /// All of them.
  case all
  /// Those in some rectangles, which do not overlap.
  case inside([MapRect])
  /// A number of them.
  case count(Int)
}

extension MapRect {
  /// The parameter `bbox` of a request for this part of the map: west, south, east, north.
  public var boundingBox: String {
    let isPart = width < MapSize.world.width
    let (west, east): (Double, Double) =
      isPart ? (longitude(minX), longitude(maxX)) : (-180, 180)
    return [west, latitude(maxY), east, latitude(minY)]
      .map { "\(($0 * 1_000_000).rounded() / 1_000_000)" }.joined(separator: ",")
  }

  private func longitude(_ x: Double) -> Double {
    let world = MapSize.world.width
    // The world's edge is 180 degrees east, not west.
    let onWorld = x - (x / world).rounded(.down) * world
    return MapPoint(x: onWorld == 0 && x > 0 ? world : onWorld, y: 0).coordinate.longitude
  }

  private func latitude(_ y: Double) -> Double {
    MapPoint(x: 0, y: min(max(y, 0), MapSize.world.height)).coordinate.latitude
  }

  /// Returns whether another rectangle lies in this one.
  func contains(_ other: MapRect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }
}
