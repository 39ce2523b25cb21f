import MapGeometry
import TestSupport

/// How the pins of a test lie: the shapes that indexes are known to stumble over.
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
      // On and beside the edges of the world.
      let coordinates = [0, 0.01, 1, world / 2, world - 1, world - 0.01, world]
      return (0..<count).map { _ in
        MapPoint(x: coordinates[random.int(in: 0...6)], y: coordinates[random.int(in: 0...6)])
      }
    case .oneUlpApart:
      // Beside a place where rounding to 24 bits changes over.
      let single = Float(random.double(in: 0.25...0.75))
      let middle = (Double(single) + Double(single.nextUp)) / 2 * world
      let places = [middle.nextDown.nextDown, middle.nextDown, middle, middle.nextUp]
      return (0..<count).map { _ in
        MapPoint(x: places[random.int(in: 0...3)], y: places[random.int(in: 0...3)])
      }
    case .poles:
      return (0..<count).map { _ in
        let latitude = random.double(in: 84.9...90) * (random.int(in: 0...1) == 0 ? 1 : -1)
        var point = MapPoint(
          Coordinate(latitude: latitude, longitude: random.double(in: -180...180)))
        // The square world reaches a little beyond what MapKit tells apart.
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
