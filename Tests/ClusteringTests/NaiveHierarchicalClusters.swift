import Clustering
import MapGeometry

/// The rule of hierarchical clusters, straight from its definition, in quadratic time.
///
/// For up to 64 pins: supercluster's search meets these in the order of visit.
struct NaiveHierarchicalClusters {
  struct Item: Equatable {
    /// Position in 1/16 map points.
    var x: Int
    var y: Int
    let seed: Int
    var pins: [Int]
    /// The zoom at which it formed, `nil` for a pin.
    var zoom: Int?

    var description: String { zoom.map { "cluster \($0)/\(seed)" } ?? "pin \(seed)" }
  }

  /// The items of each zoom in the order of visit.
  private(set) var items: [Int: [Item]] = [:]

  init(points: [MapPoint], options: HierarchicalClusters.Options) {
    var current = points.indices.map { index in
      Item(
        x: Self.units(points[index].x, options.maxZoom),
        y: Self.units(points[index].y, options.maxZoom), seed: index, pins: [index])
    }
    items[options.maxZoom + 1] = current
    let tiles = Double(1 << options.maxZoom)
    var radius = Int((4_294_967_296 * options.radius / (options.extent * tiles)).rounded())
    for zoom in stride(from: options.maxZoom, through: options.minZoom, by: -1) {
      current = Self.merge(current, radius: radius, minPoints: options.minPoints, zoom: zoom)
      items[zoom] = current
      radius *= 2
    }
  }

  /// Up to zoom 16, positions have the 24 significant bits of supercluster.
  private static func units(_ mapPoints: Double, _ maxZoom: Int) -> Int {
    let ofWorld = mapPoints / MapSize.world.width
    let units = (maxZoom <= 16 ? Double(Float(ofWorld)) : ofWorld) * 4_294_967_296
    return min(Int(units + 0.5), (1 << 32) - 1)
  }

  private static func merge(_ items: [Item], radius: Int, minPoints: Int, zoom: Int) -> [Item] {
    var taken = Set<Int>()
    var result: [Item] = []
    for (index, item) in items.enumerated() where taken.insert(index).inserted {
      let neighbors = items.indices.filter { other in
        let dx = Int128(items[other].x - item.x)
        let dy = Int128(items[other].y - item.y)
        return !taken.contains(other) && dx * dx + dy * dy <= Int128(radius) * Int128(radius)
      }
      taken.formUnion(neighbors)
      let group = [item] + neighbors.map { items[$0] }
      let pins = group.flatMap(\.pins)
      if neighbors.isEmpty || pins.count < minPoints {
        result += group
      } else {
        let half = pins.count / 2
        result.append(
          Item(
            x: (group.reduce(half) { $0 + $1.x * $1.pins.count }) / pins.count,
            y: (group.reduce(half) { $0 + $1.y * $1.pins.count }) / pins.count,
            seed: item.seed, pins: pins.sorted(), zoom: zoom))
      }
    }
    return result
  }
}
