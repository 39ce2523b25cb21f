import Clustering

/// A rectangle of the flat world in steps of ``MortonCode``, its edges included.
public struct MortonBox: Hashable, Sendable {
  /// The north-western corner: the smallest code in the box.
  public let first: MortonCode
  /// The south-eastern corner: the largest code in the box.
  public let last: MortonCode

  /// A box between two corners.
  ///
  /// - Precondition: No side of `last` is before that of `first`.
  public init(first: MortonCode, last: MortonCode) {
    self.first = first
    self.last = last
  }

  /// The box of a cell.
  public init(_ cell: QuadCell) {
    self.init(first: cell.codes.lowerBound, last: cell.codes.upperBound)
  }

  /// The whole world.
  public static let world = MortonBox(
    first: MortonCode(rawValue: 0), last: MortonCode(rawValue: .max))

  /// The boxes of a rectangle: one, or two if it crosses the antimeridian; none for a rectangle off
  /// the world, of negative size, or with a value that is not a number. No place is in two of them:
  /// a rectangle whose two edges are in one column is a box of the whole width.
  public static func boxes(of rect: MapRect) -> [MortonBox] {
    let world = MapSize.world
    guard rect.width >= 0, rect.height >= 0, rect.minX.isFinite, rect.minY.isFinite,
      rect.maxY >= 0, rect.minY <= world.height
    else { return [] }
    var boxes: [MortonBox] = []
    for part in rect.partsOnWorld
    where part.width >= 0 && part.maxX >= 0 && part.minX <= world.width {
      let box = MortonBox(
        first: MortonCode(MapPoint(x: part.minX, y: part.minY)),
        last: MortonCode(MapPoint(x: part.maxX, y: part.maxY)))
      if !boxes.contains(box) { boxes.append(box) }
    }
    guard boxes.count == 2, boxes[1].last.column >= boxes[0].first.column else { return boxes }
    let (first, last) = (boxes[0].first, boxes[0].last)
    return [
      MortonBox(
        first: MortonCode(column: 0, row: first.row), last: MortonCode(column: .max, row: last.row))
    ]
  }

  /// Returns whether a place is in the box.
  @inline(__always)
  public func contains(_ code: MortonCode) -> Bool {
    let columns = MortonCode.columnBits
    let rows = ~columns
    let (value, first, last) = (code.rawValue, first.rawValue, last.rawValue)
    // The bits of one direction alone keep its order.
    return value & columns >= first & columns && value & columns <= last & columns
      && value & rows >= first & rows && value & rows <= last & rows
  }

  /// The smallest code in the box that is not before another; `nil` if there is none.
  ///
  /// The search of Tropf and Herzog ("Multidimensional range search in dynamically balanced trees",
  /// 1981): the bits are followed from the first one, and where the box is on both sides of a bit,
  /// the beginning of its further side is remembered. O(bits).
  public func code(from code: MortonCode) -> MortonCode? {
    var (low, high) = (first.rawValue, last.rawValue)
    var best: UInt64?
    for position in (UInt64(0)..<64).reversed() {
      let bit: UInt64 = 1 << position
      // The lower bits of the same direction.
      let lower = (bit - 1) & (position % 2 == 0 ? MortonCode.columnBits : ~MortonCode.columnBits)
      switch (code.rawValue & bit != 0, low & bit != 0, high & bit != 0) {
      case (false, false, true):
        best = low & ~lower | bit
        high = high & ~bit | lower
      case (false, true, _): return MortonCode(rawValue: low)
      case (true, _, false): return best.map { MortonCode(rawValue: $0) }
      case (true, false, true): low = low & ~lower | bit
      case (false, false, false), (true, true, true): break
      }
    }
    return code
  }

  /// The number of cells of a level that the box touches.
  public func cellCount(level: Int) -> Int {
    let shift = UInt32(32 - level)
    func span(_ side: KeyPath<MortonCode, UInt32>) -> Int {
      // A shift by 32 gives 0.
      Int(last[keyPath: side] >> shift) - Int(first[keyPath: side] >> shift) + 1
    }
    let (count, isTooLarge) = span(\.column).multipliedReportingOverflow(by: span(\.row))
    return isTooLarge ? .max : count
  }

  /// The smallest box of whole cells of a level that contains this one.
  public func grown(toCellsOf level: Int) -> MortonBox {
    MortonBox(
      first: QuadCell(level: level, containing: first).codes.lowerBound,
      last: QuadCell(level: level, containing: last).codes.upperBound)
  }
}
