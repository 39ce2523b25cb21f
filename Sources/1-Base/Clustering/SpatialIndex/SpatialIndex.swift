/// An index that finds pins by their place: in a rectangle of the map, within a distance of a
/// place, or the nearest ones to it.
///
/// The pins are in the order of Hilbert's curve over the map, with boxes around every 16 of them,
/// around every two boxes, and so on. A query skips the boxes outside its area, takes boxes inside
/// it as a whole, and compares single pins only around its edge. That is as fast for pins that
/// crowd in one town, or in one spot, as for pins all over the world.
///
/// Immutable: any number of threads may query the same index at the same time. It keeps 22 bytes
/// a pin without the points themselves, which it shares with the caller's array, and needs another
/// 16 during the build.
public struct SpatialIndex: Sendable {
  /// The pins that the index was built from.
  public let points: [MapPoint]

  let tree: PinTree

  /// Builds an index.
  ///
  /// Complexity: O(n) for n points. Places are sorted by comparison only where more than 64
  /// different ones are within a centimetre of each other.
  ///
  /// - Throws: ``ClusteringError/pinOffTheWorld(index:point:)`` and
  ///   ``ClusteringError/tooManyPins(count:)``.
  public init(points: [MapPoint]) throws(ClusteringError) {
    try points.validateAsPins()
    self.points = points
    tree = PinTree(points: points)
  }

  /// The number of pins.
  public var count: Int { points.count }

  /// The memory of the index in bytes, without the points.
  package var byteCount: Int { tree.byteCount }

  /// Calls `body` with every pin in a rectangle, its edges included, each pin once.
  ///
  /// A rectangle across the antimeridian finds the pins on both sides (`MapRect.partsOnWorld`); one
  /// of negative size, or not a number, finds none. The order is the same for the same index and
  /// rectangle. Nothing is allocated.
  ///
  /// Complexity: O(√n + k) to find k of n pins, for evenly spread pins and a rectangle of a
  /// screen's shape.
  public func forEachPin(in rect: MapRect, _ body: (Int) -> Void) {
    walk(rect, whole: { for pin in $0 { body(pin) } }, single: body)
  }

  /// Replaces the contents of an array by the pins in a rectangle.
  ///
  /// The pins and their order are the same as with ``forEachPin(in:_:)``; the array's capacity is
  /// reused. This is faster than appending them there.
  public func pins(in rect: MapRect, into pins: inout [Int]) {
    pins.removeAll(keepingCapacity: true)
    walk(rect, whole: { pins.append(contentsOf: $0) }, single: { pins.append($0) })
  }

  /// The pins in a rectangle, see ``pins(in:into:)``.
  public func pins(in rect: MapRect) -> [Int] {
    Array { pins(in: rect, into: &$0) }
  }

  /// The effort of a query, for tests of its cost.
  package func effort(in rect: MapRect) -> SearchEffort {
    walk(rect, whole: { _ in }, single: { _ in })
  }

  @inline(__always) @discardableResult
  private func walk(
    _ rect: MapRect, whole: (PinTree.Reader.PinSequence) -> Void, single: (Int) -> Void
  ) -> SearchEffort {
    var effort = SearchEffort()
    WorldParts(rect)?.forEachPart { part in
      let bounds = RectBounds(part)
      tree.read { tree in
        tree.forEachPin(
          relation: { box, _ in bounds.relation(to: box) }, contains: { part.contains($0) },
          whole: whole, single: single, effort: &effort)
      }
    }
    return effort
  }

  /// Calls `body` with every pin within a distance of a place, each pin once.
  ///
  /// A pin is within a distance if its `Coordinate.greatCircleDistance(to:)` is at most that
  /// distance, across the antimeridian and at the poles too; a pin is where `MapPoint.coordinate`
  /// says. A distance of 0 finds the pins at the place itself, an infinite one finds all. A
  /// distance that is negative or not a number, and a place that is not valid
  /// (`Coordinate.isValid`), find none. The order is the same for the same index and arguments.
  /// Nothing is allocated.
  ///
  /// Complexity: O(√n + k) to find k of n pins, for evenly spread pins.
  ///
  /// - Parameters:
  ///   - distance: In metres.
  ///   - place: The middle of the circle.
  ///   - body: Gets the index of a pin.
  public func forEachPin(within distance: Double, of place: Coordinate, _ body: (Int) -> Void) {
    walk(within: distance, of: place, whole: { for pin in $0 { body(pin) } }, single: body)
  }

  /// Replaces the contents of an array by the pins within a distance of a place.
  ///
  /// The pins and their order are the same as with ``forEachPin(within:of:_:)``; the array's
  /// capacity is reused. Pins with their distances, the nearest first, are found by
  /// ``pins(nearest:to:within:where:into:)`` with a count of `Int.max`.
  public func pins(within distance: Double, of place: Coordinate, into pins: inout [Int]) {
    pins.removeAll(keepingCapacity: true)
    walk(
      within: distance, of: place, whole: { pins.append(contentsOf: $0) },
      single: { pins.append($0) })
  }

  /// The pins within a distance of a place, see ``pins(within:of:into:)``.
  public func pins(within distance: Double, of place: Coordinate) -> [Int] {
    Array { pins(within: distance, of: place, into: &$0) }
  }

