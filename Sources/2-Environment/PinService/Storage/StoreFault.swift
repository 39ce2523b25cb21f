/// A contradiction in a store, which no batch ever leaves behind.
public enum StoreFault: Error, Hashable, Sendable {
  /// The stored number of pins differs from the rows.
  case pinCount(stored: Int, counted: Int)
  /// A cell differs from the pins in it; `nil` for a cell that is not there.
  case cell(QuadCell, stored: PinCell.Contents?, counted: PinCell.Contents?)
  /// A row whose number is no cell of its level, or with contents that no pins in the cell have.
  case impossibleCell(level: Int, number: Int64, contents: PinCell.Contents)
  /// Tables, indexes, pages or rows that are not as a store has them, in words.
  case structure(String)
}

extension StoreFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pinCount(let stored, let counted):
      "the store records \(stored) pins, but has \(counted)"
    case .cell(let cell, let stored, let counted):
      "cell \(cell.number) of level \(cell.level): stored \(stored.map { "\($0)" } ?? "nothing"), "
        + "counted \(counted.map { "\($0)" } ?? "nothing")"
    case .impossibleCell(let level, let number, let contents):
      "cell \(number) of level \(level): stored \(contents), which no pins in the cell can have"
    case .structure(let what): what
    }
  }
}

/// A comparison of stored cells with the pins in them.
public struct CellCheck: Sendable {
  /// The differences that were found.
  public private(set) var faults: [StoreFault] = []
  private let limit: Int
  private var pinCount = 0

  /// A comparison that ends its list of faults at a limit.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Adds something else that is wrong.
  public mutating func add(_ fault: StoreFault) {
    if faults.count < limit { faults.append(fault) }
  }

  /// Compares the cells of a level, which come in the order of their numbers, with those of the
  /// pins, which come in the order of their codes.
  public mutating func compare(
    level: Int, nextPin: () throws -> MortonCode?,
    stored nextRow: () throws -> (number: Int64, contents: PinCell.Contents)?
  ) rethrows {
    pinCount = 0
    var stored = try nextCell(level: level, nextRow)
    var pin = try nextPin()
    while stored != nil || pin != nil {
      let counted = pin.map { QuadCell(level: level, containing: $0) }
      let number = min(stored?.number ?? .max, counted?.number ?? .max)
      var contents: PinCell.Contents?
      while let code = pin, QuadCell(level: level, containing: code).number == number {
        contents = contents ?? PinCell.Contents()
        contents?.add(code)
        pinCount += 1
        pin = try nextPin()
      }
      var found: PinCell.Contents?
      if let cell = stored, cell.number == number {
        found = cell.contents
        stored = try nextCell(level: level, nextRow)
      }
      if found != contents {
        add(.cell(QuadCell(level: level, number: number), stored: found, counted: contents))
      }
    }
  }

  /// The next row that is a cell of the level.
  private mutating func nextCell(
    level: Int, _ nextRow: () throws -> (number: Int64, contents: PinCell.Contents)?
  ) rethrows -> (number: UInt64, contents: PinCell.Contents)? {
    while let (number, contents) = try nextRow() {
      if let cell = QuadCell(storedLevel: level, number: number) { return (cell.number, contents) }
      add(.impossibleCell(level: level, number: number, contents: contents))
    }
    return nil
  }

  /// Compares the stored number of pins with those of the last level.
  public mutating func compare(pinCount stored: Int) {
    if stored != pinCount { add(.pinCount(stored: stored, counted: pinCount)) }
  }
}
