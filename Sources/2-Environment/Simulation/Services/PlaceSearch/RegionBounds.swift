import Clustering

/// The edges of a region in degrees, also of a region that crosses the antimeridian or is larger
/// than the world.
struct RegionBounds: Hashable {
  let center: Coordinate
  let halfHeight: Double
  let halfWidth: Double

  var south: Double { center.latitude - halfHeight }
  var north: Double { center.latitude + halfHeight }

  /// The bounds around the same centre that are larger by a factor.
  func enlarged(by factor: Double) -> RegionBounds {
    RegionBounds(
      center: center, halfHeight: halfHeight * factor, halfWidth: halfWidth * factor)
  }

  /// Returns whether a place lies inside or on the edge.
  func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.isValid && coordinate.latitude >= south && coordinate.latitude <= north
      && degreesEastOrWest(to: coordinate) <= halfWidth
  }

  /// The distance of a place from the centre, in steps of the bounds' size: 0 to 3 inside, then one
  /// more for each doubling of the distance; the larger of the distances along both axes counts.
  func steps(to coordinate: Coordinate) -> Int {
    guard coordinate.isValid else { return Self.maxSteps }
    let north = abs(coordinate.latitude - center.latitude)
    let east = degreesEastOrWest(to: coordinate)
    // Multiplied, not divided: a span may be zero.
    if north <= halfHeight, east <= halfWidth {
      for quarter in 1...3 {
        let share = Double(quarter) / 4
        if north <= halfHeight * share, east <= halfWidth * share { return quarter - 1 }
      }
      return 3
    }
    var factor = 2.0
    for step in 4..<Self.maxSteps {
      let minimum = 1e-6
      if north <= max(halfHeight, minimum) * factor, east <= max(halfWidth, minimum) * factor {
        return step
      }
      factor *= 2
    }
    return Self.maxSteps
  }

  /// From a millionth of a degree to around the world.
  private static let maxSteps = 33

  private func degreesEastOrWest(to coordinate: Coordinate) -> Double {
    let degrees = abs(coordinate.longitude - center.longitude)
    return degrees > 180 ? 360 - degrees : degrees
  }
}

extension RegionBounds {
  /// `nil` if the centre is not on earth, or if a span is negative or not a number.
  init?(_ region: Region) {
    guard region.center.isValid, region.span.latitudeDelta >= 0, region.span.longitudeDelta >= 0
    else { return nil }
    self.init(
      center: region.center, halfHeight: region.span.latitudeDelta / 2,
      halfWidth: region.span.longitudeDelta / 2)
  }
}

/// A cell of a grid of degrees: level `l` cuts the world into `2^l` columns and as many rows.
///
/// Not the Mercator projection's cells, because those need a logarithm, whose last digit differs
/// between machines; and regions are rectangles of degrees.
struct GridCell: Hashable {
  let level: Int
  let column: Int
  let row: Int

  /// The levels whose cells the index knows, from 45° to 0.011° of longitude.
  static let levels = [3, 5, 7, 9, 11, 13, 15]

  /// The finest level for which the index has the number of places of each cell.
  static let finestCounted = 11

  /// The maximum number of cells that cover a region.
  static let maxCells = 25
}

extension GridCell {
  /// The cell of a level that a valid coordinate lies in.
  init(level: Int, containing coordinate: Coordinate) {
    let last = 1 << level - 1
    self.init(
      level: level,
      column: min(Self.index(of: coordinate.longitude, from: -180, of: 360, level: level), last),
      row: min(Self.index(of: coordinate.latitude, from: -90, of: 180, level: level), last))
  }

  /// The cell of a coarser level that the cell lies in.
  func parent(level: Int) -> GridCell {
    GridCell(
      level: level, column: column >> (self.level - level), row: row >> (self.level - level))
  }

  private static func index(
    of degrees: Double, from start: Double, of extent: Double, level: Int
  ) -> Int {
    Int(((degrees - start) / extent * Double(1 << level)).rounded(.down))
  }

  /// The cells of the finest level that cover a region with few cells; none if that takes too
  /// many cells of each level, as for most of the world.
  static func covering(_ bounds: RegionBounds) -> [GridCell] {
    for level in levels.reversed() {
      let count = 1 << level
      // A coordinate on the edge may be rounded to its other side.
      let slack = 1e-9
      let top = min(
        index(of: min(bounds.north + slack, 90), from: -90, of: 180, level: level), count - 1)
      let bottom = index(of: max(bounds.south - slack, -90), from: -90, of: 180, level: level)
      let halfWidth = min(bounds.halfWidth, 180) + slack
      let west = index(
        of: bounds.center.longitude - halfWidth, from: -180, of: 360, level: level)
      let east = index(
        of: bounds.center.longitude + halfWidth, from: -180, of: 360, level: level)
      let columns = min(east - west + 1, count)
      guard columns * (top - bottom + 1) <= maxCells else { continue }
      return (bottom...top).flatMap { row in
        (0..<columns).map { GridCell(level: level, column: (west + $0) & (count - 1), row: row) }
      }
    }
    return []
  }
}
