import Clustering
import TestSupport
import Testing

/// Data and options at their limits.
@Suite struct HierarchicalAdversarialTests {
  private typealias Options = HierarchicalClusters.Options

  private static let world = MapSize.world.width

  @Test func emptyIndexAnswersEverything() throws {
    for options in [Options(), Options(minZoom: 24, maxZoom: 24, minPoints: 5)] {
      let clusters = try HierarchicalClusters(points: [], options: options, threads: 4)
      #expect(clusters.zoomRange == options.minZoom...(options.maxZoom + 1))
      for zoom in clusters.zoomRange {
        #expect(clusters.answer(zoom: zoom).isEmpty)
        #expect(clusters.itemCount(atZoom: Double(zoom)) == 0)
      }
      #expect(clusters.item(of: .pin(0)) == nil)
      #expect(clusters.item(holding: .pin(0), atZoom: 0) == nil)
      #expect(clusters.children(of: .pin(0)).isEmpty && clusters.pins(of: .pin(0)).isEmpty)
    }
  }

  @Test(arguments: [
    MapPoint(x: 5.25, y: 7.125), MapPoint(x: 0, y: 0), MapPoint(x: -0.0, y: -0.0),
    MapPoint(x: world, y: world), MapPoint(x: world.nextDown, y: world / 3),
    MapPoint(x: .leastNonzeroMagnitude, y: world),
  ])
  func onePinIsItselfAtEveryZoom(_ point: MapPoint) throws {
    let pin = ClusterItem(id: .pin(0), point: point, count: 1)
    for options in [Options(), Options(maxZoom: 24), Options(minZoom: 7, maxZoom: 7)] {
      let clusters = try HierarchicalClusters(points: [point], options: options)
      for zoom in clusters.zoomRange {
        #expect(clusters.answer(zoom: zoom) == [pin])
        #expect(clusters.items(of: .pin(0), atZoom: zoom) == [pin])
        #expect(clusters.item(holding: .pin(0), atZoom: Double(zoom)) == pin)
      }
      #expect(clusters.item(of: .pin(0)) == pin && clusters.pins(of: .pin(0)) == [0])
      #expect(clusters.children(of: .pin(0)).isEmpty)
      #expect(clusters.expansionZoom(of: .pin(0)) == nil)
    }
  }

  @Test(arguments: [2, 3, 12, 13, 14, 31, 32, 33, 34, 200])
  func pinsOfOneSpotAreOneClusterThatOpensIntoThem(_ pinCount: Int) throws {
    let points = Array(repeating: MapPoint(x: 12345.678, y: 87654.321), count: pinCount)
    let unit = NaiveHierarchicalClusters.unitRadius(extent: 512, maxZoom: 20)
    for options in [Options(), Options(radius: unit, minZoom: 3, maxZoom: 20)] {
      let clusters = try HierarchicalClusters(points: points, options: options)
      let top = try #require(clusters.answer(zoom: 0).first)
      #expect(top.count == pinCount)
      #expect(abs(top.point.x - 12345.678) <= 0.5 && abs(top.point.y - 87654.321) <= 0.5)
      #expect(clusters.expansionZoom(of: top.id) == options.maxZoom + 1)
      #expect(clusters.children(of: top.id).map(\.id).sorted() == (0..<pinCount).map { .pin($0) })
      for zoom in options.minZoom...options.maxZoom {
        #expect(clusters.answer(zoom: zoom) == [top])
      }
      #expect(clusters.answer(zoom: options.maxZoom + 1).count == pinCount)
    }
    // As few as are asked for, and one too few.
    for (minPoints, count) in [(pinCount, 1), (pinCount + 1, pinCount), (.max, pinCount)] {
      let clusters = try HierarchicalClusters(points: points, options: .init(minPoints: minPoints))
      #expect(clusters.answer(zoom: 0).count == count)
    }
  }

  /// A radius as wide as the world joins opposite edges, not opposite corners.
  @Test func radiusOfTheWholeWorld() throws {
    let world = Self.world
    let (west, east) = (MapPoint(x: 0, y: 0), MapPoint(x: world, y: 0))
    let corner = MapPoint(x: world, y: world)
    let options = Options(radius: 3, extent: 3, maxZoom: 0)
    func counts(_ points: [MapPoint]) throws -> [Int] {
      let clusters = try HierarchicalClusters(points: points, options: options)
      return clusters.answer(zoom: 0).map(\.count).sorted()
    }
    #expect(try counts([west, east]) == [2])
    #expect(try counts([west, corner]) == [1, 1])
    #expect(try counts([west, east, corner]) == [1, 2])
  }

  @Test(arguments: [1e-300, 1e-9, 1, 512, 1e18, 1e300, .greatestFiniteMagnitude])
  func onlyTheRatioOfRadiusAndExtentMatters(_ extent: Double) throws {
    let points = PinShape.clumped.points(100, seed: 151)
    let expected = try HierarchicalClusters(points: points, options: .init(radius: 32, extent: 512))
    // A power of two, so that the ratio is the same to the last digit.
    let clusters = try HierarchicalClusters(
      points: points, options: .init(radius: extent / 16, extent: extent))
    for zoom in expected.zoomRange {
      #expect(clusters.answer(zoom: zoom) == expected.answer(zoom: zoom))
    }
    let widest = try HierarchicalClusters(
      points: points, options: .init(radius: extent, extent: extent, maxZoom: 24))
    #expect(widest.answer(zoom: 0).count < 5)
  }

  /// Half a unit of 1/16 map points rounds to one; less than that would join nothing.
  @Test(arguments: [0, 7, 16, 17, 24])
  func radiusThatVanishesIsRefused(maxZoom: Int) throws {
    let half = NaiveHierarchicalClusters.unitRadius(extent: 300, maxZoom: maxZoom) / 2
    let spot = MapPoint(x: 4096, y: 4096)
    let points = [spot, spot, MapPoint(x: 4096, y: 4096 + 16)]
    let clusters = try HierarchicalClusters(
      points: points, options: .init(radius: half, extent: 300, minZoom: maxZoom, maxZoom: maxZoom))
    #expect(clusters.answer(zoom: maxZoom).map(\.count).sorted() == [1, 2])
    for radius in [half.nextDown, half / 1e9, .leastNonzeroMagnitude] {
      let error = #expect(throws: ClusteringError.self) {
        try HierarchicalClusters(
          points: points, options: .init(radius: radius, extent: 300, maxZoom: maxZoom))
      }
      guard case .invalidOption("radius", _, _) = error else {
        Issue.record("expected the radius, found \(String(describing: error))")
        continue
      }
    }
  }

  @Test(arguments: [0, -1, .min])
  func noThreadsAreRefused(_ threads: Int) {
    #expect(
      throws: ClusteringError.invalidOption(
        name: "threads", found: "\(threads)", expected: "1 or more")
    ) { try HierarchicalClusters(points: [MapPoint(x: 1, y: 1)], threads: threads) }
  }

  @Test(arguments: [64, 65, 1000, .max])
  func moreThreadsThanAreOfUseAreTaken(_ threads: Int) throws {
    // Enough pins for a level to be shared.
    let points = PinShape.identical.points(16_384, seed: 154)
    let clusters = try HierarchicalClusters(
      points: points, options: .init(minZoom: 15), threads: threads)
    #expect(clusters.answer(zoom: 15).map(\.count) == [16_384])
  }
}
