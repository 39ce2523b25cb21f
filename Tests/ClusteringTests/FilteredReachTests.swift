import Clustering
import MapGeometry
import TestSupport
import Testing

/// Pins that lie as far from their cluster's place as the rule allows: a filtered query must find
/// the cluster where they are.
@Suite struct FilteredReachTests {
  private typealias Options = HierarchicalClusters.Options

  private static let maxZoom = 18

  /// Pins of which a lone one ends up nearly four radii from the place of the cluster that holds it.
  ///
  /// At each zoom, the item with the lone pin and a heavy one lie at opposite ends of the reach of a
  /// seed: the mean moves to the heavy one, two radii from where it was. At the next zoom, with
  /// twice the radius, the same again in the same direction.
  private struct Chain {
    private(set) var points: [MapPoint] = []
    let lone: Int
    /// The radius at the zoom at which all are one cluster, and that zoom.
    let radius: Double
    let zoom: Int

    init(levels: Int, direction: (x: Double, y: Double), radius first: Double) {
      var place = 0.0
      var heavy: [(seed: Double, place: Double, count: Int)] = []
      var pinCount = 1.0
      var radius = first
      for _ in 0..<levels {
        // A little less than the radius, as the mean is a little short of the heavy item.
        let step = radius * 0.99
        let count = Int(pinCount * 6)
        let seed = place - step
        heavy.append((seed, seed - step, count))
        let total = pinCount + 1 + Double(count)
        place = (place * pinCount + seed + (seed - step) * Double(count)) / total
        pinCount = total
        radius *= 2
      }
      self.radius = radius / 2
      zoom = FilteredReachTests.maxZoom - levels + 1
      // The seed of the lowest zoom comes first, or one that it shall take would take it.
      var along: [Double] = heavy.reversed().map(\.seed)
      lone = along.count
      along.append(0)
      for item in heavy { along += Array(repeating: item.place, count: item.count) }
      let middle = MapSize.world.width / 2
      points = along.map {
        MapPoint(x: middle + $0 * direction.x, y: middle + $0 * direction.y)
      }
    }
  }

  @Test(arguments: [(1.0, 0.0), (-1, 0), (0, 1), (0, -1), (0.6, 0.8), (-0.8, 0.6)])
  func aPinNearlyFourRadiiAwayIsFound(_ direction: (x: Double, y: Double)) throws {
    let options = Options(radius: 128, extent: 512, maxZoom: Self.maxZoom)
    let units = NaiveHierarchicalClusters.radius(options, atZoom: Self.maxZoom)
    for levels in 1...4 {
      let chain = Chain(levels: levels, direction: direction, radius: Double(units) / 16)
      let clusters = try HierarchicalClusters(points: chain.points, options: options)
      let all = clusters.answer(zoom: chain.zoom)
      let cluster = try #require(all.first)
      #expect(all.count == 1 && cluster.count == chain.points.count, "\(levels) levels")
      let place = chain.points[chain.lone]
      let dx = place.x - cluster.point.x
      let dy = place.y - cluster.point.y
      // Far enough to tell a bound of three radii from the right one.
      let distance = (dx * dx + dy * dy).squareRoot() / chain.radius
      #expect(distance > [1.5, 2.4, 2.9, 3.1][levels - 1] && distance < 4, "\(levels) levels")
      let filtered = clusters.filtered { $0 == chain.lone }
      // Cells of 1/16 map points: the place is rounded to one.
      let spot = MapRect(center: place, size: MapSize(width: 0.2, height: 0.2))
      let strip = MapRect(
        x: place.x - 0.1, y: place.y - 0.1, width: 0.2, height: MapSize.world.height)
      for rect in [spot, strip] {
        #expect(filtered.answer(in: rect, zoom: chain.zoom).map(\.id) == [cluster.id])
        #expect(
          clusters.answer(in: rect, zoom: chain.zoom) { $0 == chain.lone }.map(\.count) == [1])
      }
    }
  }

  /// The bound itself, on data of all shapes: no pin is farther than four radii and 16 map points
  /// from the place of the item that stands for it, in x or in y.
  @Test(arguments: PinShape.allCases, [(40.0, 16), (512, 12), (0.01, 16), (300, 20)])
  func noPinIsFartherThanTheQueryLooks(
    _ shape: PinShape, _ world: (radius: Double, maxZoom: Int)
  ) throws {
    let options = Options(radius: world.radius, maxZoom: world.maxZoom)
    let points = shape.points(200, seed: 121)
    let clusters = try HierarchicalClusters(points: points, options: options)
    for zoom in 0...options.maxZoom {
      let radius = Double(NaiveHierarchicalClusters.radius(options, atZoom: zoom)) / 16
      for item in clusters.answer(zoom: zoom) {
        let isInside = clusters.pins(of: item.id).allSatisfy { pin in
          abs(points[pin].x - item.point.x) <= 4 * radius + 16
            && abs(points[pin].y - item.point.y) <= 4 * radius + 16
        }
        #expect(isInside, "\(item) at zoom \(zoom)")
      }
    }
  }

  /// Where a rectangle lies on another world's turn, it shows the same part of this one.
  @Test func rectanglesBesideTheWorldFindWhatThoseOnItDo() throws {
    let world = MapSize.world.width
    let clusters = try HierarchicalClusters(
      points: [MapPoint(x: 300_000, y: world / 2), MapPoint(x: world - 300_000, y: world / 2)])
    let filtered = clusters.filtered { _ in true }
    for x in [299_000.0, world - 301_000] {
      for turns in [-1.0, 0, 1, 2] {
        let rect = MapRect(
          x: x + turns * world, y: world / 2 - 1000, width: 2000, height: 2000)
        for zoom in [0, 4, 8, 17] {
          let expected = clusters.answer(in: rect, zoom: zoom)
          #expect(expected.count == 1)
          #expect(filtered.answer(in: rect, zoom: zoom) == expected, "\(rect) zoom \(zoom)")
          #expect(clusters.answer(in: rect, zoom: zoom) { _ in true } == expected)
        }
      }
    }
  }
}
