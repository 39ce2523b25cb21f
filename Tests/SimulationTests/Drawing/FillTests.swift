import Simulation
import TestSupport
import Testing

@Suite struct FillTests {
  private static let red = Color.markerRed

  @Test(arguments: [4, 7.5, 12.25, 34.5, 100] as [Float], [100.0, 100.5] as [Float])
  func circleCoversItsArea(radius: Float, center: Float) {
    let bitmap = Bitmap(width: 202, height: 202)
    bitmap.fill(Circle(centerX: center, centerY: center, radius: radius), color: Self.red)
    let covered = bitmap.colors.reduce(0.0) { $0 + Double($1.alpha) / 255 }
    let area = Double.pi * Double(radius * radius)
    #expect(abs(covered - area) <= area / 100)
  }

  @Test(arguments: [40, 41])
  func centredCircleIsSymmetric(side: Int) {
    let bitmap = Bitmap(width: side, height: side)
    let middle = Float(side) / 2
    bitmap.fill(
      Circle(centerX: middle, centerY: middle, radius: 17.3), color: Self.red,
      border: Border(width: 2.5, color: .white))
    for (x, y) in pixelPlaces(side, side) {
      let color = bitmap[x: x, y: y]
      #expect(color == bitmap[x: side - 1 - x, y: y])
      #expect(color == bitmap[x: x, y: side - 1 - y])
      #expect(color == bitmap[x: y, y: x])
    }
  }

