/// The square around all pins that the curve runs through.
struct CurveFrame {
  private let extent: FixedBox
  private let shift: UInt32

  init(extent: FixedBox) {
    self.extent = extent
    let side = max(extent.maxX - extent.minX, extent.maxY - extent.minY)
    // An extent of one unit leaves nothing to shift.
    shift = side == 0 ? 0 : UInt32(side.leadingZeroBitCount)
  }

  /// The position on the curve of a place, or of the nearest one in the extent, after a number of
  /// steps (``HilbertCurve/position(of:steps:table:)``).
  func position(
    of place: FixedPlace, steps: Int, table: UnsafeBufferPointer<UInt16>
  ) -> UInt64 {
    let x = min(max(place.x, extent.minX), extent.maxX) &- extent.minX
    let y = min(max(place.y, extent.minY), extent.maxY) &- extent.minY
    return HilbertCurve.position(
      of: FixedPlace(x: x &<< shift, y: y &<< shift), steps: steps, table: table)
  }
}
