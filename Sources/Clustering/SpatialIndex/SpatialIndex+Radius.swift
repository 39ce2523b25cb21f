import MapGeometry

extension SpatialIndex {
  /// Calls `body` with every pin within a distance of a place, each pin once.
  ///
  /// A pin is within a distance where `Coordinate.greatCircleDistance(to:)` is at most that, across
  /// the antimeridian and at the poles too; a pin is where `MapPoint.coordinate` says. With a
  /// distance of 0 these are the pins at the place itself, with an infinite one all. A negative
  /// distance, or one that is not a number, and a place that is not valid
  /// (`Coordinate.isValid`) have none. The order is the same for the same index and arguments.
  /// Nothing is allocated.
  ///
  /// Complexity: O(√n + k) for n pins of which k are found, for evenly spread pins.
  ///
  /// - Parameter distance: In metres.
  public func forEachPin(
    within distance: Double, of place: Coordinate, _ body: (Int) -> Void
  ) {
    walk(within: distance, of: place) { tree, positions in
      for position in positions { body(tree.pin(at: position)) }
    } single: {
      body($0)
    }
  }

  /// Replaces the contents of an array by the pins within a distance of a place.
  ///
  /// The pins and their order are those of ``forEachPin(within:of:_:)``; the array's capacity is
  /// reused. Pins with their distances, the nearest first, are found by
  /// ``pins(nearest:to:within:where:into:)`` with a count of `Int.max`.
  public func pins(within distance: Double, of place: Coordinate, into pins: inout [Int]) {
    pins.removeAll(keepingCapacity: true)
    walk(within: distance, of: place) { tree, positions in
      pins.append(contentsOf: tree.pins(at: positions))
    } single: {
      pins.append($0)
    }
  }

  /// What a query looks at.
  package func effort(within distance: Double, of place: Coordinate) -> SearchEffort {
    walk(within: distance, of: place, whole: { _, _ in }, single: { _ in })
  }

  @inline(__always) @discardableResult
  private func walk(
    within distance: Double, of place: Coordinate,
    whole: (PinTree.Reader, Range<Int>) -> Void, single: (Int) -> Void
  ) -> SearchEffort {
    guard distance >= 0, let origin = SphereOrigin(place) else { return SearchEffort() }
    let cap = SphereCap(origin: origin, radius: distance)
    let bounds = cap.bounds
    return tree.read { tree in
      tree.forEachStretch { box, positions in
        guard bounds.intersects(box), cap.mayContainPart(of: box) else { return .outside }
        if let place = tree.commonPlace(of: box, at: positions) {
          return cap.contains(place) ? .inside : .outside
        }
        return cap.contains(box) ? .inside : .straddling
      } whole: { positions in
        whole(tree, positions)
      } part: { positions in
        for position in positions where cap.contains(tree.place(at: position)) {
          single(tree.pin(at: position))
        }
      }
    }
  }
}
