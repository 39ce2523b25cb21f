extension Color {
  /// The color over a backdrop (Porter and Duff's source-over): in each channel
  /// `source + backdrop * (255 - alpha) / 255`, rounded to the nearest.
  @inline(__always)
  public func over(_ backdrop: Color) -> Color {
    if isOpaque { return self }
    return Color(premultiplied: pixel &+ backdrop.scaled(by: 255 &- (pixel >> 24)).pixel)
  }

  /// The color with each channel, alpha too, multiplied by `coverage / 255` and rounded to the
  /// nearest.
  ///
  /// - Precondition: the coverage lies in `0...255`.
  @inline(__always)
  public func scaled(by coverage: UInt32) -> Color {
    assert(coverage <= 255)
    let redBlue = Self.dividedBy255((pixel & Self.evenChannels) &* coverage)
    let greenAlpha = Self.dividedBy255((pixel >> 8 & Self.evenChannels) &* coverage)
    return Color(premultiplied: redBlue | greenAlpha << 8)
  }

  /// The color on the way to another: this one at 0, the other at 255.
  ///
  /// - Precondition: the amount lies in `0...255`.
  @inline(__always)
  public func mixed(with other: Color, amount: UInt32) -> Color {
    assert(amount <= 255)
    let rest = 255 &- amount
    let redBlue = Self.dividedBy255(
      (pixel & Self.evenChannels) &* rest &+ (other.pixel & Self.evenChannels) &* amount)
    let greenAlpha = Self.dividedBy255(
      (pixel >> 8 & Self.evenChannels) &* rest &+ (other.pixel >> 8 & Self.evenChannels) &* amount)
    return Color(premultiplied: redBlue | greenAlpha << 8)
  }

  /// Two channels at a time travel in the two halves of a word: half the multiplications.
  private static var evenChannels: UInt32 { 0x00FF_00FF }

  /// Divides both 16-bit halves by 255 to the nearest; exact for each half up to 255 * 255.
  @inline(__always)
  private static func dividedBy255(_ halves: UInt32) -> UInt32 {
    let rounded = halves &+ 0x0080_0080
    return (rounded &+ (rounded >> 8 & evenChannels)) >> 8 & evenChannels
  }
}
