import Clustering
import ScenarioModel
import Simulation
import Support

/// A place that a row's map shows, with its pins.
struct RowPlace: Hashable, Sendable {
  let rect: MapRect
  let pins: [MapPoint]
}

/// People's visits to a list of places, each on a phone of their own.
struct MapListVisits: Sendable {
  let places: [RowPlace]
  /// The screen of a row's map, with as many pixels as the replay draws.
  let device: Device
  /// The pixels for each point of the screen itself.
  let modelledScale: Int
  /// A person's visit does not depend on the number of people.
  let people: [(seed: UInt64, scroll: ListScroll)]
}

extension MapScene<MapRowSettings> {
  /// The visits that all strategies of a case have in common; two short ones in a warm-up.
  func visits(_ request: ReplayRequest) throws -> MapListVisits {
    let screen = try variant(request.scenarioCase.variant).device
    let device = request.device(screen)
    let list = settings.list
    let (rows, count) = (request.size(warmUp: 10), list.pinsPerRow)
    // Each row has the next pins of the data.
    let points = try request.shared.value(
      "row places", map.pins.description, rows, count, under: device.profile
    ) { _ in try map.pins.pins(size: rows * count, in: request.folders).mapPoints }
    let places = (0..<rows).map { row in
      let pins = Array(points[row * count..<(row + 1) * count])
      return RowPlace(rect: device.viewport.mapRect(around: pins), pins: pins)
    }
    let behavior = ScrollingBehavior.mapList(device.profile)
    let people = (0..<(request.purpose == .warmUp ? 2 : list.people)).map { person in
      let seed = list.seed &+ UInt64(person + 1) &* 0xD134_2543_DE82_EF95
      var random = SplitMix64(seed: seed)
      return (seed: seed, scroll: ListScroll(rows: rows, behavior: behavior, &random))
    }
    return MapListVisits(
      places: places, device: device, modelledScale: screen.scale, people: people)
  }
}

extension Viewport {
  /// The zoom level of a map of one place.
  private static let placeZoom = 14.0

  /// The rectangle of a map that shows some places, with space around them.
  ///
  /// - Parameter points: at least one.
  fileprivate func mapRect(around points: [MapPoint]) -> MapRect {
    let box = MapRect(around: points)
    let center = MapPoint(x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2)
    let single = mapRect(center: center, zoom: Self.placeZoom)
    guard box.width > single.width / 2 || box.height > single.height / 2 else { return single }
    return mapRectThatFits(box.padded(by: 0.2))
  }
}
