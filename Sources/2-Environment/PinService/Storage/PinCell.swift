import Clustering

/// The pins in a square cell: their number, and the mean of their places.
public struct PinCell: Hashable, Sendable {
  /// The contents of a cell; the contents of several cells add up.
  public struct Contents: Hashable, Sendable {
    /// The number of pins.
    public var count: Int
    /// The sum of the pins' columns, in steps of ``MortonCode``.
    public var columnSum: Int64
    /// The sum of the pins' rows.
    public var rowSum: Int64

    /// The contents of a cell by their parts.
    public init(count: Int = 0, columnSum: Int64 = 0, rowSum: Int64 = 0) {
      self.count = count
      self.columnSum = columnSum
      self.rowSum = rowSum
    }

    /// Adds a pin, or takes one away.
    public mutating func add(_ code: MortonCode, times sign: Int = 1) {
      count += sign
      columnSum += Int64(code.column) * Int64(sign)
      rowSum += Int64(code.row) * Int64(sign)
    }

    /// Adds the pins of another cell.
    public mutating func add(_ other: Contents) {
      count += other.count
      columnSum += other.columnSum
      rowSum += other.rowSum
    }

    /// The mean of the pins' places.
    public var mapPoint: MapPoint {
      let count = Double(max(count, 1)) * MortonCode.stepsPerMapPoint
      // A place is the middle of its step.
      let half = 0.5 / MortonCode.stepsPerMapPoint
      return MapPoint(x: Double(columnSum) / count + half, y: Double(rowSum) / count + half)
    }
  }

  /// The cell.
  public let cell: QuadCell
  /// Its pins.
  public var contents: Contents

  /// The number of pins.
  public var count: Int { contents.count }

  /// The finest level whose cells are stored: 610 m at the equator.
  ///
  /// A screen of a phone that shows finer cells of 64 points is at zoom 15 or more, and shows few
  /// enough pins to count them.
  public static let maxStoredLevel = 16
  /// The levels whose cells are stored.
  public static var storedLevels: ClosedRange<Int> { 0...maxStoredLevel }
  /// The maximum number of pins of a store: the sums of their places fit 63 bits.
  public static let maxPinCount = 1 << 31
}

extension PinCell {
  /// A stored cell; `nil` if the level has no cell of this number, or if no pins in the cell can
  /// have this count and these sums.
  ///
  /// A store is a file, and its contents may be wrong.
  public init?(level: Int, number: Int64, contents: Contents) {
    guard let cell = QuadCell(storedLevel: level, number: number),
      (1...Self.maxPinCount).contains(contents.count)
    else { return nil }
    let (first, last) = (cell.codes.lowerBound, cell.codes.upperBound)
    let count = Int64(contents.count)
    guard
      (Int64(first.column) * count...Int64(last.column) * count).contains(contents.columnSum),
      (Int64(first.row) * count...Int64(last.row) * count).contains(contents.rowSum)
    else { return nil }
    self.init(cell: cell, contents: contents)
  }

  /// Calls a closure with each cell of a level that has pins, in the order of the cells. O(pins).
  ///
  /// - Parameter codes: the places of all pins, in their order: the pins of a cell are neighbours.
  public static func forEach(
    ofLevel level: Int, in codes: some RandomAccessCollection<MortonCode>,
    _ body: (PinCell) throws -> Void
  ) rethrows {
    var rest = codes[...]
    while let first = rest.first {
      let cell = QuadCell(level: level, containing: first)
      let last = cell.codes.upperBound
      var contents = Contents()
      while let code = rest.first, code <= last {
        contents.add(code)
        rest = rest.dropFirst()
      }
      try body(PinCell(cell: cell, contents: contents))
    }
  }
}

/// The changes of cells that a batch makes, at every stored level.
public struct CellChanges: Sendable {
  private var changes: [QuadCell: PinCell.Contents] = [:]

  /// No changes.
  public init() {}

  /// Adds a pin to its cells, or takes one away with the sign -1.
  public mutating func add(_ code: MortonCode, times sign: Int) {
    for level in PinCell.storedLevels {
      changes[QuadCell(level: level, containing: code), default: PinCell.Contents()]
        .add(code, times: sign)
    }
  }

  /// The changes in the order of the cells, without those that change nothing: a pin that gets
  /// another name in its place is taken away and added again.
  public var sorted: [(cell: QuadCell, change: PinCell.Contents)] {
    changes.filter { $0.value != PinCell.Contents() }.sorted { $0.key < $1.key }
      .map { (cell: $0.key, change: $0.value) }
  }
}
