import Clustering
import TestSupport

/// The shape of a test's pins: those that are known to be hard for indexes.
enum PinShape: CaseIterable {
  case none, one, identical, uniform, clumped, collinear, lattice, duplicates, edges
  case oneUlpApart, poles, meridian180, verticalLine, sortedLine, denseTown, halfSpotHalfUniform

  /// Pins of this shape; `none` and `one` have as many as they say.
  func points(_ count: Int, seed: UInt64) -> [MapPoint] {
    var random = SeededGenerator(seed: seed)
    let world = MapSize.world.width
    switch self {
    case .none: return []
    case .one: return [random.point()]
    case .identical: return Array(repeating: random.point(), count: count)
    case .uniform: return (0..<count).map { _ in random.point() }
    case .clumped:
      let centers = (0..<5).map { _ in random.point() }
      return (0..<count).map { _ in
        let center = centers[random.int(in: 0...4)]
        let reach = world / Double(1 << random.int(in: 2...20))
        return MapPoint(
          x: min(max(center.x + random.double(in: -reach...reach), 0), world),
          y: min(max(center.y + random.double(in: -reach...reach), 0), world))
      }
    case .collinear:
      let y = random.double(in: 0...world)
      return (0..<count).map { _ in MapPoint(x: random.double(in: 0...world), y: y) }
    case .lattice:
      // Many equal distances and equal coordinates.
      return (0..<count).map { _ in
        MapPoint(
          x: Double(random.int(in: 0...16)) * world / 16,
          y: Double(random.int(in: 0...16)) * world / 16)
      }
    case .duplicates:
      let places = (0..<max(count / 4, 1)).map { _ in random.point() }
      return (0..<count).map { _ in places[random.int(in: 0...(places.count - 1))] }
    case .edges:
      // On and next to the edges of the world.
      let coordinates = [0, 0.01, 1, world / 2, world - 1, world - 0.01, world]
      return (0..<count).map { _ in
        MapPoint(x: coordinates[random.int(in: 0...6)], y: coordinates[random.int(in: 0...6)])
      }
    case .oneUlpApart:
      // Next to a place where rounding to 24 bits changes its direction.
      let single = Float(random.double(in: 0.25...0.75))
      let middle = (Double(single) + Double(single.nextUp)) / 2 * world
      let places = [middle.nextDown.nextDown, middle.nextDown, middle, middle.nextUp]
      return (0..<count).map { _ in
        MapPoint(x: places[random.int(in: 0...3)], y: places[random.int(in: 0...3)])
      }
    case .poles:
      return (0..<count).map { _ in
        let latitude = random.double(in: 84.9...90) * (random.int(in: 0...1) == 0 ? 1 : -1)
        var point = MapPoint(Coordinate(latitude, random.double(in: -180...180)))
        // The square world reaches a little beyond the latitudes that MapKit distinguishes.
        if random.int(in: 0...3) == 0 { point.y = latitude > 0 ? 0 : world }
        return point
      }
    case .meridian180:
      return (0..<count).map { _ in
        let reach = world / Double(1 << random.int(in: 5...20))
        let x = random.double(in: 0...reach)
        let y = world / 2 + random.double(in: -reach...reach)
        return MapPoint(x: random.int(in: 0...1) == 0 ? x : world - x, y: y)
      }
    case .verticalLine:
      let x = random.double(in: 0...world)
      return (0..<count).map { _ in MapPoint(x: x, y: random.double(in: 0...world)) }
    case .sortedLine:
      // Equal distances, and each pin next to the one before it: long chains.
      return (0..<count).map { MapPoint(x: Double($0) * world / Double(count), y: world / 3) }
    case .denseTown:
      let center = MapPoint(
        x: random.double(in: 0.25...0.75) * world, y: random.double(in: 0.25...0.75) * world)
      let reach = world / Double(1 << random.int(in: 6...17))
      return (0..<count).map { _ in
        MapPoint(
          x: center.x + random.double(in: -reach...reach),
          y: center.y + random.double(in: -reach...reach))
      }
    case .halfSpotHalfUniform:
      let spot = random.point()
      return (0..<count).map { $0 % 2 == 0 ? spot : random.point() }
    }
  }
}

/// Pins at the limits of the map or its numbers: closer together than an index distinguishes,
/// and along the edges of the world.
enum CrowdedPins: CaseIterable {
  case oneCentimeter, neighborsInTheLastPlace, neighborsAndOneFarPin, twoSpots,
    spotsInOneHouse, antimeridian, north, poles

  func points(_ count: Int, seed: UInt64) -> [MapPoint] {
    var random = SeededGenerator(seed: seed)
    let world = MapSize.world.width
    let spot = random.point()
    return (0..<count).map { index in
      switch self {
      case .oneCentimeter:
        return MapPoint(
          x: spot.x + random.double(in: 0...0.04), y: spot.y + random.double(in: 0...0.04))
      case .neighborsInTheLastPlace:
        return MapPoint(x: index % 3 == 0 ? spot.x : spot.x.nextUp, y: spot.y)
      case .neighborsAndOneFarPin:
        guard index > 0 else { return MapPoint(x: world / 2, y: 1) }
        return MapPoint(x: index % 3 == 0 ? spot.x : spot.x.nextUp, y: spot.y)
      case .twoSpots:
        // Around each of two far places, within metres.
        let reach = index % 2 == 0 ? 5.0 : 40
        return MapPoint(
          x: world * (index % 2 == 0 ? 0.25 : 0.75) + random.double(in: 0...reach),
          y: world / 3 + random.double(in: 0...reach))
      case .spotsInOneHouse:
        return MapPoint(
          x: 1e8 + Double(random.int(in: 0...5)) * 3, y: 1e8 + Double(random.int(in: 0...5)) * 3)
      case .antimeridian:
        let inland = random.double(in: 0...1)
        let offset = world / 1000 * inland * inland * inland
        return MapPoint(
          x: index % 2 == 0 ? offset : world - offset, y: random.double(in: 0...world))
      case .north:
        let offset = random.double(in: 0...1)
        return MapPoint(
          x: random.double(in: 0...world), y: world / 20 * offset * offset)
      case .poles:
        return MapPoint(
          x: random.double(in: 0...world), y: index % 2 == 0 ? 0 : world)
      }
    }
  }
}

