import MapGeometry

/// Neighbouring zoom levels whose cells nest: every cell is a whole block of cells of the deepest
/// level, a power of two wide. One ``CellTree`` serves them all.
struct GridRun: Sendable {
  let zooms: ClosedRange<Int>
  /// The grid of the deepest zoom.
  let deepest: GridLevel
  /// How many bits a column or a row of the deepest grid has.
  let bits: Int
  /// For each zoom, by how many bits its cell numbers are shorter than the deepest grid's.
  private let shifts: [Int]

  private init(zooms: ClosedRange<Int>, deepest: GridLevel, shifts: [Int]) {
    self.zooms = zooms
    self.deepest = deepest
    self.shifts = shifts
    bits = Int.bitWidth - deepest.last.leadingZeroBitCount
  }

  /// The cells of a zoom have the deepest grid's column and row without so many low bits.
  func shift(atZoom zoom: Int) -> Int { shifts[zoom - zooms.lowerBound] }

  /// The depth in a tree, of which the root has 0, at which the cells of a zoom are.
  func depth(atZoom zoom: Int) -> Int { max(bits - shift(atZoom: zoom), 0) }

  /// All zooms of a grid in as few runs as they allow.
  static func runs(of sizes: GridCellSizes) -> [GridRun] {
    var runs: [GridRun] = []
    var zoom = GridCellSizes.zoomRange.upperBound
    while zoom >= GridCellSizes.zoomRange.lowerBound {
      let deepest = GridLevel(zoom: zoom, sizes: sizes)
      var shifts = [0]
      while zoom > GridCellSizes.zoomRange.lowerBound {
        let coarser = GridLevel(zoom: zoom - 1, sizes: sizes)
        guard let shift = coarser.shift(to: deepest), shift >= shifts[0] else { break }
        shifts.insert(shift, at: 0)
        zoom -= 1
      }
      runs.append(GridRun(zooms: zoom...deepest.zoom, deepest: deepest, shifts: shifts))
      zoom -= 1
    }
    return runs.reversed()
  }
}

extension GridLevel {
  /// The power of two that this grid's cells are wider than another's; `nil` where they are not.
  ///
  /// Scaling by a power of two is exact, and so is the division of `number(of:)` after it: the
  /// numbers of a pin's cells in both differ by a shift and nothing else.
  fileprivate func shift(to finer: GridLevel) -> Int? {
    let ratio = cellWidth / finer.cellWidth
    guard ratio >= 1, ratio.significand == 1, finer.cellWidth * ratio == cellWidth else {
      return nil
    }
    return Int(ratio.exponent)
  }
}
