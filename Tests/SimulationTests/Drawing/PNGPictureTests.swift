import Simulation
import Testing

/// Pictures that are compressed and decoded in memory.
@Suite struct PNGPictureTests {
  private func bitmap(_ width: Int, _ height: Int) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for (x, y) in pixelPlaces(width, height) {
      bitmap[x: x, y: y] = Color(
        red: UInt8(x % 256), green: UInt8(y % 256), blue: UInt8((x * y) % 256))
    }
    return bitmap
  }

  @Test(arguments: [(1, 1), (7, 3), (64, 64), (300, 5)])
  func anOpaquePictureComesBackAsItWas(width: Int, height: Int) throws {
    let original = bitmap(width, height)
    let picture = try PNGPicture(original)
    #expect(picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let decoded = try picture.decoded()
    #expect(decoded.width == width && decoded.height == height)
    #expect(decoded.colors == original.colors)
  }

  @Test func aSmallerPictureHasTheMeans() {
    let original = Bitmap(width: 4, height: 4)
    for (x, y) in pixelPlaces(4, 4) {
      original[x: x, y: y] = x < 2 ? Color(red: 10, green: 20, blue: 30) : .white
    }
    let smaller = original.downsampled(side: 2)
    #expect(smaller[x: 0, y: 0] == Color(red: 10, green: 20, blue: 30))
    #expect(smaller[x: 1, y: 1] == .white)
    let one = original.downsampled(side: 1)
    #expect(one[x: 0, y: 0] == Color(red: 132, green: 137, blue: 142))
  }
}
