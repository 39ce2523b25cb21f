import MapSimulation
import Testing

@Suite struct BitmapTests {
  @Test(arguments: [(28, 28, 3_136), (56, 56, 12_544), (84, 84, 28_224), (1, 3, 12)])
  func ownsFourBytesAPixel(width: Int, height: Int, bytes: Int) {
    let bitmap = Bitmap(width: width, height: height)
    #expect(bitmap.byteCount == bytes)
    #expect(bitmap.pixelCount == width * height)
    bitmap.withPixels { #expect($0.count * 4 == bytes) }
  }

  @Test func startsTransparentAndClears() {
    let bitmap = Bitmap(width: 5, height: 4)
    #expect(bitmap.colors.allSatisfy { $0 == .clear })
    bitmap.withMutablePixels { $0.update(repeating: Color.white.pixel) }
    #expect(bitmap.colors.allSatisfy { $0 == .white })
    bitmap.clear()
    #expect(bitmap.colors.allSatisfy { $0 == .clear })
  }

  @Test func storesRowsFromTheTop() {
    let bitmap = Bitmap(width: 5, height: 4)
    bitmap[x: 3, y: 2] = .markerRed
    #expect(bitmap.colors.firstIndex(of: .markerRed) == 13)
    #expect(bitmap[x: 3, y: 2] == .markerRed)
    #expect(bitmap.colors.count { $0 != .clear } == 1)
  }

  @Test func refusesImpossibleSides() async {
    await #expect(processExitsWith: .failure) { _ = Bitmap(width: 0, height: 1) }
    await #expect(processExitsWith: .failure) { _ = Bitmap(width: 1, height: -1) }
    await #expect(processExitsWith: .failure) {
      _ = Bitmap(width: Bitmap.maximumSide + 1, height: 1)
    }
  }

  @Test func refusesPixelsOutside() async {
    await #expect(processExitsWith: .failure) { _ = Bitmap(width: 2, height: 2)[x: 2, y: 0] }
    await #expect(processExitsWith: .failure) { _ = Bitmap(width: 2, height: 2)[x: 0, y: -1] }
  }
}
