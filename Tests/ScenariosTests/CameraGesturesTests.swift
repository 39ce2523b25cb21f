import MapGeometry
import MapSimulation
import PinData
import ScenarioModel
import Testing
import Workloads

/// What becomes of a camera's way as gestures that can be replayed.
@Suite struct CameraGesturesTests {
  private let viewport = Viewport(width: 200, height: 400)

  private func rect(x: Double, y: Double = 1e8, width: Double = 2_000) -> MapRect {
    MapRect(
      center: MapPoint(x: x, y: y), size: MapSize(width: width, height: 2 * width))
  }

  @Test func restsSeparateGestures() {
    let gestures = CameraGestures(
      visibleMapRects: [0, 0, 10, 20, 20, 20, 30].map { rect(x: 1e8 + $0) }, viewport: viewport)
    #expect(gestures.frameCount == 7)
    #expect(gestures.start == rect(x: 1e8))
    #expect(gestures.gestures.map(\.firstFrame) == [2, 6])
    #expect(gestures.gestures.map(\.movements.count) == [2, 1])
    // Ten map points each in one point of the screen.
    #expect(gestures.gestures[0].movements == [UserMovement(x: 1, y: 0), UserMovement(x: 1, y: 0)])
  }

  @Test func aCameraThatRestsHasNoGestures() {
    let gestures = CameraGestures(
      visibleMapRects: Array(repeating: rect(x: 5), count: 3), viewport: viewport)
    #expect(gestures.gestures.isEmpty)
    #expect(gestures.frameCount == 3)
  }

  @Test func movementAcrossTheAntimeridianIsTheShortWay() {
    let world = MapSize.world.width
    let gestures = CameraGestures(
      visibleMapRects: [rect(x: world - 5), rect(x: 5)], viewport: viewport)
    #expect(gestures.gestures.map(\.movements) == [[UserMovement(x: 1, y: 0)]])
  }

  /// The movements lead along the way that they were taken from, pinches included.
  @Test(arguments: CameraTraceGenerator.allCases)
  func movementsLeadAlongTheWay(generator: CameraTraceGenerator) {
    let pins = PinGenerator.cities.pins(count: 500, seed: 3)
    let trace = generator.trace(
      frames: 400, refresh: 60, seed: 11, pins: pins, viewport: viewport)
    let way = trace.frames.map { viewport.mapRectThatFits($0.region) }
    let gestures = CameraGestures(visibleMapRects: way, viewport: viewport)
    var shown = gestures.start
    var next = 1
    for gesture in gestures.gestures {
      for (step, movement) in gesture.movements.enumerated() {
        let frame = gesture.firstFrame + step
        while next < frame {
          #expect(isSame(way[next], shown), "the map rests in frame \(next)")
          next += 1
        }
        shown = shown.moved(by: movement, in: viewport)
        #expect(isSame(way[frame], shown), "frame \(frame)")
        next = frame + 1
      }
    }
    #expect(gestures.frameCount == way.count)
  }

  /// Whether two rectangles show the same to a tenth of a point: rests leave out what no finger does.
  private func isSame(_ one: MapRect, _ other: MapRect) -> Bool {
    let world = MapSize.world.width
    let turns = ((one.midX - other.midX) / world).rounded()
    let point = one.width / viewport.width
    return max(
      abs(one.midX - other.midX - turns * world), abs(one.midY - other.midY),
      abs(one.width - other.width)) < 0.1 * point
  }
}

extension MapRect {
  /// What a map shows after its user moved it and nothing else did.
  fileprivate func moved(by movement: UserMovement, in viewport: Viewport) -> MapRect {
    let mapPointsPerPoint = width * movement.scale / viewport.width
    return MapRect(
      center: MapPoint(
        x: midX + movement.x * mapPointsPerPoint, y: midY + movement.y * mapPointsPerPoint),
      size: MapSize(width: width * movement.scale, height: height * movement.scale))
  }
}
