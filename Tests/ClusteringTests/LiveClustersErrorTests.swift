import Clustering
import MapGeometry
import TestSupport
import Testing

/// A batch with something wrong in it changes nothing.
@Suite struct LiveClustersErrorTests {
  typealias Pin = LiveClusters.Pin
  typealias UpdateError = LiveClusters.UpdateError

  private static let good = MapPoint(x: 7, y: 7)

  /// Expects that an update fails, and that everything is as before.
  private func expectUnchanged(
    _ body: (inout LiveClusters) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> UpdateError? {
    var clusters = try LiveClusters(points: PinShape.clumped.points(300, seed: 5))
    try clusters.remove([17, 299])
    let before = clusters.snapshot.itemsOfEveryZoom()
    let nextIndex = clusters.nextIndex
    let found = #expect(throws: UpdateError.self, sourceLocation: sourceLocation) {
      try body(&clusters)
    }
    #expect(clusters.snapshot.itemsOfEveryZoom() == before, sourceLocation: sourceLocation)
    #expect(clusters.count == 298, sourceLocation: sourceLocation)
    #expect(clusters.nextIndex == nextIndex, sourceLocation: sourceLocation)
    #expect(clusters.point(of: 17) == nil, sourceLocation: sourceLocation)
    // What was taken back works again.
    try clusters.insert(Pin(index: 17, point: Self.good))
    try clusters.remove([17, 1])
    return found
  }

  @Test(arguments: ClusteringErrorTests.badPoints)
  func aPlaceOffTheWorldIsRefused(_ bad: MapPoint) throws {
    func isRight(_ error: UpdateError?) -> Bool {
      // NaN is not equal to itself: the position and the text tell.
      guard case .pinOffTheWorld(let position, let point) = error else { return false }
      return position == 1 && "\(point)" == "\(bad)"
    }
    let good = Self.good
    #expect(isRight(try expectUnchanged { try $0.insert(contentsOf: [good, bad, .invalid]) }))
    #expect(
      isRight(
        try expectUnchanged {
          try $0.insert(contentsOf: [Pin(index: 17, point: good), Pin(index: 400, point: bad)])
        }))
    #expect(
      isRight(
        try expectUnchanged {
          try $0.move([Pin(index: 2, point: good), Pin(index: 3, point: bad)])
        }))
  }

  @Test func anUnknownPinIsRefused() throws {
    let good = Self.good
    for unknown in [17, 299, 300, 1 << 40, -1, .max, .min] {
      let expected = UpdateError.unknownPin(index: unknown)
      let moved = try expectUnchanged {
        try $0.move([Pin(index: 2, point: good), Pin(index: unknown, point: good)])
      }
      #expect(moved == expected)
      #expect(try expectUnchanged { try $0.remove([2, 3, unknown, 4]) } == expected)
    }
    // The second time it is gone.
    #expect(try expectUnchanged { try $0.remove([2, 3, 2]) } == .unknownPin(index: 2))
  }

  @Test func anIndexThatIsTakenOrImpossibleIsRefused() throws {
    let good = Self.good
    let taken = try expectUnchanged {
      try $0.insert(contentsOf: [Pin(index: 17, point: good), Pin(index: 18, point: good)])
    }
    #expect(taken == .pinExists(index: 18))
    let twice = try expectUnchanged {
      try $0.insert(contentsOf: [Pin(index: 17, point: good), Pin(index: 17, point: good)])
    }
    #expect(twice == .pinExists(index: 17))
    for impossible in [-1, AnnotationID.maximumPinCount, .max] {
      let error = try expectUnchanged {
        try $0.insert(
          contentsOf: [Pin(index: 17, point: good), Pin(index: impossible, point: good)])
      }
      #expect(error == .indexOutOfRange(index: impossible))
    }
  }

  @Test func newPinsEndWithTheIndexes() throws {
    var clusters = try LiveClusters()
    try clusters.insert(Pin(index: AnnotationID.maximumPinCount - 2, point: Self.good))
    #expect(throws: UpdateError.tooManyPins(count: 2)) {
      try clusters.insert(contentsOf: [Self.good, Self.good])
    }
    #expect(try clusters.insert(Self.good) == AnnotationID.maximumPinCount - 1)
    #expect(throws: UpdateError.tooManyPins(count: 1)) { try clusters.insert(Self.good) }
    // A free index is still there for those who choose it.
    try clusters.insert(Pin(index: 0, point: Self.good))
    var items: [ClusterItem] = []
    clusters.snapshot.items(in: .world, zoom: 0, into: &items)
    #expect(items.map(\.count) == [3])
  }

  @Test func aClustererThatCannotBeMadeIsRefused() throws {
    #expect(
      throws: ClusteringError.invalidOption(
        name: "minimumCount", found: "1", expected: "2 or more")
    ) { try LiveClusters(minimumCount: 1) }
    #expect(throws: ClusteringError.pinOffTheWorld(index: 1, point: .invalid)) {
      try LiveClusters(points: [Self.good, .invalid])
    }
  }

  @Test func descriptionsSayWhatWasExpectedFoundAndWhatToDo() {
    #expect(
      UpdateError.unknownPin(index: 7).description
        == "expected the index of a pin that is there, found 7; insert it first")
    #expect(
      UpdateError.pinExists(index: 7).description
        == "expected the index of no pin, found 7; move the pin that is there")
    #expect(
      UpdateError.indexOutOfRange(index: -1).description
        == "expected an index in 0..<1073741824, found -1")
    #expect(
      UpdateError.pinOffTheWorld(position: 3, point: .invalid).description
        == """
        position 3: expected x and y in 0...268435456.0, found (-1.0, -1.0); \
        leave out pins whose coordinate is not valid
        """)
    #expect(
      UpdateError.tooManyPins(count: 3).description
        == """
        expected new indexes below 1073741824, found 3 new pins, which need greater ones; \
        insert at the indexes of removed pins
        """)
  }
}
