import Clustering
import TestSupport
import Testing

@Suite struct AggregationTests {
  static let worlds: [(shape: PinShape, options: HierarchicalClusters.Options)] = [
    (.clumped, .init()), (.clumped, .init(maxZoom: 12, minPoints: 4)), (.denseTown, .init()),
    (.identical, .init(minZoom: 5, maxZoom: 5)), (.sortedLine, .init(radius: 300)),
  ]

  /// Expects the value of every pin and every cluster to be that of its pins, put together by hand.
  private func expect<Aggregation: PinAggregation>(
    _ clusters: HierarchicalClusters, _ aggregation: Aggregation,
    of pins: ([Int]) -> Aggregation.Value
  ) where Aggregation.Value: Equatable {
    let aggregates = clusters.aggregates(aggregation)
    for cluster in clusters.allClusters() {
      #expect(aggregates[cluster.id] == pins(clusters.pins(of: cluster.id)), "\(cluster)")
    }
    for pin in clusters.points.indices { #expect(aggregates[.pin(pin)] == pins([pin])) }
    for id in clusters.unknownIDs().prefix(20) { #expect(aggregates[id] == nil) }
  }

  @Test(arguments: worlds.indices)
  func valueIsThatOfThePins(_ world: Int) throws {
    var random = SeededGenerator(seed: 91)
    let (shape, options) = Self.worlds[world]
    let clusters = try HierarchicalClusters(points: shape.points(300, seed: 92), options: options)
    let count = clusters.points.count
    let numbers = (0..<count).map { _ in random.int(in: -1000...1000) }
    let heights = (0..<count).map { _ in random.double(in: -50...50) }
    // Some of no category.
    let categories = (0..<count).map { _ in random.int(in: -1...5) }
    expect(clusters, SumOfPins(numbers)) { $0.reduce(0) { $0 + numbers[$1] } }
    expect(clusters, MinimumOfPins(heights)) { $0.map { heights[$0] }.min() ?? .nan }
    expect(clusters, MaximumOfPins(heights)) { $0.map { heights[$0] }.max() ?? .nan }
    expect(clusters, CountsByCategory(categories, categoryCount: 5)) { pins in
      (0..<5).map { category in pins.count { categories[$0] == category } }
    }
    expect(clusters, CountsByCategory(categories, categoryCount: 0)) { _ in [] }
    expect(clusters, CountsByCategory(categories, categoryCount: -3)) { _ in [] }
    expect(clusters, SumOfPins(Array(repeating: 1, count: count))) { $0.count }
  }

  /// A custom aggregation: a list, in which a repeated pin is seen.
  private struct PinsInOrder: PinAggregation {
    func value(ofPin pin: Int) -> [Int] { [pin] }
    func add(_ other: [Int], to value: inout [Int]) { value += other }
  }

  @Test(arguments: worlds.indices)
  func everyPinIsUsedOnce(_ world: Int) throws {
    let (shape, options) = Self.worlds[world]
    let points = shape.points(300, seed: 93)
    let clusters = try HierarchicalClusters(points: points, options: options)
    let again = try HierarchicalClusters(points: points, options: options)
    let aggregates = clusters.aggregates(PinsInOrder())
    let aggregatesAgain = again.aggregates(PinsInOrder())
    for cluster in clusters.allClusters() {
      let pins = try #require(aggregates[cluster.id])
      #expect(pins.sorted() == clusters.pins(of: cluster.id).sorted())
      // The order is the same in every build, so that sums of floating point numbers are.
      #expect(pins == aggregatesAgain[cluster.id])
    }
  }

  /// Optional values: a pin that has none leaves the value as it is.
  private struct GreatestKnown: PinAggregation {
    let values: [Int?]
    func value(ofPin pin: Int) -> Int? { values[pin] }
    func add(_ other: Int?, to value: inout Int?) {
      value = [value, other].compactMap { $0 }.max()
    }
  }

  @Test func valuesMayBeOptional() throws {
    var random = SeededGenerator(seed: 94)
    let clusters = try HierarchicalClusters(points: PinShape.clumped.points(200, seed: 95))
    let values = clusters.points.map { _ in
      random.int(in: 0...9) < 6 ? nil : random.int(in: 0...99)
    }
    let aggregates = clusters.aggregates(GreatestKnown(values: values))
    var withNone = 0
    for cluster in clusters.allClusters() {
      let expected = clusters.pins(of: cluster.id).compactMap { values[$0] }.max()
      #expect(aggregates[cluster.id] == .some(expected))
      withNone += expected == nil ? 1 : 0
    }
    #expect(withNone > 0)
    #expect(aggregates[.pin(200)] == .none)
  }

  @Test func emptyIndexHasNoValues() throws {
    let aggregates = try HierarchicalClusters(points: []).aggregates(SumOfPins<Int>([]))
    #expect(aggregates[.pin(0)] == nil)
    #expect(aggregates[AnnotationID(rawValue: 2 << 62)] == nil)
  }
}
