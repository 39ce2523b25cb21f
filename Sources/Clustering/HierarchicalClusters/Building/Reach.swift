/// How far an item reaches for others: a circle in fixed point units, edge included.
struct Reach {
  let radius: UInt64
  private let square: UInt64

  init(radius: UInt64) {
    self.radius = radius
    // A radius of 2^32 is the width of the world: its square overflows, and every sum of two
    // squares below 2^64 is within it (2^64 itself is no such sum).
    let (square, overflows) = radius.multipliedReportingOverflow(by: radius)
    self.square = overflows ? .max : square
  }

  /// The least and the greatest x, or y, that is reached from one.
  @inline(__always)
  func bounds(_ center: UInt32) -> (low: UInt32, high: UInt32) {
    let center = UInt64(center)
    return (
      UInt32(truncatingIfNeeded: center &- min(center, radius)),
      UInt32(truncatingIfNeeded: min(center &+ radius, UInt64(UInt32.max)))
    )
  }

  @inline(__always)
  func contains(_ item: LevelItem, from center: LevelItem) -> Bool {
    let dy = UInt64(item.y > center.y ? item.y &- center.y : center.y &- item.y)
    let dx = UInt64(item.x > center.x ? item.x &- center.x : center.x &- item.x)
    // Both are computed, and one branch is taken on them: near or not is as good as random here.
    let isInBand = dy <= radius ? 1 : 0
    let isInCircle = dx &* dx <= square &- dy &* dy ? 1 : 0
    return isInBand & isInCircle != 0
  }
}
