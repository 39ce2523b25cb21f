/// How a row of a PNG is written: as itself, or as differences that compress better.
///
/// The raw values are those of the PNG specification, section 9.2.
enum PNGFilter: UInt8, CaseIterable {
  case none = 0
  case sub = 1
  case up = 2

  /// The bytes of a true-color pixel: the distance to the byte that `sub` subtracts.
  static let bytesPerPixel = 3

  /// The filtered byte at a place in a row.
  @inline(__always)
  func filtered(_ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, at index: Int)
    -> UInt8
  {
    switch self {
    case .none: row[index]
    case .sub: row[index] &- (index < Self.bytesPerPixel ? 0 : row[index - Self.bytesPerPixel])
    case .up: row[index] &- above[index]
    }
  }

  /// The filter whose differences have the least sum of magnitudes, as the PNG specification
  /// recommends (section 12.7); of equals, `up` before `sub` before `none`.
  static func best(
    for row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>
  ) -> Self {
    var best = Self.up
    var least = best.sumOfMagnitudes(row, above: above)
    for filter in [Self.sub, .none] {
      let sum = filter.sumOfMagnitudes(row, above: above)
      if sum < least {
        best = filter
        least = sum
      }
    }
    return best
  }

  private func sumOfMagnitudes(
    _ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var sum = 0
    for index in row.indices {
      sum += Int(Int8(bitPattern: filtered(row, above: above, at: index)).magnitude)
    }
    return sum
  }
}
