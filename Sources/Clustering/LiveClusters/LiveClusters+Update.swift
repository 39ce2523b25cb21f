import MapGeometry

extension LiveClusters {
  /// Adds a pin.
  ///
  /// - Returns: the pin's index, the ``nextIndex``.
  @discardableResult
  public mutating func insert(_ point: MapPoint) throws(UpdateError) -> Int {
    try insert(contentsOf: [point]).lowerBound
  }

  /// Adds pins, which get indexes from ``nextIndex`` on in their order.
  ///
  /// Complexity: O(k × zooms) for k pins.
  ///
  /// - Throws: ``UpdateError/tooManyPins(count:)`` too where the indexes are used up, see
  ///   ``nextIndex``.
  /// - Returns: the pins' indexes.
  @discardableResult
  public mutating func insert(contentsOf points: [MapPoint]) throws(UpdateError) -> Range<Int> {
    let first = nextIndex
    guard points.count <= AnnotationID.maximumPinCount - first else {
      throw .tooManyPins(count: points.count)
    }
    try insert(contentsOf: points.indices.map { Pin(index: first + $0, point: points[$0]) })
    return first..<nextIndex
  }

  /// Adds a pin with an index that you choose: that of a removed pin, or one that was not in use.
  ///
  /// The ``nextIndex`` is beyond it from then on. Places are kept in pages of 128 indexes (2 KB),
  /// which are given back when their last pin is removed: indexes that are far apart cost memory.
  public mutating func insert(_ pin: Pin) throws(UpdateError) {
    try insert(contentsOf: [pin])
  }

  /// Adds pins with indexes that you choose, as one such pin.
  ///
  /// Complexity: O(k × zooms) for k pins.
  public mutating func insert(contentsOf pins: [Pin]) throws(UpdateError) {
    try checkPlaces(of: pins)
    for pin in pins where !(0..<AnnotationID.maximumPinCount).contains(pin.index) {
      throw .indexOutOfRange(index: pin.index)
    }
    try update { forest throws(UpdateError) in try forest.addPlaces(of: pins) }
    count += pins.count
    nextIndex = max(nextIndex, pins.reduce(0) { max($0, $1.index + 1) })
    let rebuilds = isWorthRebuilding(for: pins.count)
    update { forest in
      if rebuilds { forest.rebuildCells() } else { forest.addToCells(pins) }
    }
  }

  /// Moves a pin.
  public mutating func move(_ index: Int, to point: MapPoint) throws(UpdateError) {
    try move([Pin(index: index, point: point)])
  }

  /// Moves pins to new places, one after the other; a pin that comes again moves again.
  ///
  /// Complexity: O(k × zooms) for k pins.
  public mutating func move(_ pins: [Pin]) throws(UpdateError) {
    try checkPlaces(of: pins)
    for pin in pins where forest.places.place(of: pin.index) == nil {
      throw .unknownPin(index: pin.index)
    }
    let rebuilds = isWorthRebuilding(for: pins.count)
    update { forest in
      if rebuilds {
        forest.movePlaces(of: pins)
        forest.rebuildCells()
      } else {
        for pin in pins { forest.move(pin) }
      }
    }
  }

  /// Takes a pin away. Its index is not given to another pin unless you choose so.
  public mutating func remove(_ index: Int) throws(UpdateError) {
    try remove([index])
  }

  /// Takes pins away. Their indexes are not given to other pins unless you choose so.
  ///
  /// An index that comes again is that of an unknown pin.
  ///
  /// Complexity: O(k × zooms) for k pins.
  public mutating func remove(_ indexes: [Int]) throws(UpdateError) {
    let rebuilds = isWorthRebuilding(for: indexes.count)
    try update { forest throws(UpdateError) in
      let pins = try forest.removePlaces(of: indexes)
      if rebuilds { forest.rebuildCells() } else { forest.removeFromCells(pins) }
    }
    count -= indexes.count
  }

  /// Whether a batch is such a part of the pins that making all cells anew is quicker than
  /// changing them for each pin; about eight times as quick for a pin.
  private func isWorthRebuilding(for batchCount: Int) -> Bool {
    batchCount >= 256 && count / 4 <= batchCount
  }

  private func checkPlaces(of pins: [Pin]) throws(UpdateError) {
    for (position, pin) in pins.enumerated() where !MapRect.world.contains(pin.point) {
      throw .pinOffTheWorld(position: position, point: pin.point)
    }
  }
}
