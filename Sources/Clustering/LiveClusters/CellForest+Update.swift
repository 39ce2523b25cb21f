import MapGeometry

extension CellForest<LivePlaces> {
  typealias Pin = LiveClusters.Pin

  /// Leaves all pages to the copies of this forest, see ``PagedArray``.
  mutating func startGeneration() {
    places.startGeneration()
    for tree in trees.indices { trees[tree].startGeneration() }
  }

  /// Makes every page this forest's own, see ``PagedArray``.
  mutating func copyAllPages() {
    places.copyAllPages()
    for tree in trees.indices { trees[tree].copyAllPages() }
  }

  /// Adds pins to the places, of which the cells do not know yet; either all of them or none.
  mutating func addPlaces(of pins: [Pin]) throws(LiveClusters.UpdateError) {
    for (position, pin) in pins.enumerated() {
      guard places.place(of: pin.index) == nil else {
        for earlier in pins[..<position] { places.set(nil, of: earlier.index) }
        throw .pinExists(index: pin.index)
      }
      places.set(pin.point, of: pin.index)
    }
  }

  /// Takes pins from the places, of which the cells know still; either all of them or none.
  mutating func removePlaces(of indexes: [Int]) throws(LiveClusters.UpdateError) -> [Pin] {
    var pins: [Pin] = []
    pins.reserveCapacity(indexes.count)
    for index in indexes {
      guard let point = places.place(of: index) else {
        for pin in pins { places.set(pin.point, of: pin.index) }
        throw .unknownPin(index: index)
      }
      places.set(nil, of: index)
      pins.append(Pin(index: index, point: point))
    }
    return pins
  }

  /// Adds pins to the cells that are in the places already.
  mutating func addToCells(_ pins: [Pin]) {
    for tree in trees.indices {
      for pin in pins {
        let located = runs[tree].locate(pin.index, at: pin.point)
        trees[tree].insert(located, places: places)
      }
    }
  }

  /// Takes pins from the cells that are not in the places any more.
  mutating func removeFromCells(_ pins: [Pin]) {
    for tree in trees.indices {
      for pin in pins { trees[tree].remove(runs[tree].locate(pin.index, at: pin.point)) }
    }
  }

  /// Moves a pin in the places and the cells.
  ///
  /// One pin at a time: a leaf that is divided meanwhile asks for the places of its pins, and must
  /// find those by which it lists them.
  mutating func move(_ pin: Pin) {
    guard let old = places.place(of: pin.index) else { return }
    places.set(pin.point, of: pin.index)
    for tree in trees.indices {
      let from = runs[tree].locate(pin.index, at: old)
      let to = runs[tree].locate(pin.index, at: pin.point)
      trees[tree].move(from, to: to, places: places)
    }
  }

  /// Moves pins, one after the other, in the places only.
  mutating func movePlaces(of pins: [Pin]) {
    for pin in pins { places.set(pin.point, of: pin.index) }
  }

  /// Makes all cells anew from the places.
  mutating func rebuildCells() {
    let pins = places.pins
    for tree in trees.indices {
      trees[tree] = CellTree(run: trees[tree].run, pins: pins, places: places)
    }
  }
}
