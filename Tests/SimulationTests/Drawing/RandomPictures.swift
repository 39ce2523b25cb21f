import Simulation
import TestSupport

/// The places of all pixels, row by row.
func pixelPlaces(_ width: Int, _ height: Int) -> [(x: Int, y: Int)] {
  (0..<width * height).map { ($0 % width, $0 / width) }
}

extension SeededGenerator {
  /// A valid premultiplied color; transparent and opaque ones are as frequent as all others.
  mutating func nextColor() -> Color {
    let alpha: UInt32 =
      switch Int.random(in: 0..<3, using: &self) {
      case 0: 0
      case 1: 255
      default: .random(in: 1...254, using: &self)
      }
    let red = UInt32.random(in: 0...alpha, using: &self)
    let green = UInt32.random(in: 0...alpha, using: &self)
    let blue = UInt32.random(in: 0...alpha, using: &self)
    return Color(premultiplied: red | green << 8 | blue << 16 | alpha << 24)
  }

  mutating func nextOpaqueColor() -> Color {
    Color(premultiplied: UInt32.random(in: 0...0xFF_FFFF, using: &self) | 0xFF00_0000)
  }
}

extension Color {
  static let black = Color(red: 0, green: 0, blue: 0)
  static let grass = Color(red: 0x34, green: 0xC7, blue: 0x59)
  static let teal = Color(red: 0x0F, green: 0x8C, blue: 0x9C)

  var channels: [UInt8] { [red, green, blue, alpha] }
}

extension Bitmap {
  var colors: [Color] {
    withPixels { pixels in pixels.indices.map { Color(premultiplied: pixels[$0]) } }
  }

  static func random(width: Int, height: Int, using generator: inout SeededGenerator) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for (x, y) in pixelPlaces(width, height) { bitmap[x: x, y: y] = generator.nextColor() }
    return bitmap
  }
}

extension FrameBuffer {
  var colors: [Color] {
    withPixels { pixels in pixels.indices.map { Color(premultiplied: pixels[$0]) } }
  }

  /// A frame buffer with a random color in each pixel.
  static func random(width: Int, height: Int, using generator: inout SeededGenerator) -> FrameBuffer
  {
    let frame = FrameBuffer(width: width, height: height)
    let noise = Bitmap(width: width, height: height)
    for (x, y) in pixelPlaces(width, height) { noise[x: x, y: y] = generator.nextOpaqueColor() }
    frame.composite(noise, x: 0, y: 0)
    return frame
  }
}
