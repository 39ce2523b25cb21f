import MapGeometry
import TestSupport

/// Pins where the map or its numbers are at their end: closer together than an index tells apart,
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
