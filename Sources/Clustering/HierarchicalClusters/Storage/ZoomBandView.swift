/// A band for reading.
///
/// Invariant: it is used only within `ZoomBand.withView(_:)`.
struct ZoomBandView {
  let rowShift: UInt64
  let rows: UnsafeBufferPointer<LevelRow>
  let items: UnsafeBufferPointer<ZoomBand.Item>

  /// Calls `body` with every included item in a rectangle in fixed point units, edges included.
  ///
  /// What each candidate is worth is collected in a word of bits before it is acted upon: a branch
  /// for each would often be guessed wrong.
  ///
  /// - Parameter isIncluded: 1 or 0.
  @inline(__always)
  func forEachItem(
    left: UInt32, right: UInt32, top: UInt32, bottom: UInt32,
    where isIncluded: (ZoomBand.Item) -> UInt64, _ body: (ZoomBand.Item) -> Void
  ) {
    guard left <= right, top <= bottom else { return }
    let last = UInt32(truncatingIfNeeded: UInt64(bottom) &>> rowShift)
    let height = bottom &- top
    var row = firstRow(from: UInt32(truncatingIfNeeded: UInt64(top) &>> rowShift))
    while rows[row].number <= last {
      let end = Int(rows[row &+ 1].start)
      var slot = firstSlot(from: Int(rows[row].start), to: end, reaching: left)
      while slot < end, items[slot].x <= right {
        let start = slot
        let wordEnd = min(end, start &+ 64)
        var found: UInt64 = 0
        while slot < wordEnd, items[slot].x <= right {
          let isInside: UInt64 = items[slot].y &- top <= height ? 1 : 0
          found |= (isInside & isIncluded(items[slot])) &<< UInt64(slot &- start)
          slot &+= 1
        }
        while found != 0 {
          body(items[start &+ found.trailingZeroBitCount])
          found &= found &- 1
        }
      }
      row &+= 1
    }
  }

  /// The first row that is not above one of a number.
  @inline(__always)
  private func firstRow(from number: UInt32) -> Int {
    var low = 0
    var length = rows.count &- 1
    // Without branches: each would be guessed wrong half of the time.
    while length > 0 {
      let half = (length &+ 1) / 2
      let isBefore = (Int(rows[low &+ half &- 1].number) &- Int(number)) &>> 63
      low &+= half & isBefore
      length &-= half
    }
    return low
  }

  /// The first slot of a row whose item is not left of `left`.
  @inline(__always)
  private func firstSlot(from start: Int, to end: Int, reaching left: UInt32) -> Int {
    var low = start
    var length = end &- start
    while length > 0 {
      let half = (length &+ 1) / 2
      let isBefore = (Int(items[low &+ half &- 1].x) &- Int(left)) &>> 63
      low &+= half & isBefore
      length &-= half
    }
    return low
  }
}
