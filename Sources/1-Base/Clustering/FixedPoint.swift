/// Positions as whole numbers: the world is 2^32 units wide, 16 a map point, about 1 cm.
///
/// Whole numbers make distances and centroids exact, so that no order of summation and no
/// compiler's choice of instructions changes a result.
enum FixedPoint {
  /// The width of the world in units.
  static let worldWidth = 4_294_967_296.0
  /// `worldWidth` divided by the width of `MapSize.world`; a literal, as the compiler puts it into
  /// the loops over all pins.
  private static let unitsPerMapPoint = 16.0
  static let mapPointsPerUnit = 0.0625

  /// The nearest unit; a position off the world saturates, and so does NaN.
  ///
  /// Never decreases when the argument grows, so bounds may be rounded like the positions.
  static func units(_ mapPoints: Double) -> UInt32 {
    let scaled = mapPoints * unitsPerMapPoint + 0.5
    guard scaled >= 1 else { return 0 }
    guard scaled < worldWidth else { return .max }
    return UInt32(scaled)
  }

  static func mapPoints(_ units: UInt64) -> Double { Double(units) / unitsPerMapPoint }

  static func mapPoint(x: UInt32, y: UInt32) -> MapPoint {
    MapPoint(x: Double(x) / unitsPerMapPoint, y: Double(y) / unitsPerMapPoint)
  }
}

/// A place in fixed point units.
struct FixedPlace: BitwiseCopyable {
  let x: UInt32
  let y: UInt32
}

extension FixedPlace {
  init(_ point: MapPoint) {
    self.init(x: FixedPoint.units(point.x), y: FixedPoint.units(point.y))
  }
}

/// A rectangle of the world in fixed point units, its edges included.
struct FixedBox: BitwiseCopyable {
  var minX: UInt32
  var minY: UInt32
  var maxX: UInt32
  var maxY: UInt32

  /// Indicates whether it is one unit wide and high.
  var isSingleUnit: Bool { minX == maxX && minY == maxY }

  func intersects(_ other: FixedBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  func union(_ other: FixedBox) -> FixedBox {
    FixedBox(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The distance of a column from the box, around the world either way; 0 inside.
  func gap(toColumn x: UInt32) -> UInt32 {
    // Unsigned arithmetic that overflows goes around the world.
    x &- minX > maxX &- minX ? min(minX &- x, x &- maxX) : 0
  }

  /// The square of the distance on the flat map to a place, around the world either way.
  func squaredDistance(to place: FixedPlace) -> Double {
    let x = Double(gap(toColumn: place.x))
    let y = place.y < minY ? Double(minY - place.y) : place.y > maxY ? Double(place.y - maxY) : 0
    return x * x + y * y
  }
}

/// The smallest rectangle around some points.
struct MapExtent {
  private var minX = Double.infinity
  private var minY = Double.infinity
  private var maxX = -Double.infinity
  private var maxY = -Double.infinity

  mutating func add(_ point: MapPoint) {
    minX = point.x < minX ? point.x : minX
    minY = point.y < minY ? point.y : minY
    maxX = point.x > maxX ? point.x : maxX
    maxY = point.y > maxY ? point.y : maxY
  }

  /// The smallest rectangle that contains the points; `nil` where there is none.
  var rect: MapRect? {
    guard minX <= maxX else { return nil }
    return MapRect(
      x: minX, y: minY, width: Self.length(from: minX, to: maxX),
      height: Self.length(from: minY, to: maxY))
  }

  /// The difference, rounded so that its sum with `low` is not below `high`.
  private static func length(from low: Double, to high: Double) -> Double {
    var length = high - low
    while low + length < high { length = length.nextUp }
    return length
  }

  /// The smallest box that contains the points, all of them rounded; there must be one.
  var box: FixedBox {
    // Rounding never decreases, so the extremes may be rounded in place of the points.
    FixedBox(
      minX: FixedPoint.units(minX), minY: FixedPoint.units(minY),
      maxX: FixedPoint.units(maxX), maxY: FixedPoint.units(maxY))
  }
}

/// A rectangle in fixed point units that may reach across the antimeridian.
///
/// The world is as many units wide as `UInt32` has values, so that unsigned arithmetic which
/// overflows goes around the world.
struct WrappedBox {
  var top: UInt32
  var bottom: UInt32
  var left: UInt32
  /// The distance of the right edge, which is included, east of the left one; the maximum is the
  /// whole world.
  var width: UInt32

  static let world = WrappedBox(top: 0, bottom: .max, left: 0, width: .max)

  func intersects(_ box: FixedBox) -> Bool {
    // Two arcs of a circle meet where one of them contains the beginning of the other.
    top <= box.maxY && box.minY <= bottom
      && (box.minX &- left <= width || left &- box.minX <= box.maxX &- box.minX)
  }
}

/// The number of some pins, and the sums of their places in fixed point units.
///
/// Whole numbers, so that no order of addition changes a result. 2^30 pins of 2^32 units do not
/// overflow; a difference of two sums may be negative in between, so the arithmetic wraps.
struct PinSum: BitwiseCopyable, Sendable {
  private var x: UInt64 = 0
  private var y: UInt64 = 0
  private var pinCount: UInt32 = 0

  var count: Int { Int(pinCount) }
  /// The number of pins added, less those subtracted.
  var signedCount: Int { Int(Int32(bitPattern: pinCount)) }

  mutating func add(_ point: MapPoint) { add(FixedPlace(point)) }

  mutating func add(_ place: FixedPlace) {
    pinCount &+= 1
    x &+= UInt64(place.x)
    y &+= UInt64(place.y)
  }

  mutating func subtract(_ place: FixedPlace) {
    pinCount &-= 1
    x &-= UInt64(place.x)
    y &-= UInt64(place.y)
  }

  static func += (sum: inout PinSum, other: PinSum) {
    sum.pinCount &+= other.pinCount
    sum.x &+= other.x
    sum.y &+= other.y
  }

  static func - (whole: PinSum, part: PinSum) -> PinSum {
    var rest = whole
    rest.pinCount &-= part.pinCount
    rest.x &-= part.x
    rest.y &-= part.y
    return rest
  }

  /// An item at the pins' mean.
  ///
  /// - Precondition: there is a pin.
  func item(id: AnnotationID) -> ClusterItem {
    let unit = FixedPoint.mapPointsPerUnit
    let mean = MapPoint(x: Double(x) / Double(count) * unit, y: Double(y) / Double(count) * unit)
    return ClusterItem(id: id, point: mean, count: count)
  }

  /// A hierarchical cluster's item with these pins only, its mean rounded to whole units as in the
  /// index; `nil` if there are none.
  func item(of cluster: ClusterItem) -> ClusterItem? {
    guard count > 0 else { return nil }
    // With all of its pins, a cluster stays where it is, to the last digit.
    guard count < cluster.count else { return cluster }
    let count = UInt64(count)
    return ClusterItem(
      id: cluster.id,
      point: FixedPoint.mapPoint(
        x: UInt32((x + count / 2) / count), y: UInt32((y + count / 2) / count)),
      count: self.count)
  }
}
