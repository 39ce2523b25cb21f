import Clustering
import Foundation
import PinData
import Platform
import Support

/// The random choices of a simulated user: pins, directions and speeds.
struct Itinerary {
  let overview: CameraPose
  /// The distance that the overview may move, in map points, before a pin leaves the view.
  let overviewSlack: (x: Double, y: Double)
  private let pins: PinSet
  private let profile: PlatformProfile
  private let liesAroundAntimeridian: Bool
  private var random: SplitMix64

  init(pins: PinSet, viewport: Viewport, seed: UInt64, profile: PlatformProfile) {
    self.pins = pins
    self.profile = profile
    random = SplitMix64(seed: seed)

    let pinRect = MapRect(pins.region)
    // With a margin, but not beyond the world: a map does not show it twice.
    let margin = 1 + profile[.overviewMargin]
    let width = min(pinRect.width * margin, MapSize.world.width)
    let height = min(pinRect.height * margin, CameraPose.worldHeight)
    overview = CameraPose(
      center: MapPoint(x: pinRect.midX, y: pinRect.midY),
      mapPointsPerPoint: max(width / viewport.width, height / viewport.height, 1)
    ).keptOnWorld(in: viewport)

    let view = overview.rect(in: viewport)
    let showsAllLongitudes = width == MapSize.world.width
    overviewSlack = (
      x: showsAllLongitudes ? .infinity : (view.width - pinRect.width) / 2,
      y: max(min(pinRect.minY - view.minY, view.maxY - pinRect.maxY), 0)
    )
    liesAroundAntimeridian = pinRect.spans180thMeridian && !showsAllLongitudes
  }

  /// Returns the place of a pin drawn at random. O(pins).
  mutating func pin() -> MapPoint {
    let lottery = PlaceLottery(draw: random.next(), meridian: pins.region.center.longitude)
    var drawn: (ticket: UInt64, coordinate: Coordinate)?
    for coordinate in pins.coordinates where coordinate.isValid {
      let ticket = lottery.ticket(coordinate)
      if ticket < drawn?.ticket ?? .max { drawn = (ticket, coordinate) }
    }
    return drawn.map { MapPoint($0.coordinate) } ?? overview.center
  }

  /// The place of a pin to stay at for a while. Where the pins lie around the antimeridian, it is
  /// one close to it, so that the stay leads across.
  mutating func placeToStay() -> MapPoint {
    guard liesAroundAntimeridian else { return pin() }
    let candidates = (0..<32).map { _ in pin() }
    func distance(_ point: MapPoint) -> Double { min(point.x, MapSize.world.width - point.x) }
    return candidates.min { distance($0) < distance($1) } ?? overview.center
  }

  /// The zoom level of a stay: at least a number of levels closer than the overview, and at most 20.
  func zoomOfStay(atLeast zoom: Double) -> Double {
    min(max(zoom, overview.zoom + profile[.stayZoomAboveOverview]), 20)
  }

  /// A number drawn evenly between two.
  mutating func number(from min: Double, to max: Double) -> Double {
    min + (max - min) * random.unit()
  }

  /// A number drawn evenly between two parameters.
  mutating func number(from min: ProfileParameter.Name, to max: ProfileParameter.Name) -> Double {
    number(from: profile[min], to: profile[max])
  }

  /// A time in seconds drawn evenly between two parameters.
  mutating func seconds(from min: ProfileParameter.Name, to max: ProfileParameter.Name) -> Double {
    number(from: profile[min] / 1e9, to: profile[max] / 1e9)
  }

  /// A direction on the screen, of length 1, drawn evenly from all around.
  mutating func direction() -> (x: Double, y: Double) { random.direction() }

  /// The speed of a finger at the end of a fling, in points a second: lognormal around the median,
  /// within limits.
  mutating func flingSpeed() -> Double {
    let speed = profile[.flingSpeedMedian] * exp(profile[.flingSpeedSigma] * random.gaussian())
    return min(max(speed, profile[.flingSpeedMin]), profile[.flingSpeedMax])
  }
}
