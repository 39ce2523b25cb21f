import Clustering
import Platform
import Simulation
import Support

/// Tracks of people, routes along roads, and zones of a city, in map points.
///
/// Directions are vectors that turn a little at each point, without trigonometry, whose last digits
/// differ between machines. A profile has the numbers, in the group
/// ``ProfileParameter/Group/lines``.
struct LineGenerator {
  private let profile: PlatformProfile
  private var random: SplitMix64
  private let start: MapPoint
  /// Map points for a metre at the start.
  private let scale: Double

  /// All lines begin in one city.
  private static let city = Coordinate(latitude: 52.52, longitude: 13.405)

  init(seed: UInt64, profile: PlatformProfile) {
    self.profile = profile
    random = SplitMix64(seed: seed)
    let point = MapPoint(Self.city)
    start = MapPoint(x: point.x.rounded(), y: point.y.rounded())
    scale = (1_000 / MapPoint.metersPerMapPoint(atLatitude: Self.city.latitude)).rounded() / 1_000
  }

  /// The fixes of a person who runs, one for each second. Their errors change slowly.
  mutating func track(fixes: Int) -> [MapPoint] {
    let step = profile[.runnerStep] * scale
    let noise = profile[.trackNoise] * scale
    let kept = profile[.trackNoiseKept]
    // The error's own deviation stays the same from fix to fix.
    let fresh = (1 - kept * kept).squareRoot() * noise
    let turn = profile[.runnerTurn]
    var place = start
    var direction = Direction(x: 1, y: 0)
    var (errorX, errorY) = (noise * random.gaussian(), noise * random.gaussian())
    return (0..<fixes).map { _ in
      let fix = MapPoint(x: place.x + errorX, y: place.y + errorY)
      direction = direction.turned(by: turn * random.gaussian())
      place = MapPoint(x: place.x + step * direction.x, y: place.y + step * direction.y)
      errorX = kept * errorX + fresh * random.gaussian()
      errorY = kept * errorY + fresh * random.gaussian()
      return fix
    }
  }

  /// A route of a length in metres along a road, which keeps a main direction.
  mutating func route(meters: Double) -> [MapPoint] {
    let count = Int((meters / profile[.roadPointDistance]).rounded(.up)) + 1
    return road(points: max(count, 2), from: start, towards: Direction(x: 0.8, y: 0.6))
  }

  /// Routes of a number of points each, which begin in one district.
  mutating func routes(_ count: Int, points: Int) -> [[MapPoint]] {
    let width = profile[.routeDistrict] * scale
    return (0..<count).map { _ in
      let place = MapPoint(
        x: start.x + width * (random.unit() - 0.5), y: start.y + width * (random.unit() - 0.5))
      let towards = Direction(x: random.number(in: -1...1), y: random.number(in: -1...1))
      return road(points: points, from: place, towards: towards.normalized)
    }
  }

  /// Zones side by side in one district: closed outlines of a number of points each, or circles as
  /// the two ends of a diameter.
  ///
  /// - Parameter points: the points of each outline, the first one counted once; `nil` for circles.
  mutating func zones(_ count: Int, points: Int?) -> [[MapPoint]] {
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let share = profile[.routeDistrict] * scale / Double(columns)
    let radius = share * profile[.zoneWidth] / 2
    return (0..<count).map { zone in
      let center = MapPoint(
        x: start.x + share * (Double(zone % columns) + 0.5 - Double(columns) / 2),
        y: start.y + share * (Double(zone / columns) + 0.5 - Double(columns) / 2))
      return outline(around: center, radius: radius, points: points)
    }
  }

  private mutating func outline(
    around center: MapPoint, radius: Double, points: Int?
  ) -> [MapPoint] {
    let roughness = profile[.zoneRoughness]
    guard let points else {
      let reach = radius * (1 - roughness * random.unit())
      return [
        MapPoint(x: center.x - reach, y: center.y), MapPoint(x: center.x + reach, y: center.y),
      ]
    }
    let outline = (0..<points).map { index in
      let reach = radius * (1 - roughness * random.unit())
      let direction = Direction.around(Double(index) / Double(points))
      return MapPoint(x: center.x + reach * direction.x, y: center.y + reach * direction.y)
    }
    return outline + outline.prefix(1)
  }

  private mutating func road(
    points: Int, from first: MapPoint, towards main: Direction
  ) -> [MapPoint] {
    let step = profile[.roadPointDistance] * scale
    let turn = profile[.roadTurn]
    let kept = profile[.roadTurnKept]
    var place = first
    var deviation = 0.0
    return (0..<points).map { _ in
      let point = place
      deviation = kept * deviation + turn * random.gaussian()
      let direction = main.turned(by: deviation)
      place = MapPoint(x: place.x + step * direction.x, y: place.y + step * direction.y)
      return point
    }
  }
}

/// A direction as a vector of length 1.
private struct Direction {
  let x: Double
  let y: Double

  var normalized: Direction {
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? Direction(x: x / length, y: y / length) : Direction(x: 1, y: 0)
  }

  /// The direction to the place at a fraction of the way around a square: nearly the same fraction
  /// of a turn.
  static func around(_ fraction: Double) -> Direction {
    let side = Int(4 * fraction)
    let along = 2 * (4 * fraction - Double(side)) - 1
    return switch side {
    case 0: Direction(x: 1, y: along).normalized
    case 1: Direction(x: -along, y: 1).normalized
    case 2: Direction(x: -1, y: -along).normalized
    default: Direction(x: along, y: -1).normalized
    }
  }

  /// The direction turned by the angle with a tangent, nearly the angle itself if it is small.
  func turned(by tangent: Double) -> Direction {
    Direction(x: x - tangent * y, y: y + tangent * x).normalized
  }
}
