import CPNG
import Simulation
import TestSupport
import Testing

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
  var colors: [Color] { pixelValues.map { Color(premultiplied: $0) } }

  static func random(width: Int, height: Int, using generator: inout SeededGenerator) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for (x, y) in pixelPlaces(width, height) { bitmap[x: x, y: y] = generator.nextColor() }
    return bitmap
  }
}

extension FrameBuffer {
  var colors: [Color] { pixelValues.map { Color(premultiplied: $0) } }

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

/// A picture read with libpng's reader, which checks every checksum.
struct DecodedPicture {
  let width: Int
  let height: Int
  /// The channels that the file has, as libpng's format flags.
  let format: Int32
  /// The RGB bytes, row by row from the top.
  let pixels: [UInt8]

  init(_ file: [UInt8]) throws {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    try #require(png_image_begin_read_from_memory(&image, file, file.count) != 0)
    width = Int(image.width)
    height = Int(image.height)
    format = Int32(image.format)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    var bytes = [UInt8](repeating: 0, count: 3 * width * height)
    try #require(png_image_finish_read(&image, nil, &bytes, 0, nil) != 0)
    pixels = bytes
  }
}
