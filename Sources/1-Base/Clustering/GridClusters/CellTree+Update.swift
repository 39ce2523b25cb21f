extension CellTree {
  /// Builds the tree of many pins at once.
  ///
  /// Complexity: O(n × depth) for n pins. Neighbouring cells are adjacent in memory.
  init(run: GridRun, pins: some Sequence<Int>, places: some PinLocations) {
    self.init(run: run)
    var all = PinChanges(in: run, capacity: pins.underestimatedCount)
    for pin in pins { if let point = places.place(of: pin) { all.append(pin, at: point) } }
    all.start(atDepth: 0, sortingWhole: true)
    writableCells(from: Self.root).pointee = build(all, all.range, atDepth: 0)
  }

  /// Removes and adds pins.
  ///
  /// The cells of a depth are changed before those below them, each once, so that the processor
  /// waits for the memory of many cells at the same time.
  ///
  /// - Parameters:
  ///   - changes: In any order. A pin is removed once at most, and added once at most.
  ///   - walk: Memory for the cells of as many changes.
  ///   - places: The places of all pins after the changes.
  mutating func apply(
    _ changes: inout PinChanges, along walk: inout CellWalk, places: some PinLocations
  ) {
    changes.start(atDepth: 0)
    walk.leaves.removeAll()
    walk.level.append(CellChange(writableCells(from: Self.root), atDepth: 0, changes.range))
    var depth = 0
    while walk.level.count > 0 {
      let (level, below) = (walk.level, walk.below)
      cellsTouched += level.count
      // A loop of little else, so that many reads are under way.
      for part in level.elements.indices { level.base[part].readContent() }
      for part in level.elements { part.cell.pointee.sum += changes.sum(of: part.range) }
      for part in level.elements {
        let cell = part.cell.pointee
        if !cell.isDivided {
          if !changes.areOfOnePin(part.range) { walk.leaves.append(part) }
        } else if cell.count <= Self.maxMergedCount {
          makeLeaf(part.cell, changes, part.range, atDepth: depth)
        } else {
          changes.sort(part.range, atDepth: depth)
          let children = writableCells(from: cell.firstChild)
          var rest = part.range
          while let first = rest.first {
            let number = changes.child(first, atDepth: depth)
            let end = changes.end(of: number, in: rest, atDepth: depth)
            below.append(CellChange(children + number, atDepth: depth + 1, first..<end))
            rest = end..<rest.upperBound
          }
        }
      }
      level.removeAll()
      swap(&walk.level, &walk.below)
      depth += 1
    }
    for leaf in walk.leaves.elements { update(leaf, changes, places: places) }
  }

  /// Builds the cell of sorted pins with all cells below it.
  private mutating func build(
    _ pins: PinChanges, _ range: Range<Int>, atDepth depth: Int
  ) -> Cell {
    cellsTouched += 1
    var cell = Cell()
    guard range.count > Self.leafCapacity else {
      guard !range.isEmpty else { return cell }
      cell.list(in: buckets.take())
      cell.sum = pins.sum(of: range)
      var count = 0
      list(pins, range, in: writablePlaces(from: cell.firstPlace), &count)
      return cell
    }
    pins.sort(range, atDepth: depth)
    cell.divide(into: makeQuad())
    var rest = range
    for number in 0..<4 {
      let end = pins.end(of: number, in: rest, atDepth: depth)
      let child = build(pins, rest.lowerBound..<end, atDepth: depth + 1)
      writableCells(from: cell.firstChild)[number] = child
      cell.sum += child.sum
      rest = end..<rest.upperBound
    }
    return cell
  }

  /// Lists the pins of a leaf whose sum is that after the changes, or divides it.
  private mutating func update(
    _ leaf: CellChange, _ changes: PinChanges, places: some PinLocations
  ) {
    let (cell, range) = (leaf.cell, leaf.range)
    var count = cell.pointee.count - changes.sum(of: range).signedCount
    let bucket = cell.pointee.firstPlace
    let hadPins = count > 0
    if hadPins { delist(changes, range, from: writablePlaces(from: bucket), &count) }
    if cell.pointee.count > Self.leafCapacity {
      var pins = PinChanges(in: run, capacity: cell.pointee.count)
      for change in range where !changes[change].isRemoval { pins.append(changes[change]) }
      for place in bucket..<(bucket + count) {
        let pin = Int(buckets.pages.pointer(at: place).pointee)
        // A listed pin has a place.
        if let point = places.place(of: pin) { pins.append(pin, at: point) }
      }
      if hadPins { buckets.give(from: bucket) }
      pins.start(atDepth: Int(leaf.depth))
      cell.pointee = build(pins, pins.range, atDepth: Int(leaf.depth))
    } else if cell.pointee.count > 0 {
      if !hadPins { cell.pointee.list(in: buckets.take()) }
      list(changes, range, in: writablePlaces(from: cell.pointee.firstPlace), &count)
    } else if hadPins {
      buckets.give(from: bucket)
    }
  }

  /// Removes pins from the list of a leaf.
  private func delist(
    _ changes: PinChanges, _ range: Range<Int>, from places: UnsafeMutablePointer<UInt32>,
    _ count: inout Int
  ) {
    for change in range where changes[change].isRemoval {
      count -= 1
      let index = changes[change].index
      for place in 0..<count where places[place] == index { places[place] = places[count] }
    }
  }

  /// Adds pins to the list of a leaf.
  private func list(
    _ changes: PinChanges, _ range: Range<Int>, in places: UnsafeMutablePointer<UInt32>,
    _ count: inout Int
  ) {
    for change in range where !changes[change].isRemoval {
      places[count] = changes[change].index
      count += 1
    }
  }

  /// Lists the pins of a cell in the cell itself, and frees the cells below.
  private mutating func makeLeaf(
    _ cell: UnsafeMutablePointer<Cell>, _ changes: PinChanges, _ range: Range<Int>,
    atDepth depth: Int
  ) {
    let firstChild = cell.pointee.firstChild
    cell.pointee.list(in: buckets.take())
    let places = writablePlaces(from: cell.pointee.firstPlace)
    var count = 0
    moveDown(firstChild, changes, range, atDepth: depth, to: places, &count)
    list(changes, range, in: places, &count)
    if count == 0 { buckets.give(from: cell.pointee.firstPlace) }
  }

  /// Moves the pins of four cells to a list, but not those that are removed.
  private mutating func moveDown(
    _ firstChild: Int, _ changes: PinChanges, _ range: Range<Int>, atDepth depth: Int,
    to places: UnsafeMutablePointer<UInt32>, _ count: inout Int
  ) {
    cellsTouched += 4
    changes.sort(range, atDepth: depth)
    var rest = range
    for number in 0..<4 {
      let cell = cells.pointer(at: firstChild + number).pointee
      let end = changes.end(of: number, in: rest, atDepth: depth)
      if cell.isDivided {
        moveDown(
          cell.firstChild, changes, rest.lowerBound..<end, atDepth: depth + 1, to: places, &count)
      } else if cell.count > 0 {
        var listed = cell.count
        let list = writablePlaces(from: cell.firstPlace)
        delist(changes, rest.lowerBound..<end, from: list, &listed)
        (places + count).update(from: list, count: listed)
        count += listed
        buckets.give(from: cell.firstPlace)
      }
      rest = end..<rest.upperBound
    }
    quads.give(from: firstChild)
  }
}
