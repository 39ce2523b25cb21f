import MapGeometry

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
