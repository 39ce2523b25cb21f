/// A color of the sRGB space with 8 bits a channel, stored premultiplied by its alpha.
public struct Color: Hashable, Sendable {
  /// The premultiplied channels: red in the lowest byte, then green, blue, and alpha in the
  /// highest.
  public let pixel: UInt32

  /// Takes a pixel as a bitmap stores it; no channel may be greater than the alpha.
  public init(premultiplied pixel: UInt32) {
    self.pixel = pixel
  }

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

  /// Whether nothing behind the color shows through.
  public var isOpaque: Bool { pixel >= 0xFF00_0000 }
}
