import MapGeometry

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a map view makes of a region that it is asked for, beyond fitting it to its own shape.
///
/// `MKMapView` shows the smallest rectangle of the view's aspect ratio that contains the request.
/// How exactly its region comes back afterwards is not documented; developers report each of these.
///
/// A region is converted when it is set, and in all but the first of these once more by the layout
/// pass that follows, of which no delegate hears. So what a map reports at the end of a change and
/// what it is found to show later are not the same.
public enum RegionFitting: Hashable, Sendable {
  /// The region that is read back shows the same rectangle when it is set again.
  case exact
  /// Each conversion leaves the rectangle a little larger or smaller, in turn, by so many points of
  /// the screen at the top and at the bottom; the centre stays.
  ///
  /// Rectangles are neighbours in pairs, and a conversion takes one for its neighbour; the layout
  /// pass has the pairs in between. So no conversion drifts, and none comes to rest. The points are
  /// above 0.
  case residual(points: Double)
  /// Each conversion moves the centre north or south, in turn, by so many degrees, above 0; in
  /// pairs, as ``residual(points:)``.
  case centerResidual(degrees: Double)
  /// Each conversion contains what it was given, and so is larger: a region is symmetric in
  /// degrees, a rectangle on the flat world.
  ///
  /// The layout pass converts twice: it fits the region that it reads back, and shows the region
  /// that this gives.
  case expanding

  /// Whether a change is followed by a layout pass that changes the map once more.
  var hasLayoutPass: Bool { self != .exact }
}

/// What a map shows, or will show.
struct FittedRegion: Hashable, Sendable {
  var rect: MapRect
  /// The centre in the digits in which it was asked for; `nil` where the rectangle alone says it.
  var center: Coordinate?

  /// The least movement of a map, in map points: far below what a screen shows, and above what the
  /// last digits of a conversion make of a rectangle.
  static let leastMovement = 1e-5

  /// Whether a map that shows a rectangle would have to move.
  func differs(from other: MapRect) -> Bool {
    let world = MapSize.world.width
    var east = abs(rect.minX - other.minX)
    // The two names of the antimeridian.
    if east > world / 2 { east = abs(east - world) }
    return east > Self.leastMovement || abs(rect.minY - other.minY) > Self.leastMovement
      || abs(rect.width - other.width) > Self.leastMovement
      || abs(rect.height - other.height) > Self.leastMovement
  }
}

/// How a map view of one size turns regions into rectangles, without its limits.
struct RegionConversion {
  let fitting: RegionFitting
  let viewport: Viewport
  /// By how much larger one of two neighbouring rectangles is than the other, as a factor and as
  /// its logarithm.
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

  /// What a region becomes that a map is asked for.
  func fitted(_ region: Region) -> FittedRegion {
    if fitting == .expanding {
      return FittedRegion(rect: viewport.mapRectThatFits(region), center: region.center)
    }
    let exact = FittedRegion(rect: viewport.mapRect(readBackAs: region), center: region.center)
    return neighbor(of: exact, upFromEven: true)
  }

  /// What the layout pass makes of what the map shows.
  func laidOut(_ shown: FittedRegion) -> FittedRegion {
    guard fitting == .expanding else { return neighbor(of: shown, upFromEven: false) }
    var rect = shown.rect
    for _ in 0..<2 { rect = viewport.mapRectThatFits(Region(rect)) }
    return FittedRegion(rect: rect, center: shown.center)
  }

  /// The other one of two neighbours: they are numbered, and each conversion has pairs of an even
  /// number and the one after it, or before it.
  private func neighbor(of shown: FittedRegion, upFromEven: Bool) -> FittedRegion {
    switch fitting {
    case .exact, .expanding:
      return shown
    case .residual:
      let number = (log(shown.rect.width) / growthLogarithm).rounded()
      let isUp = Self.isEven(number) == upFromEven
      return FittedRegion(
        rect: shown.rect.scaled(by: isUp ? growth : 1 / growth), center: shown.center)
    case .centerResidual(let degrees):
      precondition(degrees > 0, "a residual is an angle")
      var center =
        shown.center ?? MapPoint(x: shown.rect.midX, y: shown.rect.midY).coordinate
      let isUp = Self.isEven((center.latitude / degrees).rounded()) == upFromEven
      center.latitude += isUp ? degrees : -degrees
      let y = MapPoint(Coordinate(latitude: center.latitude, longitude: 0)).y
      return FittedRegion(
        rect: MapRect(center: MapPoint(x: shown.rect.midX, y: y), size: shown.rect.size),
        center: center)
    }
  }

