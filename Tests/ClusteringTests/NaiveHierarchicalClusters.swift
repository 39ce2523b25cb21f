import Clustering
import MapGeometry

/// The rule of hierarchical clusters, straight from its definition, in quadratic time.
///
/// With more than 2 as the minimum of pins, it is right for up to 64 pins: supercluster's search
/// meets these in the order of visit.
struct NaiveHierarchicalClusters {
  struct Item {
    /// Position in 1/16 map points.
    let x: Int
    let y: Int
    let seed: Int
    /// Ascending.
    let pins: [Int]
    /// A cluster, or the pin.
    let id: AnnotationID
    /// What it was made of: first what it grew from, the others by identity.
    var children: [AnnotationID] = []
  }

  /// The items of each zoom in the order of visit.
  private(set) var items: [Int: [Item]] = [:]

  init(points: [MapPoint], options: HierarchicalClusters.Options) {
    var current = points.indices.map { index in
      Item(
        x: Self.units(points[index].x, maxZoom: options.maxZoom),
        y: Self.units(points[index].y, maxZoom: options.maxZoom), seed: index, pins: [index],
        id: .pin(index))
    }
    items[options.maxZoom + 1] = current
    for zoom in stride(from: options.maxZoom, through: options.minZoom, by: -1) {
      let radius = Self.radius(options, atZoom: zoom)
      current = Self.merge(current, radius: radius, minPoints: options.minPoints, zoom: zoom)
      items[zoom] = current
    }
  }

  /// The radius at a zoom in 1/16 map points.
  static func radius(_ options: HierarchicalClusters.Options, atZoom zoom: Int) -> Int {
    let tiles = Double(1 << options.maxZoom)
    let radius = Int((4_294_967_296 * options.radius / (options.extent * tiles)).rounded())
    return radius << (options.maxZoom - zoom)
  }

  /// The radius that is a single unit of 1/16 map points at the highest zoom.
  static func unitRadius(extent: Double, maxZoom: Int) -> Double {
    extent * Double(1 << maxZoom) / 4_294_967_296
  }

  /// Where a pin is placed, in 1/16 map points. Up to zoom 16, positions have the 24 significant
  /// bits of supercluster.
  static func units(_ mapPoints: Double, maxZoom: Int) -> Int {
    let ofWorld = mapPoints / MapSize.world.width
    let units = (maxZoom <= 16 ? Double(Float(ofWorld)) : ofWorld) * 4_294_967_296
    return min(Int(units + 0.5), (1 << 32) - 1)
  }

  private typealias Place = (x: Int, y: Int)

  private static func isNear(_ place: Place, _ other: Place, _ radius: Int) -> Bool {
    guard abs(place.x - other.x) <= radius, abs(place.y - other.y) <= radius else { return false }
    // The squares of a radius as wide as the world need more than 64 bits.
    let dx = Int128(place.x - other.x)
    let dy = Int128(place.y - other.y)
    return dx * dx + dy * dy <= Int128(radius) * Int128(radius)
  }

  private static func merge(_ items: [Item], radius: Int, minPoints: Int, zoom: Int) -> [Item] {
    let places = items.map { Place($0.x, $0.y) }
    var isTaken = [Bool](repeating: false, count: items.count)
    var result: [Item] = []
    for (index, item) in items.enumerated() where !isTaken[index] {
      var neighbors: [Int] = []
      // Those before it are taken. Without an iterator, which is slow in a debug build.
      var other = index + 1
      while other < items.count {
        if !isTaken[other], isNear(places[index], places[other], radius) {
          neighbors.append(other)
          isTaken[other] = true
        }
        other += 1
      }
      let group = [item] + neighbors.map { items[$0] }
      let count = group.reduce(0) { $0 + $1.pins.count }
      if neighbors.isEmpty || count < minPoints {
        result += group
      } else {
        result.append(
          Item(
            x: (group.reduce(count / 2) { $0 + $1.x * $1.pins.count }) / count,
            y: (group.reduce(count / 2) { $0 + $1.y * $1.pins.count }) / count,
            seed: item.seed, pins: group.flatMap(\.pins).sorted(),
            id: AnnotationID(rawValue: 2 << 62 | UInt64(zoom) << 32 | UInt64(item.seed)),
            children: [item.id] + group.dropFirst().map(\.id).sorted()))
      }
    }
    return result
  }
}
