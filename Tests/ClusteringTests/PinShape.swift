import MapGeometry
import TestSupport

/// How the pins of a test lie: the shapes that indexes are known to stumble over.
enum PinShape: CaseIterable {
  case none, one, identical, uniform, clumped, collinear, lattice, duplicates, edges

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
    }
  }
}