  @Test func circleIsSolidInsideAndNothingOutside() {
    let bitmap = Bitmap(width: 60, height: 50)
    bitmap.fill(
      Circle(centerX: 31.5, centerY: 24.25, radius: 20), color: Self.red,
      border: Border(width: 4, color: .teal))
    for (x, y) in pixelPlaces(60, 50) {
      let dx = Double(x) + 0.5 - 31.5
      let dy = Double(y) + 0.5 - 24.25
      let fromCenter = (dx * dx + dy * dy).squareRoot()
      if fromCenter < 15.49 { #expect(bitmap[x: x, y: y] == Self.red) }
      if fromCenter > 16.51 && fromCenter < 19.49 { #expect(bitmap[x: x, y: y] == .teal) }
      if fromCenter > 20.51 { #expect(bitmap[x: x, y: y] == .clear) }
    }
  }

  /// Each pixel against the share of 16 x 16 points in it that lie inside.
  @Test func edgeIsCloseToTheTrueCoverage() {
    let bitmap = Bitmap(width: 48, height: 48)
    bitmap.fill(Circle(centerX: 24, centerY: 23.75, radius: 18.4), color: .white)
    for (x, y) in pixelPlaces(48, 48) {
      var inside = 0
      for point in 0..<256 {
        let dx = Double(x) + (Double(point % 16) + 0.5) / 16 - 24
        let dy = Double(y) + (Double(point / 16) + 0.5) / 16 - 23.75
        if dx * dx + dy * dy <= 18.4 * 18.4 { inside += 1 }
      }
      let coverage = Double(bitmap[x: x, y: y].alpha) / 255
      #expect(abs(coverage - Double(inside) / 256) < 0.1, "at (\(x), \(y))")
    }
  }

  @Test(arguments: [-9, -4, 0, 11, 17, 23], [-9, -4, 0, 11, 17, 23])
  func clippedCircleIsACutOut(shiftX: Int, shiftY: Int) {
    let border = Border(width: 1.5, color: .white)
    let whole = Bitmap(width: 60, height: 60)
    whole.fill(
      Circle(centerX: Float(20 + shiftX), centerY: Float(20 + shiftY), radius: 8.5),
      color: Self.red, border: border)
    let cut = Bitmap(width: 20, height: 16)
    cut.fill(
      Circle(centerX: Float(shiftX), centerY: Float(shiftY), radius: 8.5), color: Self.red,
      border: border)
    for (x, y) in pixelPlaces(20, 16) { #expect(cut[x: x, y: y] == whole[x: x + 20, y: y + 20]) }
  }

  @Test(arguments: [(-1e6, 5), (1e6, 5), (5, -1e30), (5, 1e30)] as [(Float, Float)])
  func farCircleLeavesNoTrace(x: Float, y: Float) {
    let bitmap = Bitmap(width: 12, height: 12)
    bitmap.fill(Circle(centerX: x, centerY: y, radius: 8), color: Self.red)
    #expect(bitmap.colors.allSatisfy { $0 == .clear })
  }

  @Test func translucentFillBlendsEachPixelOnce() {
    let bitmap = Bitmap(width: 21, height: 21)
    bitmap.withMutablePixels { $0.update(repeating: Color.white.pixel) }
    let glass = Color(red: 0, green: 0, blue: 255, alpha: 100)
    bitmap.fill(Circle(centerX: 10.5, centerY: 10.5, radius: 9), color: glass)
    let expected = glass.over(.white)
    for (x, y) in pixelPlaces(21, 21) where (x - 10) * (x - 10) + (y - 10) * (y - 10) <= 64 {
      #expect(bitmap[x: x, y: y] == expected)
    }
    #expect(bitmap.colors.allSatisfy { $0.isOpaque && $0.red >= expected.red })
  }

  @Test func balloonEqualsItsDistanceFieldInEveryPixel() {
    let scale: Float = 3
    let balloon = Balloon(axisX: 42, top: 0, scale: scale)
    let bitmap = Bitmap(width: 84, height: 84)
    bitmap.fill(balloon, color: .white)
    for (x, y) in pixelPlaces(84, 84) {
      let distance = balloon.signedDistance(dx: abs(Float(x) + 0.5 - 42), y: Float(y) + 0.5)
      let expected = Int((Double(min(max(0.5 - distance, 0), 1)) * 255).rounded())
      // One step of 255 for the rounding of the last bit.
      #expect(abs(Int(bitmap[x: x, y: y].alpha) - expected) <= 1, "at (\(x), \(y))")
    }
  }
}

/// The promises of a distance field on which the rasteriser relies.
@Suite struct SymmetricShapeTests {
  private static let shapes: [any SymmetricShape] = [
    Circle(centerX: 42, centerY: 42, radius: 30), Balloon(axisX: 42, top: 0, scale: 1),
    Balloon(axisX: 42, top: 0, scale: 3),
  ]

  @Test(arguments: shapes.indices)
  func distanceChangesByAtMostTheWayMoved(index: Int) {
    let shape = Self.shapes[index]
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let x = Float.random(in: 0...50, using: &generator)
      let y = Float.random(in: -10...100, using: &generator)
      let stepX = Float.random(in: 0...2, using: &generator)
      let stepY = Float.random(in: -2...2, using: &generator)
      let change =
        shape.signedDistance(dx: x + stepX, y: y + stepY) - shape.signedDistance(dx: x, y: y)
      #expect(abs(change) <= (stepX * stepX + stepY * stepY).squareRoot() + 1e-4)
    }
  }

  @Test(arguments: shapes.indices)
  func distanceNeverGrowsTowardsTheAxis(index: Int) {
    let shape = Self.shapes[index]
    var y: Float = -5
    while y < 95 {
      var last = shape.signedDistance(dx: 0, y: y)
      for step in 1...500 {
        let distance = shape.signedDistance(dx: Float(step) / 10, y: y)
        #expect(distance >= last - 1e-4, "at \(Float(step) / 10), \(y)")
        last = distance
      }
      y += 0.25
    }
  }

  @Test(arguments: [1, 2, 3] as [Float])
  func balloonFitsItsFrame(scale: Float) {
    let balloon = Balloon(axisX: 14 * scale, top: 0, scale: scale)
    #expect(balloon.minY >= 0.5 * scale && balloon.maxY <= 27.5 * scale)
    #expect(balloon.halfWidth <= 13.5 * scale)
    // The ends of the axis and the sides lie on the outline.
    #expect(abs(balloon.signedDistance(dx: 0, y: balloon.minY)) < 1e-4)
    #expect(abs(balloon.signedDistance(dx: 0, y: balloon.maxY)) < 1e-4)
    let side = balloon.signedDistance(dx: balloon.halfWidth, y: balloon.bodyCenterY)
    #expect(abs(side) < 1e-4)
  }
}
