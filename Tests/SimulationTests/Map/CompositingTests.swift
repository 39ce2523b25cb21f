import Clustering
import Simulation
import TestSupport
import Testing

/// The picture of a frame: what is painted, where, and over what.
@Suite struct CompositingTests {
  /// One map point is one screen point.
  private let home = MapRect(x: 1_000, y: 1_000, width: 200, height: 400)
  private let blue = Color(red: 0, green: 0, blue: 255)
  private let green = Color(red: 0, green: 255, blue: 0)

  /// A map on which even pins are blue and odd ones green squares of 10 points.
  private func painted(
    _ annotations: [Annotation], scale: Int = 1
  ) throws -> (frame: FrameBuffer, pixels: Int) {
    let delegate = TestDelegate { annotation in
      ViewStyle(color: (annotation.id.pinIndex ?? 0).isMultiple(of: 2) ? blue : green)
    }
    // Views drawn for one pin must not serve another of the other colour.
    let mapView = try MapView.laidOut(
      delegate, showing: home, annotations, device: Device.test(scale: scale))
    let frame = mapView.device.makeFrameBuffer()
    return (frame, mapView.composite(into: frame))
  }

  private func count(_ color: Color, in frame: FrameBuffer) -> Int {
    frame.pixelValues.count { $0 == color.pixel }
  }

  @Test(arguments: 1...3)
  func aViewPaintsItsPixelsAroundItsPlace(scale: Int) throws {
    let (frame, pixels) = try painted([Annotation(0, x: 1_100, y: 1_200)], scale: scale)
    #expect(frame.width == 200 * scale && frame.height == 400 * scale)
    #expect(pixels == 100 * scale * scale)
    #expect(count(blue, in: frame) == pixels)
    // The square reaches from 95 to 105 and from 195 to 205 points.
    for (x, y) in [(95, 195), (104, 204)] { #expect(frame[x: x * scale, y: y * scale] == blue) }
    for (x, y) in [(94, 195), (105, 200), (100, 194), (100, 205)] {
      #expect(frame[x: x * scale, y: y * scale] != blue)
    }
  }

  @Test func viewsAtTheEdgeAreClipped() throws {
    let (frame, pixels) = try painted([
      Annotation(0, x: 1_000, y: 1_000), Annotation(2, x: 1_200, y: 1_400),
      Annotation(4, x: 1_100, y: 1_000),
    ])
    #expect(pixels == 25 + 25 + 50)
    #expect(count(blue, in: frame) == 100)
  }

  @Test(
    "the southern view is on top; at the same place the identity decides",
    arguments: [false, true], [(1_204.0, 40), (1_200, 0)])
  func drawingOrder(isSecondAddedFirst: Bool, _ test: (y: Double, blueCount: Int)) throws {
    let first = Annotation(0, x: 1_100, y: 1_200)
    let second = Annotation(1, x: 1_100, y: test.y)
    let (frame, pixels) = try painted(isSecondAddedFirst ? [second, first] : [first, second])
    #expect(pixels == 200, "overdraw counts")
    #expect(count(green, in: frame) == 100)
    #expect(count(blue, in: frame) == test.blueCount)
  }

  @Test func drawingOrderIsFromNorthToSouth() throws {
    var random = SeededGenerator(seed: 3)
    let delegate = TestDelegate()
    let annotations = (0..<50).map {
      Annotation($0, x: 1_100, y: Double(Int.random(in: 1_000...1_020, using: &random)))
    }
    let mapView = try MapView.laidOut(delegate, showing: home, annotations)
    let views = mapView.viewsInDrawingOrder()
    #expect(views.count == 50)
    for (view, next) in zip(views, views.dropFirst()) {
      #expect(view.y < next.y || (view.y == next.y && view.annotation.id < next.annotation.id))
    }
  }

  @Test func theSameMapGivesTheSamePicture() throws {
    var random = SeededGenerator(seed: 4)
    let annotations = (0..<40).map {
      Annotation(
        $0, x: Double.random(in: 1_000...1_200, using: &random),
        y: Double.random(in: 1_000...1_400, using: &random))
    }
    let first = try pixels(of: annotations)
    #expect(try pixels(of: annotations.map(copy)) == first)
    #expect(try pixels(of: annotations.reversed().map(copy)) == first, "whatever the order")
    #expect(try pixels(of: annotations.dropLast().map(copy)) != first)
  }

  private func copy(_ annotation: Annotation) -> Annotation {
    Annotation(id: annotation.id, mapPoint: annotation.mapPoint)
  }

  private func pixels(of annotations: [Annotation]) throws -> [UInt32] {
    try painted(annotations).frame.pixelValues
  }

  @Test func withoutViewsOnlyTheBackdropIsPainted() throws {
    let mapView = MapView(device: try .test(), visibleMapRect: home)
    let frame = mapView.device.makeFrameBuffer()
    #expect(mapView.composite(into: frame) == 0)
    #expect(Set(frame.pixelValues) == [Color.land.pixel])
    // The north-west of the world is sea.
    #expect(mapView.composite(into: frame, showsLand: true) == 0)
    #expect(Set(frame.pixelValues) == [Color.water.pixel])
  }

  /// The frame after a pan is the same as a map that was there from the start.
  @Test func earlierFramesLeaveNoTrace() throws {
    let annotations = [Annotation(0, x: 1_100, y: 1_200), Annotation(1, x: 2_100, y: 1_200)]
    let delegate = TestDelegate { _ in ViewStyle(color: blue) }
    let mapView = try MapView.laidOut(delegate, showing: home, annotations)
    let frame = mapView.device.makeFrameBuffer()
    mapView.composite(into: frame)
    let first = frame.pixelValues
    mapView.show(MapRect(x: 2_000, y: 1_000, width: 200, height: 400))
    mapView.composite(into: frame)
    mapView.show(home)
    mapView.composite(into: frame)
    #expect(frame.pixelValues == first)
  }
}