  /// Whether a whole number is even.
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

/// What a map view never shows: anything beyond the world, anything nearer than zoom 20, and what an
/// app has ruled out.
struct RegionLimits {
  let viewport: Viewport
  var zoomRange: CameraZoomRange?
  var boundary: MapRect?
  /// The least and the greatest width of what is shown, in map points.
  let widths: ClosedRange<Double>
  /// Where the centre may lie from north to south, in map points: latitudes beyond
  /// ``MapPoint/greatestLatitude`` are not told apart.
  private let centers: ClosedRange<Double>

  init(viewport: Viewport, zoomRange: CameraZoomRange? = nil, boundary: MapRect? = nil) {
    precondition(viewport.width > 0 && viewport.height > 0, "a map view has a size")
    self.viewport = viewport
    self.zoomRange = zoomRange
    self.boundary = boundary
    let world = MapSize.world
    // Nothing beyond the world's edges; at zoom 20 a map point is a point of the screen.
    let widest = world.width * min(1, viewport.width / viewport.height)
    widths = min(viewport.width, widest)...widest
    let north = Coordinate(latitude: MapPoint.greatestLatitude, longitude: 0)
    let south = Coordinate(latitude: -MapPoint.greatestLatitude, longitude: 0)
    centers = MapPoint(north).y...MapPoint(south).y
  }

  /// The nearest to a rectangle of the view's aspect ratio that may be shown: its centre in the
  /// boundary, as large as may be, moved onto the world.
  ///
  /// Where limits contradict each other, those of the world have the last word. What may be shown
  /// stays as it is, to the last digit.
  func kept(_ fitted: FittedRegion) -> FittedRegion {
    let rect = fitted.rect
    let middle = MapPoint(x: rect.midX, y: rect.midY)
    var center = middle
    if let boundary { center = Self.kept(center, in: boundary) }
    center.x = Self.wrapped(center.x)
    center.y = min(max(center.y, centers.lowerBound), centers.upperBound)
    var width = keptWidth(rect.width, around: center)
    let margin = width * (viewport.height / viewport.width) / 2
    center.y = min(max(center.y, margin), max(MapSize.world.height - margin, margin))
    // The camera's distance depends on the latitude that is left.
    if zoomRange != nil { width = min(width, keptWidth(width, around: center)) }
    guard center != middle || width != rect.width else { return fitted }
    let size = MapSize(width: width, height: width * (viewport.height / viewport.width))
    // Wrapped around the world, it still is where it was asked for.
    let isThere = center.y == middle.y && center.x == Self.wrapped(middle.x)
    return FittedRegion(
      rect: MapRect(center: center, size: size), center: isThere ? fitted.center : nil)
  }

  private func keptWidth(_ asked: Double, around center: MapPoint) -> Double {
    var width = asked
    if let zoomRange {
      let heights = zoomRange.heights(around: center)
      let aspect = viewport.width / viewport.height
      width = min(max(width, heights.lowerBound * aspect), heights.upperBound * aspect)
    }
    return min(max(width, widths.lowerBound), widths.upperBound)
  }

  /// The point of a rectangle that is nearest to a centre, the shorter way around the world.
  private static func kept(_ center: MapPoint, in boundary: MapRect) -> MapPoint {
    let world = MapSize.world.width
    var center = center
    if boundary.width < world {
      center.x -= ((center.x - boundary.midX) / world).rounded() * world
      center.x = min(max(center.x, boundary.minX), boundary.maxX)
    }
    center.y = min(max(center.y, boundary.minY), boundary.maxY)
    return center
  }

  /// The x on the world of an x beside it.
  private static func wrapped(_ x: Double) -> Double {
    let world = MapSize.world.width
    if x >= 0, x < world { return x }
    return x - (x / world).rounded(.down) * world
  }
}
