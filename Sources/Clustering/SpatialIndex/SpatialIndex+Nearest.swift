import MapGeometry

extension SpatialIndex {
  /// Replaces the contents of an array by the pins nearest to a place, the nearest first.
  ///
  /// Distances are those of `Coordinate.greatCircleDistance(to:)`, across the antimeridian and at
  /// the poles too; a pin is where `MapPoint.coordinate` says. Pins at the same distance come in
  /// the order of their indexes. A count below 1, a maximum distance that is negative or not a
  /// number, and a place that is not valid (`Coordinate.isValid`) have none.
  ///
  /// The array's capacity is reused; nothing is allocated but room in it.
  ///
  ///     var nearby: [NearbyPin] = []
  ///     index.pins(nearest: 5, to: here, within: 1000, where: { isOpen[$0] }, into: &nearby)
  ///
  /// Complexity: O(log n + k log k) for n pins of which k are found, for evenly spread pins.
  ///
  /// - Parameters:
  ///   - count: The greatest number of pins; `Int.max` finds all within the distance.
  ///   - distance: The greatest distance in metres, itself included.
  ///   - isIncluded: Answers for the index of a pin. Must answer the same each time.
  public func pins(
    nearest count: Int, to place: Coordinate, within distance: Double = .infinity,
    where isIncluded: (Int) -> Bool = { _ in true }, into nearby: inout [NearbyPin]
  ) {
    search(nearest: count, to: place, within: distance, where: isIncluded, into: &nearby)
  }

  /// What a query looks at.
  package func effort(
    nearest count: Int, to place: Coordinate, within distance: Double = .infinity
  ) -> SearchEffort {
    var nearby: [NearbyPin] = []
    return search(
      nearest: count, to: place, within: distance, where: { _ in true }, into: &nearby)
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
      var search = NearestSearch(tree: tree, count: count, cap: cap)
      search.run(where: isIncluded, into: &nearby)
      nearby.sortHeap()
      return search.effort
    }
  }
}
