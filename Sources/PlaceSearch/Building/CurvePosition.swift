import MapGeometry

/// A place's position along Morton's curve through the degrees of the world: near on the curve is
/// near on earth.
struct CurvePosition {
  let value: UInt64

  init(_ coordinate: Coordinate) {
    let row = Self.spread(UInt32((coordinate.latitude + 90) / 180 * 0xFFFF_FFFF))
    let column = Self.spread(UInt32((coordinate.longitude + 180) / 360 * 0xFFFF_FFFF))
    value = row << 1 | column
  }

  /// The bits with a gap after each.
  private static func spread(_ number: UInt32) -> UInt64 {
    var bits = UInt64(number)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }
}
