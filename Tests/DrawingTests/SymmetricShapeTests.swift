import MapSimulation
import TestSupport
import Testing

/// The promises of a distance field on which the rasteriser relies.
@Suite struct SymmetricShapeTests {
  private static let shapes: [any SymmetricShape] = [
    Circle(centerX: 42, centerY: 42, radius: 30),
    Balloon(axisX: 42, top: 0, scale: 1),
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
