import Clustering
import Testing

@Suite struct ClusteringErrorTests {
  static let badPoints: [MapPoint] = [
    .invalid, MapPoint(x: .nan, y: 1), MapPoint(x: 1, y: .nan), MapPoint(x: .infinity, y: 1),
    MapPoint(x: 1, y: -.infinity), MapPoint(x: MapSize.world.width.nextUp, y: 1),
    MapPoint(x: 1, y: MapSize.world.height + 1), MapPoint(x: (0 as Double).nextDown, y: 1),
    MapPoint(x: -.infinity, y: 1), MapPoint(x: 1, y: 1e300),
  ]

  @Test(arguments: badPoints)
  func everyIndexRefusesAPinOffTheWorld(_ bad: MapPoint) {
    for index in 0...4 {
      var points = Array(repeating: MapPoint(x: 5, y: 5), count: 5)
      points[index] = bad
      points.append(.invalid)
      let expected = ClusteringError.pinOffTheWorld(index: index, point: bad)
      expectError(expected) { try SpatialIndex(points: points) }
      expectError(expected) { try GridClusters(points: points) }
      expectError(expected) { try HierarchicalClusters(points: points) }
    }
  }

  @Test func theEdgesOfTheWorldAreOnIt() throws {
    let world = MapSize.world.width
    let corners = [
      MapPoint(x: 0, y: 0), MapPoint(x: world, y: 0), MapPoint(x: 0, y: world),
      MapPoint(x: world, y: world), MapPoint(x: -0.0, y: -0.0),
    ]
    #expect(try SpatialIndex(points: corners).count == 5)
  }

  @Test func descriptionsSayWhatWasExpectedFoundAndWhatToDo() {
    let errors: [ClusteringError] = [
      .pinOffTheWorld(index: 7, point: .invalid), .tooManyPins(count: 2_000_000_000),
      .invalidOption(name: "radius", found: "-1.0", expected: "more"),
    ]
    #expect(
      errors.map(\.description) == [
        """
        pin 7: expected x and y in 0...268435456.0, found (-1.0, -1.0); \
        leave out pins whose coordinate is not valid
        """,
        "expected at most 1073741824 pins, found 2000000000; split the pins over several indexes",
        "option radius: expected more, found -1.0",
      ])
  }

  typealias Options = HierarchicalClusters.Options

  @Test(arguments: [
    ("extent", Options(extent: 0)), ("extent", Options(extent: .infinity)),
    ("extent", Options(extent: .nan)), ("radius", Options(radius: 0)),
    ("radius", Options(radius: .nan)), ("radius", Options(radius: 513)),
    ("maxZoom", Options(maxZoom: 25)), ("maxZoom", Options(maxZoom: -1)),
    ("minZoom", Options(minZoom: -1)), ("minZoom", Options(minZoom: 5, maxZoom: 4)),
    ("minPoints", Options(minPoints: 1)),
  ])
  func optionsThatMeanNothingAreRefused(name: String, options: Options) {
    let error = #expect(throws: ClusteringError.self) {
      try HierarchicalClusters(points: [], options: options)
    }
    guard case .invalidOption(name, _, _) = error else {
      Issue.record("expected the option \(name), found \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    [], [GridCellSizes.Step(zoom: 1, size: 64)],
    [.init(zoom: 0, size: 64), .init(zoom: 0, size: 32)],
    [.init(zoom: 0, size: 64), .init(zoom: 23, size: 32)],
    [.init(zoom: 0, size: 3.9)], [.init(zoom: 0, size: .nan)], [.init(zoom: 0, size: .infinity)],
  ])
  func stepsThatMeanNothingAreRefused(_ steps: [GridCellSizes.Step]) {
    #expect(throws: ClusteringError.self) { try GridCellSizes(steps: steps) }
  }

  @Test func minimumCountBelowTwoIsRefused() {
    #expect(
      throws: ClusteringError.invalidOption(name: "minimumCount", found: "1", expected: "2 or more")
    ) { try GridClusters(points: [], minimumCount: 1) }
  }
}

/// Expects an error by its text: NaN, which it may have, is not equal to itself.
func expectError<Failure: Error, Value>(
  _ expected: Failure, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Value
) {
  let found = #expect(throws: Failure.self, sourceLocation: sourceLocation) { try body() }
  #expect(found.map { "\($0)" } == "\(expected)", sourceLocation: sourceLocation)
}
