import Simulation
import TestSupport
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

@Suite struct ColorTests {
  @Test func storesBytesInOrder() {
    let color = Color(red: 1, green: 2, blue: 3)
    #expect(color.pixel == 0xFF03_0201)
    #expect(color.channels == [1, 2, 3, 255])
    #expect(color.isOpaque)
  }

  @Test func premultiplies() {
    let half = Color(red: 255, green: 100, blue: 0, alpha: 128)
    // 100 * 128 / 255 = 50.196
    #expect(half.channels == [128, 50, 0, 128])
    #expect(!half.isOpaque)
    #expect(Color(red: 9, green: 9, blue: 9, alpha: 0) == .clear)
  }

  @Test func scalesExactlyForEveryByteAndCoverage() {
    for coverage: UInt32 in 0...255 {
      for byte: UInt32 in 0...255 {
        let scaled = Color(premultiplied: byte | byte << 8 | byte << 16 | 255 << 24)
          .scaled(by: coverage)
        let expected = UInt8((Double(byte) * Double(coverage) / 255).rounded())
        guard scaled.channels == [expected, expected, expected, UInt8(coverage)] else {
          Issue.record("\(byte) scaled by \(coverage) is \(scaled.channels), not \(expected)")
          return
        }
      }
    }
  }

  @Test func sourceOverIsTheFormulaInEachChannel() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let source = generator.nextColor()
      let backdrop = generator.nextColor()
      let expected = zip(source.channels, backdrop.channels).map { source8, backdrop8 in
        UInt8((Double(source8) + Double(backdrop8) * (255 - Double(source.alpha)) / 255).rounded())
      }
      #expect(source.over(backdrop).channels == expected, "\(source) over \(backdrop)")
    }
  }

  @Test func mixesLinearly() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let first = generator.nextColor()
      let second = generator.nextColor()
      let amount = UInt32.random(in: 0...255, using: &generator)
      let expected = zip(first.channels, second.channels).map { first8, second8 in
        let share = Double(amount) / 255
        return UInt8((Double(first8) * (1 - share) + Double(second8) * share).rounded())
      }
      #expect(first.mixed(with: second, amount: amount).channels == expected)
    }
  }
}