  /// The effort of a query, for tests of its cost.
  package func effort(within distance: Double, of place: Coordinate) -> SearchEffort {
    walk(within: distance, of: place, whole: { _ in }, single: { _ in })
  }

  @inline(__always) @discardableResult
  private func walk(
    within distance: Double, of place: Coordinate,
    whole: (PinTree.Reader.PinSequence) -> Void, single: (Int) -> Void
  ) -> SearchEffort {
    var effort = SearchEffort()
    guard distance >= 0, let origin = SphereOrigin(place) else { return effort }
    let cap = SphereCap(origin: origin, radius: distance)
    let bounds = cap.bounds
    tree.read { tree in
      tree.forEachPin(
        relation: { box, positions in
          guard bounds.intersects(box), cap.mayContainPart(of: box) else { return .outside }
          if let place = tree.commonPlace(of: box, at: positions) {
            return cap.contains(place) ? .inside : .outside
          }
          return cap.contains(box) ? .inside : .straddling
        },
        contains: { cap.contains($0) }, whole: whole, single: single, effort: &effort)
    }
    return effort
  }

  /// Replaces the contents of an array by the pins nearest to a place, the nearest first.
  ///
  /// Distances are those of `Coordinate.greatCircleDistance(to:)`, across the antimeridian and at
  /// the poles too; a pin is where `MapPoint.coordinate` says. Pins at the same distance are in the
  /// order of their indexes. A count below 1, a maximum distance that is negative or not a number,
  /// and a place that is not valid (`Coordinate.isValid`) find none.
  ///
  /// The array's capacity is reused; nothing is allocated but space in it.
  ///
  ///     var nearby: [NearbyPin] = []
  ///     index.pins(nearest: 5, to: here, within: 1000, where: { isOpen[$0] }, into: &nearby)
  ///
  /// Complexity: O(log n + k log k) to find k of n pins, for evenly spread pins.
  ///
  /// - Parameters:
  ///   - count: The maximum number of pins; `Int.max` finds all within the distance.
  ///   - place: The place from which distances are taken.
  ///   - distance: The maximum distance in metres, itself included.
  ///   - isIncluded: Returns whether the pin of an index is included, the same each time.
  ///   - nearby: Gets the pins.
  public func pins(
    nearest count: Int, to place: Coordinate, within distance: Double = .infinity,
    where isIncluded: (Int) -> Bool = { _ in true }, into nearby: inout [NearbyPin]
  ) {
    search(nearest: count, to: place, within: distance, where: isIncluded, into: &nearby)
  }

  /// The pins nearest to a place, see ``pins(nearest:to:within:where:into:)``.
  public func pins(
    nearest count: Int, to place: Coordinate, within distance: Double = .infinity,
    where isIncluded: (Int) -> Bool = { _ in true }
  ) -> [NearbyPin] {
    Array { pins(nearest: count, to: place, within: distance, where: isIncluded, into: &$0) }
  }

  /// The effort of a query, for tests of its cost.
  package func effort(
    nearest count: Int, to place: Coordinate, within distance: Double = .infinity
  ) -> SearchEffort {
    var nearby: [NearbyPin] = []
    return search(nearest: count, to: place, within: distance, where: { _ in true }, into: &nearby)
  }

  @discardableResult
  private func search(
    nearest count: Int, to place: Coordinate, within distance: Double,
    where isIncluded: (Int) -> Bool, into nearby: inout [NearbyPin]
  ) -> SearchEffort {
    nearby.removeAll(keepingCapacity: true)
    guard count > 0, distance >= 0, let origin = SphereOrigin(place) else { return SearchEffort() }
    return tree.read { tree in
      let cap = SphereCap(origin: origin, radius: distance)
      var search = NearestSearch(tree: tree, count: count, cap: cap, bounds: cap.bounds)
      search.run(where: isIncluded, into: &nearby)
      return search.effort
    }
  }
}

/// A rectangle that is not wrapped, for comparisons with boxes in fixed point units.
struct RectBounds {
  /// A pin is in the rectangle only where its unit is in this. The edges are rounded as pins are.
  private let outer: FixedBox
  // A pin is in the rectangle wherever its unit is between these. In the unit of an edge, a pin may
  // lie on either side of the edge; no pin lies beyond the world's edges.
  private let (left, right): (Int64, Int64)
  private let (top, bottom): (Int64, Int64)

  init(_ rect: MapRect) {
    outer = FixedBox(
      minX: FixedPoint.units(rect.minX), minY: FixedPoint.units(rect.minY),
      maxX: FixedPoint.units(rect.maxX), maxY: FixedPoint.units(rect.maxY))
    let world = MapSize.world
    left = rect.minX <= 0 ? -1 : Int64(outer.minX)
    right = rect.maxX >= world.width ? .max : Int64(outer.maxX)
    top = rect.minY <= 0 ? -1 : Int64(outer.minY)
    bottom = rect.maxY >= world.height ? .max : Int64(outer.maxY)
  }

  func relation(to box: FixedBox) -> PinTree.Reader.Relation {
    guard outer.intersects(box) else { return .outside }
    let isInside = left < box.minX && box.maxX < right && top < box.minY && box.maxY < bottom
    return isInside ? .inside : .straddling
  }
}
