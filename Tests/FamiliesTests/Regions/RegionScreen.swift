import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport

/// A map screen of 400 by 800 points off the coast of Africa, whose script a test writes by hand.
struct RegionScreen {
  /// Map points in a point of the screen: zoom level 12.
  static let scale = 256.0
  static let viewport = Viewport(width: 400, height: 800)
  static let middle = MapPoint(x: 130_000_000, y: 120_000_000)
  /// Code that shows a closer region.
  static let command = RegionScreen().showing(east: 300, south: -40, zoomedInBy: 2, at: 500)
  private static let millisecond: Int64 = 1_000_000

  private var events: [RegionScript.Event] = []
  /// The places that the map's content shows.
  private let places: [Coordinate]

  init(places: [Coordinate] = []) { self.places = places }

  /// A region of the screen's width around a place so many points away from the middle.
  static func region(east: Double, south: Double, zoomedInBy factor: Double = 1) -> Region {
    let center = MapPoint(x: middle.x + east * scale, y: middle.y + south * scale)
    let width = viewport.width * scale / factor
    return Region(MapRect(center: center, size: MapSize(width: width, height: width)))
  }

  /// A drag to the east of ten steps, from the first time on, each step 10 points and 20 ms.
  func dragging(at time: Int64) -> RegionScreen {
    var screen = adding(.gestureBegins, at: time)
    for step in Int64(1)...10 {
      screen = screen.adding(.movement(UserMovement(x: 10, y: 0)), at: time + 20 * step)
    }
    return screen.adding(.gestureEnds, at: time + 220)
  }

  /// Positions of the user, which have nothing to do with the map's region.
  func locating(at times: Int64...) -> RegionScreen {
    times.reduce(self) { screen, time in
      screen.adding(.location(Coordinate(0, Double(time) / 1e6)), at: time)
    }
  }

  /// Code that shows a region.
  func showing(
    east: Double, south: Double = 0, zoomedInBy factor: Double = 1, at time: Int64
  ) -> RegionScreen {
    let region = Self.region(east: east, south: south, zoomedInBy: factor)
    return adding(.command(.show(region), reason: "code shows a region"), at: time)
  }

  /// - Parameter time: in milliseconds.
  func adding(_ action: RegionScript.Action, at time: Int64) -> RegionScreen {
    var screen = self
    screen.events.append(RegionScript.Event(at: time * Self.millisecond, action))
    return screen
  }

  /// Lets the script happen in the order of its times, and leaves the screen after some seconds.
  ///
  /// - Parameters:
  ///   - layoutPassConversions: `nil` for as many as keep an inexact map from coming to rest after a
  ///     change: 1, and 2 on the expanding map.
  ///   - own: writes the strategy "own".
  func use(
    _ strategy: String, fitting: RegionFitting = .exact,
    setting: RegionAppSetting = .init(delivery: .synchronous, isAnimated: false),
    updateMicroseconds: Double = 500, changeMicroseconds: Double = 0,
    layoutPassConversions: Int? = nil, seconds: Int64 = 5,
    own: @escaping @Sendable (OwnStrategy) -> Void = { _ in }
  ) throws -> RegionUpdateRecord {
    let entry = try Family.regionUpdates.adding([.own(own)]).entries.entry(
      of: Case(scenario: "", variant: "", size: 1, strategy: strategy))
    let (width, height) = (Self.viewport.width * Self.scale, Self.viewport.height * Self.scale)
    let start = MapRect(center: Self.middle, size: MapSize(width: width, height: height))
    let ordered = events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    let script = RegionScript(
      start: start, userLocation: Coordinate(0, 0), places: PinSet(coordinates: places),
      events: ordered, duration: seconds * 1_000 * Self.millisecond)
    let conversions = layoutPassConversions ?? (fitting == .expanding ? 2 : 1)
    let device = Device(
      viewport: Self.viewport, scale: 3, refresh: 60,
      profile: .sample([
        .updatePass: 1_000 * updateMicroseconds, .setCamera: 1_000 * changeMicroseconds,
        .layoutPassConversions: Double(conversions),
      ]))
    return RegionUpdateDriver(
      environment: (script, device, fitting), setting: setting, entry: entry
    ).perform()
  }
}

extension RegionFitting {
  static let smallResidual = RegionFitting.residual(points: 0.024)
  static let smallCenterResidual = RegionFitting.centerResidual(degrees: 1e-9)
  /// Maps on which a region does not come to rest by conversions.
  static let restless = [smallResidual, smallCenterResidual, .expanding]
}

extension RegionAppSetting {
  static let animated = all.filter(\.isAnimated)
  static let notAnimated = all.filter { !$0.isAnimated }
}
