import Clustering
import Foundation

/// The inaccuracies of a map view's conversion of regions, beyond the fit to its own shape.
///
/// `MKMapView` shows the smallest rectangle of the view's aspect ratio that contains the request:
/// the documentation of `setRegion(_:animated:)` says that the region may be adjusted to fit. That is
/// ``exact``. The documentation does not say how exactly a region can be read back, and the other
/// cases are assumptions about it.
///
/// A region is converted when it is set. Whether the layout pass that follows converts it again is an
/// assumption of its own: ``RegionMapView/layoutPassConversions``.
public enum RegionFitting: Hashable, Sendable {
  /// The region that is read back shows the same rectangle when it is set again.
  case exact
  /// Each conversion leaves the rectangle a little larger or smaller, in turn, by a number of
  /// points of the screen at the top and at the bottom; the centre stays.
  ///
  /// Rectangles are neighbours in pairs, and a conversion replaces one by its neighbour; the first
  /// conversion of a layout pass has the pairs in between, the second one the same pairs again, and
  /// so on. So no conversion drifts, and none comes to rest. The points are above 0. An assumption.
  case residual(points: Double)
  /// Each conversion moves the centre north or south, in turn, by a number of degrees above 0;
  /// in pairs, as ``residual(points:)``. An assumption.
  case centerResidual(degrees: Double)
  /// Each conversion contains its input, and so is larger: a region is symmetric in degrees, a
  /// rectangle on the flat map. An assumption.
  ///
  /// Of a layout pass with a single conversion it comes to rest: that leads to the rectangle that
  /// setting the region again would lead to. With none or two it does not.
  case expanding
}

/// The rectangle that a map shows, or will show.
struct FittedRegion: Hashable, Sendable {
  var rect: MapRect
  /// The centre with the digits of the request; `nil` if only the rectangle is known.
  var center: Coordinate?

  /// Returns whether a map that shows the other rectangle has to move.
  ///
  /// - Parameter threshold: the minimum movement of an edge, in map points.
  func differs(from other: MapRect, by threshold: Double) -> Bool {
    let world = MapSize.world.width
    var east = abs(rect.minX - other.minX)
    // The two names of the antimeridian.
    if east > world / 2 { east = abs(east - world) }
    return east > threshold || abs(rect.minY - other.minY) > threshold
      || abs(rect.width - other.width) > threshold
      || abs(rect.height - other.height) > threshold
  }
}

/// The conversion of regions to rectangles by a map view of one size, without its limits.
struct RegionConversion {
  let fitting: RegionFitting
  let viewport: Viewport
  /// The ratio of two neighbouring rectangles' sides, and its logarithm.
  private var growth = 1.0
  private var growthLogarithm = 0.0

  init(fitting: RegionFitting, viewport: Viewport) {
    self.fitting = fitting
    self.viewport = viewport
    guard case .residual(let points) = fitting else { return }
    precondition(points > 0, "a residual is a length")
    growth = 1 + 2 * points / viewport.height
    growthLogarithm = log(growth)
  }

  /// Converts a requested region.
  func fitted(_ region: Region) -> FittedRegion {
    if fitting == .expanding {
      return FittedRegion(rect: viewport.mapRectThatFits(region), center: region.center)
    }
    let exact = FittedRegion(rect: viewport.mapRect(readBackAs: region), center: region.center)
    return neighbor(of: exact, upFromEven: true)
  }

  /// Converts the visible rectangle as the layout pass does, a number of times.
  func laidOut(_ shown: FittedRegion, conversions: Int) -> FittedRegion {
    var converted = shown
    for number in 0..<conversions {
      if fitting == .expanding {
        converted.rect = viewport.mapRectThatFits(Region(converted.rect))
      } else {
        // The one that set the region had the pairs up from even numbers.
        converted = neighbor(of: converted, upFromEven: !number.isMultiple(of: 2))
      }
    }
    return converted
  }

  /// Returns the other of two neighbours: they are numbered, and each conversion has pairs of an
  /// even number and the one after it, or before it.
  private func neighbor(of shown: FittedRegion, upFromEven: Bool) -> FittedRegion {
    switch fitting {
    case .exact, .expanding: return shown
    case .residual:
      let number = (log(shown.rect.width) / growthLogarithm).rounded()
      let isUp = Self.isEven(number) == upFromEven
      return FittedRegion(
        rect: shown.rect.scaled(by: isUp ? growth : 1 / growth), center: shown.center)
    case .centerResidual(let degrees):
      precondition(degrees > 0, "a residual is an angle")
      var center = shown.center ?? MapPoint(x: shown.rect.midX, y: shown.rect.midY).coordinate
      let isUp = Self.isEven((center.latitude / degrees).rounded()) == upFromEven
      center.latitude += isUp ? degrees : -degrees
      let y = MapPoint(Coordinate(latitude: center.latitude, longitude: 0)).y
      return FittedRegion(
        rect: MapRect(center: MapPoint(x: shown.rect.midX, y: y), size: shown.rect.size),
        center: center)
    }
  }

  /// Returns whether a whole number is even.
  private static func isEven(_ number: Double) -> Bool {
    (number / 2).rounded(.down) * 2 == number
  }
}

extension MapRect {
  /// The rectangle with the same middle and other sides.
  func scaled(by factor: Double) -> MapRect {
    MapRect(
      center: MapPoint(x: midX, y: midY),
      size: MapSize(width: width * factor, height: height * factor))
  }
}

/// The limits of what a map view shows: nothing beyond the edges of the flat map, and nothing
/// closer than zoom 20.
struct RegionLimits {
  let viewport: Viewport
  /// The widths that may be shown, in map points.
  private let widths: ClosedRange<Double>
  /// The centres from north to south that may be shown, in map points: within
  /// ``MapPoint/maxLatitude``.
  private let centers: ClosedRange<Double>

  init(viewport: Viewport) {
    precondition(viewport.width > 0 && viewport.height > 0, "a map view has a size")
    self.viewport = viewport
    let world = MapSize.world
    // At zoom 20 a map point is a point of the screen.
    let maxWidth = world.width * min(1, viewport.width / viewport.height)
    widths = min(viewport.width, maxWidth)...maxWidth
    centers = CameraPose.worldTop...CameraPose.worldBottom
  }

  /// The nearest to a rectangle of the view's aspect ratio that may be shown.
  ///
  /// A rectangle that may be shown stays the same, to the last digit.
  func kept(_ fitted: FittedRegion) -> FittedRegion {
    let rect = fitted.rect
    let middle = MapPoint(x: rect.midX, y: rect.midY)
    var center = MapPoint(x: Self.wrapped(middle.x), y: middle.y)
    center.y = min(max(center.y, centers.lowerBound), centers.upperBound)
    let width = min(max(rect.width, widths.lowerBound), widths.upperBound)
    let margin = width * (viewport.height / viewport.width) / 2
    center.y = min(max(center.y, margin), max(MapSize.world.height - margin, margin))
    guard center != middle || width != rect.width else { return fitted }
    let size = MapSize(width: width, height: width * (viewport.height / viewport.width))
    // A centre that is only wrapped around the antimeridian is the requested place.
    return FittedRegion(
      rect: MapRect(center: center, size: size),
      center: center.y == middle.y ? fitted.center : nil)
  }

  /// The x within the flat map that names the same meridian.
  private static func wrapped(_ x: Double) -> Double {
    let world = MapSize.world.width
    if x >= 0, x < world { return x }
    return x - (x / world).rounded(.down) * world
  }
}
