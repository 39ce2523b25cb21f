import Clustering

extension KDTree {
  /// Calls `body` with every place in a rectangle of the map, its edges included.
  ///
  /// A rectangle across the antimeridian is searched on both sides. Nothing is allocated.
  ///
  /// Complexity: O(√n + k) to find k of n places.
  public func forEachID(in rect: MapRect, _ body: (Int) -> Void) {
    withSearch { search in
      search.forEachID(onWorld: rect.partOnWorld, body)
      if let remainder = rect.remainder() { search.forEachID(onWorld: remainder, body) }
    }
  }

  func withSearch(_ body: (KDTreeSearch) -> Void) {
    ids.withUnsafeBufferPointer { ids in
      coordinates.withUnsafeBufferPointer { coordinates in
        body(KDTreeSearch(ids: ids, coordinates: coordinates))
      }
    }
  }
}

extension KDTreeSearch {
  @inline(__always)
  func forEachID(onWorld rect: MapRect, _ body: (Int) -> Void) {
    let world = MapSize.world.width
    forEachID(
      minX: rect.minX / world, minY: rect.minY / world, maxX: rect.maxX / world,
      maxY: rect.maxY / world, body)
  }
}

extension MapRect {
  /// The rectangle without what lies over the left or the right edge of the world; empty where all
  /// of it does.
  var partOnWorld: MapRect {
    let left = max(minX, 0)
    let right = min(maxX, MapSize.world.width)
    return MapRect(x: left, y: minY, width: right - left, height: height)
  }
}
