import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import RegionFamilies
import ScenarioModel
import TestSupport

/// A map screen of 400 by 800 points off the coast of Africa, whose script a test writes by hand.
struct RegionScreen {
  /// Map points in a point of the screen: zoom level 12.
  static let scale = 256.0
  static let viewport = Viewport(width: 400, height: 800)
  static let middle = MapPoint(x: 130_000_000, y: 120_000_000)
  private static let millisecond: Int64 = 1_000_000

  private var events: [RegionScript.Event] = []
  private var places: [Coordinate] = []

  /// A region of the screen's width around a place so many points away from the middle.
  static func region(east: Double, south: Double, zoomedInBy factor: Double = 1) -> Region {
    let center = MapPoint(x: middle.x + east * scale, y: middle.y + south * scale)
    let width = viewport.width * scale / factor
    return Region(MapRect(center: center, size: MapSize(width: width, height: width)))
  }

  // MARK: - The script

  /// Places that the map's content shows.
  func withContent(_ places: [Coordinate]) -> RegionScreen {
    var screen = self
    screen.places = places
    return screen
  }

  /// A drag to the east, from the first time on, each step 10 points and 20 ms.
  func dragging(at time: Int64, steps: Int = 10) -> RegionScreen {
    var screen = adding(.gestureBegins, at: time)
    for step in 1...steps {
      screen = screen.adding(
        .movement(UserMovement(x: 10, y: 0)), at: time + 20 * Int64(step))
    }
    return screen.adding(.gestureEnds, at: time + 20 * Int64(steps + 1))
  }

  /// A position of the user, which has nothing to do with the map's region.
  func locating(at time: Int64) -> RegionScreen {
    adding(.location(Coordinate(latitude: 0, longitude: Double(time) / 1e6)), at: time)
  }

  func showing(_ region: Region, at time: Int64) -> RegionScreen {
    adding(.command(.show(region), reason: "code shows a region"), at: time)
  }

  func zoomingIn(to span: CoordinateSpan, at time: Int64) -> RegionScreen {
    adding(.command(.zoom(to: span), reason: "code zooms in"), at: time)
  }

  func resizing(to viewport: Viewport, at time: Int64) -> RegionScreen {
    adding(.resize(viewport, reason: "the view is resized"), at: time)
  }

  /// - Parameter time: in milliseconds.
  private func adding(_ action: RegionScript.Action, at time: Int64) -> RegionScreen {
    var screen = self
    screen.events.append(RegionScript.Event(at: time * Self.millisecond, action))
    return screen
  }

  // MARK: - Its use

  /// Lets the script happen in the order of its times, and leaves the screen after some seconds.
  ///
  /// - Parameter layoutPassConversions: `nil` for as many as keep an inexact map from coming to rest
  ///   after a change: 1, and 2 on the expanding map.
  func use(
    _ strategy: String, fitting: RegionFitting = .exact,
    setting: RegionAppSetting = .init(delivery: .synchronous, isAnimated: false),
    adding entries: [StrategyEntry<RegionUpdateMake>] = [],
    updateMicroseconds: Double = 500, changeMicroseconds: Double = 0,
    layoutPassConversions: Int? = nil,
    seconds: Int64 = 5
  ) throws -> RegionUpdateOutcome {
    let entry = (Family.regionUpdates.entries + entries).first {
      $0.description.name == strategy
    }
    guard let entry else { throw Unknown(strategy: strategy) }
    let size = MapSize(
      width: Self.viewport.width * Self.scale, height: Self.viewport.height * Self.scale)
    let ordered = events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    let script = RegionScript(
      start: MapRect(center: Self.middle, size: size), viewport: Self.viewport,
      userLocation: Coordinate(latitude: 0, longitude: 0), places: PinSet(coordinates: places),
      events: ordered, duration: seconds * 1_000 * Self.millisecond)
    let device = Device(
      viewport: Self.viewport, scale: 3, refresh: 60,
      profile: .sample([
        .updatePass: 1_000 * updateMicroseconds, .setCamera: 1_000 * changeMicroseconds,
        .layoutPassConversions: Double(
          layoutPassConversions ?? (fitting == .expanding ? 2 : 1)),
      ]))
    return RegionUpdateDriver(
      environment: RegionUpdateEnvironment(script: script, device: device, fitting: fitting),
      setting: setting,
      entry: entry
    ).perform()
  }

  struct Unknown: Error {
    let strategy: String
  }
}