extension SeededGenerator {
  mutating func double(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  mutating func int(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  mutating func point() -> MapPoint {
    let world = MapSize.world
    return MapPoint(x: double(in: 0...world.width), y: double(in: 0...world.height))
  }
}

extension SeededGenerator {
  /// A rectangle of any kind that a map may ask for: small, wide, across the antimeridian on either
  /// side, wider than the world, off the world, without area, and with pins exactly on its edges.
  mutating func rect(near points: [MapPoint]) -> MapRect {
    let world = MapSize.world.width
    let width = world * exp2(double(in: -20...0.5))
    let height = world * exp2(double(in: -20...0.5))
    switch int(in: 0...7) {
    case 0:
      return MapRect(
        x: double(in: -world...world), y: double(in: -world...world), width: width, height: height)
    case 1:
      return MapRect(x: -width / 2, y: double(in: 0...world), width: width, height: height)
    case 2:
      return MapRect(x: world - width / 3, y: double(in: 0...world), width: width, height: height)
    case 3:
      return MapRect(x: double(in: -world...world), y: -height, width: 2 * world, height: world)
    case 4:
      return MapRect(center: pick(points), size: MapSize(width: width, height: height))
    case 5:
      return MapRect(origin: pick(points), size: MapSize(width: 0, height: 0))
    case 6:
      return rect(from: pick(points), to: pick(points))
    default:
      let line = MapSize(width: width, height: 0)
      return MapRect(origin: pick(points), size: line)
    }
  }

  private mutating func pick(_ points: [MapPoint]) -> MapPoint {
    points.randomElement(using: &self) ?? point()
  }

  private func rect(from one: MapPoint, to other: MapPoint) -> MapRect {
    let x = min(one.x, other.x)
    let y = min(one.y, other.y)
    return MapRect(x: x, y: y, width: abs(one.x - other.x), height: abs(one.y - other.y))
  }

  private func exp2(_ exponent: Double) -> Double {
    // Whole steps are close enough, and the same on every machine.
    var value = 1.0
    for _ in 0..<Int(abs(exponent)) { value *= exponent < 0 ? 0.5 : 2 }
    return value * (1 + abs(exponent).truncatingRemainder(dividingBy: 1))
  }
}

extension SeededGenerator {
  /// A valid coordinate of any kind that a search may start from: anywhere on the sphere, at a pin,
  /// next to one, opposite to one, on the antimeridian, at a pole, and close to either.
  mutating func place(near points: [MapPoint]) -> Coordinate {
    let anywhere = Coordinate(double(in: -90...90), double(in: -180...180))
    let pin = points.randomElement(using: &self)?.coordinate ?? anywhere
    let step = pow10(int(in: -9...1))
    switch int(in: 0...8) {
    case 0: return pin
    case 1:
      return Coordinate(
        latitude: min(max(pin.latitude + step * double(in: -1...1), -90), 90),
        longitude: min(max(pin.longitude + step * double(in: -1...1), -180), 180))
    case 2:
      return Coordinate(
        -pin.latitude, pin.longitude > 0 ? pin.longitude - 180 : pin.longitude + 180)
    case 3:
      return Coordinate(pin.latitude, Bool.random(using: &self) ? 180 : -180)
    case 4:
      let side: Double = Bool.random(using: &self) ? 1 : -1
      return Coordinate(latitude: pin.latitude, longitude: side * (180 - min(step, 1)))
    case 5:
      return Coordinate(Bool.random(using: &self) ? 90 : -90, anywhere.longitude)
    case 6:
      let side: Double = Bool.random(using: &self) ? 1 : -1
      return Coordinate(latitude: side * (90 - min(step, 6)), longitude: anywhere.longitude)
    default: return anywhere
    }
  }

  /// A distance in metres: none, between a micrometre and around the earth, without end, and
  /// exactly or just short of that of a pin.
  mutating func distance(from place: Coordinate, to points: [MapPoint]) -> Double {
    let pin = points.randomElement(using: &self)?.coordinate ?? place
    switch int(in: 0...7) {
    case 0: return 0
    case 1: return .infinity
    case 2: return place.greatCircleDistance(to: pin)
    case 3: return place.greatCircleDistance(to: pin).nextDown
    case 4: return double(in: 0...20_015_200)
    default: return pow10(int(in: -6...6)) * double(in: 1...10)
    }
  }

  private func pow10(_ exponent: Int) -> Double {
    (0..<abs(exponent)).reduce(1.0) { power, _ in exponent < 0 ? power / 10 : power * 10 }
  }
}
