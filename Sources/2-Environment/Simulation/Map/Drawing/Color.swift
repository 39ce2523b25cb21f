/// A color of the sRGB space with 8 bits a channel, stored premultiplied by its alpha.
public struct Color: Hashable, Sendable {
  /// The premultiplied channels: red in the lowest byte, then green, blue, and alpha in the
  /// highest.
  public let pixel: UInt32

  /// Takes a pixel as a bitmap stores it; no channel may be greater than the alpha.
  public init(premultiplied pixel: UInt32) { self.pixel = pixel }

  /// Creates a color from straight (not premultiplied) sRGB bytes.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    let straight = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000
    self = Color(premultiplied: straight).scaled(by: UInt32(alpha))
  }

  /// The red channel, premultiplied.
  public var red: UInt8 { UInt8(truncatingIfNeeded: pixel) }

  /// The green channel, premultiplied.
  public var green: UInt8 { UInt8(truncatingIfNeeded: pixel >> 8) }

  /// The blue channel, premultiplied.
  public var blue: UInt8 { UInt8(truncatingIfNeeded: pixel >> 16) }

  /// The opacity: 0 is transparent, 255 is opaque.
  public var alpha: UInt8 { UInt8(truncatingIfNeeded: pixel >> 24) }

  /// Indicates whether nothing behind the color shows through.
  public var isOpaque: Bool { pixel >= 0xFF00_0000 }

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

  /// The color between this one, at 0, and another, at 255.
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

  /// Fully transparent.
  public static let clear = Color(premultiplied: 0)

  /// Opaque white: borders, glyphs and text.
  public static let white = Color(red: 255, green: 255, blue: 255)

  /// The red of a map's default marker.
  public static let markerRed = Color(red: 0xFF, green: 0x3B, blue: 0x30)

  /// The blue of a cluster bubble, dark enough for white text.
  public static let clusterBlue = Color(red: 0x0A, green: 0x6C, blue: 0xDF)
}
