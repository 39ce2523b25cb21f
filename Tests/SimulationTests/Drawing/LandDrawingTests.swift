import Clustering
import Simulation
import Testing

/// The background of a picture: water, land and a coast.
@Suite struct LandDrawingTests {
  /// A picture of 60 x 120 pixels around a place.
  private func picture(
    around place: Coordinate, degrees: Double, scale: Int = 1, turns: Double = 0
  ) -> FrameBuffer {
    let frame = FrameBuffer(width: 60, height: 120)
    let width = degrees / 360 * MapSize.world.width
    let middle = MapPoint(place)
    let center = MapPoint(x: middle.x + turns * MapSize.world.width, y: middle.y)
    frame.drawLand(
      of: MapRect(center: center, size: MapSize(width: width, height: 2 * width)), scale: scale)
    return frame
  }

  @Test(
    "the inland sea is water",
    arguments: [
      (Coordinate(latitude: 22, longitude: 10), .land),
      (Coordinate(latitude: 35, longitude: -40), .water),
      (Coordinate(latitude: 42, longitude: 51), .water),
      (Coordinate(latitude: 66, longitude: 178), .land),
    ] as [(Coordinate, Color)])
  func aPlaceIsLandOrWater(place: Coordinate, color: Color) {
    for degrees in [0.1, 1, 10] {
      #expect(picture(around: place, degrees: degrees)[x: 30, y: 60] == color, "\(degrees)")
    }
  }

  /// The coast of Tunisia: both colors, and a line between them that is as thin at any scale.
  @Test(arguments: [1, 2]) func aCoastIsThin(scale: Int) {
    let place = Coordinate(latitude: 36, longitude: 10)
    let pixels = picture(around: place, degrees: 8, scale: scale).pixelValues
    let water = pixels.count { $0 == Color.water.pixel }
    let land = pixels.count { $0 == Color.land.pixel }
    #expect(water > 1_000 && land > 1_000)
    #expect((100 * scale..<800 * scale).contains(pixels.count - water - land))
  }

  /// Chukotka lies on both sides of the antimeridian, and the world repeats itself.
  @Test func landContinuesBeyondTheAntimeridian() {
    let place = Coordinate(latitude: 66, longitude: 179.9)
    let east = picture(around: place, degrees: 8)
    #expect(east[x: 10, y: 60] == .land && east[x: 50, y: 60] == .land)
    #expect(picture(around: place, degrees: 8, turns: -1).pixelValues == east.pixelValues)
  }
}
