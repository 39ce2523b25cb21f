import PinService

extension MortonBox {
  /// The maximum number of ranges of a request: further ones are merged over their smallest gaps.
  private static let maxRanges = 32

  /// The ranges of the numbers of a level's cells that the box touches, in order; they may include
  /// cells outside of it.
  func cellRanges(level: Int) -> [ClosedRange<UInt64>] {
    var ranges: [ClosedRange<UInt64>] = []
    addRanges(of: QuadCell(level: 0, number: 0), level: level, to: &ranges)
    while ranges.count > Self.maxRanges {
      let gap = ranges.indices.dropLast().min {
        ranges[$0 + 1].lowerBound - ranges[$0].upperBound
          < ranges[$1 + 1].lowerBound - ranges[$1].upperBound
      }
      guard let gap else { break }
      ranges[gap] = ranges[gap].lowerBound...ranges[gap + 1].upperBound
      ranges.remove(at: gap + 1)
    }
    return ranges
  }

  /// The level whose cells are about an eighth as wide as the longer side of the box: finer ranges
  /// leave out little more.
  var levelOfSide: Int {
    let width = max(last.column - first.column, last.row - first.row)
    return min(width.leadingZeroBitCount + 3, 31)
  }

  private func addRanges(
    of cell: QuadCell, level: Int, to ranges: inout [ClosedRange<UInt64>]
  ) {
    let cellBox = MortonBox(cell)
    guard cellBox.first.column <= last.column, cellBox.last.column >= first.column,
      cellBox.first.row <= last.row, cellBox.last.row >= first.row
    else { return }
    let isInside = contains(cellBox.first) && contains(cellBox.last)
    guard isInside || cell.level == level else {
      for quarter in 0..<UInt64(4) {
        addRanges(
          of: QuadCell(level: cell.level + 1, number: cell.number << 2 | quarter), level: level,
          to: &ranges)
      }
      return
    }
    let shift = UInt64(2 * (level - cell.level))
    let range = (cell.number << shift)...((cell.number + 1) << shift - 1)
    if let end = ranges.last?.upperBound, end + 1 == range.lowerBound {
      ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound...range.upperBound
    } else {
      ranges.append(range)
    }
  }
}
