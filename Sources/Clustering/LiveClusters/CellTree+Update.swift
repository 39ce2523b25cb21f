import MapGeometry

extension CellTree {
  /// Adds a pin.
  ///
  /// - Parameter places: Where the other pins are. They were added there.
  mutating func insert(_ pin: LocatedPin, places: some PinPlaces) {
    insert(pin, below: Self.root, atDepth: 0, places: places)
  }

  /// Takes a pin away from where it was added.
  mutating func remove(_ pin: LocatedPin) {
    remove(pin, below: Self.root, atDepth: 0)
  }

  /// Moves a pin from where it was added.
  mutating func move(_ old: LocatedPin, to new: LocatedPin, places: some PinPlaces) {
    var number = Self.root
    var depth = 0
    while true {
      let cell = writableCell(number)
      cell.pointee.x &+= UInt64(new.x) &- UInt64(old.x)
      cell.pointee.y &+= UInt64(new.y) &- UInt64(old.y)
      guard cell.pointee.isDivided else { return }
      let first = cell.pointee.firstChild
      let (from, to) = (child(of: old, atDepth: depth), child(of: new, atDepth: depth))
      depth += 1
      guard from == to else {
        remove(old, below: first + from, atDepth: depth)
        insert(new, below: first + to, atDepth: depth, places: places)
        return
      }
      number = first + from
    }
  }

  private mutating func insert(
    _ pin: LocatedPin, below top: Int, atDepth topDepth: Int, places: some PinPlaces
  ) {
    var number = top
    var depth = topDepth
    while true {
      let cell = writableCell(number)
      if !cell.pointee.isDivided, cell.pointee.count == Self.leafCapacity {
        divide(cell, atDepth: depth, places: places)
      }
      defer { cell.pointee.add(pin) }
      guard cell.pointee.isDivided else {
        append(pin.index, toLeaf: cell)
        return
      }
      number = cell.pointee.firstChild + child(of: pin, atDepth: depth)
      depth += 1
    }
  }

  /// Lists a pin in a leaf that has room, and whose count does not yet include it.
  private mutating func append(_ index: UInt32, toLeaf cell: UnsafeMutablePointer<Cell>) {
    if cell.pointee.count == 0 { cell.pointee.list(in: makeBucket()) }
    writablePlaces(from: cell.pointee.firstPlace)[Int(cell.pointee.count)] = index
  }

  /// Gives a full leaf children, and its pins to them.
  private mutating func divide(
    _ cell: UnsafeMutablePointer<Cell>, atDepth depth: Int, places: some PinPlaces
  ) {
    let firstPlace = cell.pointee.firstPlace
    let quad = makeQuad()
    cell.pointee.divide(into: quad)
    let children = writableCell(cell.pointee.firstChild)
    for place in firstPlace..<(firstPlace + Self.leafCapacity) {
      let index = Int(buckets.pointer(at: place).pointee)
      // A listed pin has a place.
      guard let point = places.place(of: index) else { continue }
      let pin = run.locate(index, at: point)
      let child = children + child(of: pin, atDepth: depth)
      append(pin.index, toLeaf: child)
      child.pointee.add(pin)
    }
    freeBucket(at: firstPlace)
  }

  private mutating func remove(_ pin: LocatedPin, below top: Int, atDepth topDepth: Int) {
    var number = top
    var depth = topDepth
    while true {
      let cell = writableCell(number)
      cell.pointee.subtract(pin)
      guard cell.pointee.isDivided else {
        strike(pin.index, fromLeaf: cell)
        return
      }
      if cell.pointee.count <= Self.leastDivided {
        makeLeaf(cell, without: pin.index)
        return
      }
      number = cell.pointee.firstChild + child(of: pin, atDepth: depth)
      depth += 1
    }
  }

  /// Takes a pin off the list of a leaf whose count does not include it any more.
  private mutating func strike(_ index: UInt32, fromLeaf cell: UnsafeMutablePointer<Cell>) {
    let firstPlace = cell.pointee.firstPlace
    let last = Int(cell.pointee.count)
    guard last > 0 else { return freeBucket(at: firstPlace) }
    let places = writablePlaces(from: firstPlace)
    for place in 0..<last where places[place] == index { places[place] = places[last] }
  }

  /// Lists the pins of a cell in the cell itself, but for one that it does not count any more, and
  /// frees what is below.
  private mutating func makeLeaf(
    _ cell: UnsafeMutablePointer<Cell>, without index: UInt32
  ) {
    let firstChild = cell.pointee.firstChild
    let bucket = makeBucket()
    cell.pointee.list(in: bucket)
    let places = writablePlaces(from: cell.pointee.firstPlace)
    var count = 0
    moveDown(firstChild, without: index, to: places, &count)
  }

  private mutating func moveDown(
    _ firstChild: Int, without index: UInt32, to places: UnsafeMutablePointer<UInt32>,
    _ count: inout Int
  ) {
    cellsTouched += 4
    for number in firstChild..<(firstChild + 4) {
      let cell = cells.pointer(at: number).pointee
      guard cell.count > 0 else { continue }
      guard !cell.isDivided else {
        moveDown(cell.firstChild, without: index, to: places, &count)
        continue
      }
      for place in cell.firstPlace..<(cell.firstPlace + Int(cell.count)) {
        let pin = buckets.pointer(at: place).pointee
        guard pin != index else { continue }
        places[count] = pin
        count += 1
      }
      freeBucket(at: cell.firstPlace)
    }
    freeQuad(at: firstChild)
  }
}
