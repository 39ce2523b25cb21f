import MapGeometry

extension SpatialIndex {
  /// Calls `body` with every pin in a rectangle, its edges included, each pin once.
  ///
  /// A rectangle across the antimeridian finds the pins on both sides (`MapRect.partsOnWorld`); one
  /// of negative size, or not a number, finds none. The order is the same for the same index and
  /// rectangle. Nothing is allocated.
  ///
  /// Complexity: O(√n + k) for n pins of which k are found, for evenly spread pins and a rectangle
  /// of a screen's shape.
  public func forEachPin(in rect: MapRect, _ body: (Int) -> Void) {
    walk(rect) { tree, positions in
      for position in positions { body(tree.pin(at: position)) }
    } single: {
      body($0)
    }
  }

  /// Replaces the contents of an array by the pins in a rectangle.
  ///
  /// The pins and their order are those of ``forEachPin(in:_:)``; the array's capacity is reused.
  /// Quicker than appending them there.
  public func pins(in rect: MapRect, into pins: inout [Int]) {
    pins.removeAll(keepingCapacity: true)
    walk(rect) { tree, positions in
      pins.append(contentsOf: tree.pins(at: positions))
    } single: {
      pins.append($0)
    }
  }

  /// What a query looks at.
  package func effort(in rect: MapRect) -> SearchEffort {
    walk(rect, whole: { _, _ in }, single: { _ in })
  }

  /// Calls `body` with the pins, and their places, in a rectangle that is not wrapped.
  ///
  /// Of two rectangles, both find the pins that they share in the same order.
  @discardableResult
  func forEachPin(onWorld rect: MapRect, _ body: (Int, MapPoint) -> Void) -> SearchEffort {
    walk(onWorld: rect) { tree, positions in
      for position in positions { body(tree.pin(at: position), tree.place(at: position)) }
    } single: {
      body($0, $1)
    }
  }

  @inline(__always) @discardableResult
  private func walk(
    _ rect: MapRect, whole: (PinTree.Reader, Range<Int>) -> Void, single: (Int) -> Void
  ) -> SearchEffort {
    guard let parts = WorldParts(rect) else { return SearchEffort() }
    let effort = walk(onWorld: parts.first, whole: whole) { pin, _ in single(pin) }
    guard let second = parts.second else { return effort }
    guard second.intersects(parts.first) else {
      return effort + walk(onWorld: second, whole: whole) { pin, _ in single(pin) }
    }
    return effort
      + forEachPin(onWorld: second) { pin, place in
        if !parts.first.contains(place) { single(pin) }
      }
  }

  @inline(__always)
  private func walk(
    onWorld rect: MapRect, whole: (PinTree.Reader, Range<Int>) -> Void,
    single: (Int, MapPoint) -> Void
  ) -> SearchEffort {
    let bounds = RectBounds(rect)
    return tree.read { tree in
      tree.forEachStretch { box, _ in
        bounds.relation(to: box)
      } whole: { positions in
        whole(tree, positions)
      } part: { positions in
        for position in positions {
          let place = tree.place(at: position)
          if rect.contains(place) { single(tree.pin(at: position), place) }
        }
      }
    }
  }
}
