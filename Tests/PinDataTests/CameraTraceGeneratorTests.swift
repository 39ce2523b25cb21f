import Clustering
import PinData
import Platform
import Simulation
import Support
import TestSupport
import Testing

/// The properties of every trace.
@Suite struct CameraTraceGeneratorTests {
  static let phone = Viewport(width: 393, height: 852)
  static let viewports = [
    phone, Viewport(width: 1180, height: 820), Viewport(width: 300, height: 200),
  ]

  @Test(arguments: CameraTraceGenerator.allCases, PinGenerator.allCases)
  func everyFrameIsValidAndOnTheRefresh(
    generator: CameraTraceGenerator, pinGenerator: PinGenerator
  ) {
    let pins = pinGenerator.pins(count: 2000, seed: 1)
    for refresh in [60.0, 120, 59.94] {
      let trace = generator.trace(frames: 600, refresh: refresh, pins: pins)
      #expect(trace.frames.count == 600)
      #expect(trace.frames.map(\.time) == (0..<600).map { Double($0) / refresh })
      #expect(trace.frames.allSatisfy { $0.region.isValid })
    }
  }

  @Test(arguments: CameraTraceGenerator.allCases, PinGenerator.allCases)
  func theMapShowsTheWorldAndNoMore(
    generator: CameraTraceGenerator, pinGenerator: PinGenerator
  ) throws {
    let pins = pinGenerator.pins(count: 2000, seed: 1)
    let top = MapPoint(Coordinate(85, 0)).y
    let bottom = MapPoint(Coordinate(-85, 0)).y
    for viewport in Self.viewports {
      let overview = CameraTraceGenerator.world.trace(frames: 1, pins: pins, viewport: viewport)
      let overviewRect = viewport.mapRectThatFits(try #require(overview.frames.first).region)
      let trace = generator.trace(frames: 600, pins: pins, viewport: viewport)
      for frame in trace.frames {
        let rect = viewport.mapRectThatFits(frame.region)
        #expect(viewport.zoom(showing: rect) <= 20 + 1e-6)
        let widest = max(
          overviewRect.width, min(268_435_456, (bottom - top) * viewport.width / viewport.height))
        #expect(rect.width <= widest * (1 + 1e-6))
        if rect.height <= bottom - top {
          // A billionth of a degree is less than a map point, except close to the pole.
          #expect(rect.minY >= top - 10 && rect.maxY <= bottom + 10)
        } else {
          #expect(abs(frame.region.center.latitude) < 1e-9)
        }
      }
    }
  }

  // A recorded region must not grow when the map fits it once more.
  @Test(arguments: CameraTraceGenerator.allCases)
  func fittingKeepsTheWidthOfTheFrame(generator: CameraTraceGenerator) {
    for pinGenerator in PinGenerator.allCases {
      let pins = pinGenerator.pins(count: 2000, seed: 1)
      let trace = generator.trace(frames: 600, seed: 5, pins: pins)
      for frame in trace.frames {
        let rect = Self.phone.mapRectThatFits(frame.region)
        let width = frame.region.span.longitudeDelta / 360 * MapSize.world.width
        #expect(abs(rect.width / width - 1) < 1e-6)
        // The latitude side is no slack either: it is met wherever the map shows the world only.
        if frame.region.span.latitudeDelta < 100 {
          let center = MapPoint(frame.region.center)
          let asked = MapRect(frame.region)
          let reach = max(center.y - asked.minY, asked.maxY - center.y)
          #expect(abs(2 * reach / rect.height - 1) < 1e-6)
        }
      }
    }
  }

  @Test(arguments: CameraTraceGenerator.allCases)
  func sameArgumentsGiveTheSameBytes(generator: CameraTraceGenerator) {
    let pins = PinGenerator.cities.pins(count: 1000, seed: 1)
    func jsonLines(frames: Int, seed: UInt64) -> String {
      generator.trace(frames: frames, seed: seed, pins: pins).jsonLines
    }
    let trace = jsonLines(frames: 400, seed: 1)
    #expect(trace == jsonLines(frames: 400, seed: 1))
    #expect(trace != jsonLines(frames: 400, seed: 2))
    #expect(trace.hasPrefix(jsonLines(frames: 123, seed: 1)))
    #expect(jsonLines(frames: 0, seed: 1).isEmpty)
  }

  @Test(arguments: CameraTraceGenerator.allCases)
  func degreesAreRoundedToBillionths(generator: CameraTraceGenerator) {
    let trace = generator.trace(
      frames: 300, seed: 1, pins: PinGenerator.cities.pins(count: 100, seed: 1))
    for frame in trace.frames {
      for degrees in [
        frame.region.center.latitude, frame.region.center.longitude,
        frame.region.span.latitudeDelta, frame.region.span.longitudeDelta,
      ] {
        #expect(degrees == (degrees * 1e9).rounded() / 1e9)
      }
    }
  }

  @Test(arguments: CameraTraceGenerator.allCases)
  func pinsThatCannotBeVisitedDoNoHarm(generator: CameraTraceGenerator) {
    let sets = [
      PinSet(coordinates: []),
      PinSet(coordinates: [Coordinate(.nan, 500)]),
      PinSet(coordinates: [Coordinate(90, 180), Coordinate(-90, -180)]),
    ]
    for pins in sets {
      for viewport in Self.viewports {
        let trace = generator.trace(frames: 300, seed: 1, pins: pins, viewport: viewport)
        #expect(trace.frames.count == 300)
        #expect(trace.frames.allSatisfy { $0.region.isValid })
      }
    }
  }

  @Test func namesAreThoseOfScenarioFiles() {
    #expect(
      CameraTraceGenerator.allCases.map(\.rawValue)
        == ["pan-and-zoom", "zoom-out-and-in", "city-hop", "world", "fling", "small-moves"])
  }
}

/// The property that makes each trace the one that its name says.
@Suite struct CameraTraceShapeTests {
  private let phone = Viewport(width: 393, height: 852)

  @Test func smallMovesCrossNoWholeZoomLevel() {
    let trace = CameraTraceGenerator.smallMoves.trace(
      frames: 1_200, pins: PinGenerator.city.pins(count: 500, seed: 1))
    let rects = trace.frames.map { phone.mapRectThatFits($0.region) }
    let zooms = rects.map { phone.zoom(showing: $0) }
    #expect(zooms.allSatisfy { abs($0 - $0.rounded(.down) - 0.5) < 0.31 })
    #expect(Set(zooms).count > 50, "it zooms")
    #expect(Set(rects.map(\.midX)).count > 50, "it pans")
  }

  private func frames(
    _ generator: CameraTraceGenerator, _ pins: PinSet, seed: UInt64 = 7, viewport: Viewport? = nil,
    _ values: [ProfileParameter.Name: Double] = [:]
  ) -> [CameraFrame] {
    generator.trace(
      frames: 600, refresh: 60, seed: seed, pins: pins, viewport: viewport ?? phone,
      profile: .sample(values)
    ).frames
  }

  private func zooms(_ frames: [CameraFrame]) -> [Double] {
    frames.map { phone.zoom(showing: phone.mapRectThatFits($0.region)) }
  }

  private func showsAll(_ points: [MapPoint], _ frame: CameraFrame, _ viewport: Viewport) -> Bool {
    let parts = viewport.mapRectThatFits(frame.region).partsOnWorld
    return points.allSatisfy { point in parts.contains { $0.contains(point) } }
  }

  /// The distances that the map moved on screen from each frame to the next, in points.
  private func steps(_ frames: [CameraFrame]) -> [Double] {
    zip(frames, frames.dropFirst()).map { before, after in
      let world = MapSize.world.width
      let rect = phone.mapRectThatFits(after.region)
      let from = MapPoint(before.region.center)
      let to = MapPoint(after.region.center)
      var x = to.x - from.x
      x -= (x / world).rounded() * world
      let y = to.y - from.y
      return (x * x + y * y).squareRoot() * phone.width / rect.width
    }
  }

  @Test(
    arguments: PinGenerator.allCases,
    [
      Viewport(width: 393, height: 852), Viewport(width: 1180, height: 820),
      Viewport(width: 40, height: 60),
    ])
  func worldShowsAllPinsOnEveryFrame(generator: PinGenerator, viewport: Viewport) {
    for seed in 1...3 as ClosedRange<UInt64> {
      let pins = generator.pins(count: 300, seed: seed)
      let points = pins.coordinates.map { MapPoint($0) }
      let frames = frames(.world, pins, seed: seed, viewport: viewport)
      #expect(frames.allSatisfy { showsAll(points, $0, viewport) })
    }
  }

  // On so small a view a pan of a few points would soon be too far.
  @Test(arguments: [(0.1, 1.0), (1.0, 0.1)])
  func worldShowsAllPinsOfATownOnASmallView(height: Double, width: Double) {
    let viewport = Viewport(width: 40, height: 40)
    var random = SplitMix64(seed: 4)
    let pins = PinSet(
      coordinates: (0..<100).map { _ in
        Coordinate(48 + height * random.unit(), 11 + width * random.unit())
      })
    let points = pins.coordinates.map { MapPoint($0) }
    let frames = frames(.world, pins, viewport: viewport)
    #expect(frames.allSatisfy { showsAll(points, $0, viewport) })
  }

  @Test func worldMovesByAFewPointsOnly() {
    let frames = frames(.world, PinGenerator.cities.pins(count: 2000, seed: 1))
    let steps = steps(frames)
    #expect(steps.contains { $0 > 0 })
    #expect(steps.allSatisfy { $0 < 2 })
    let longitudes = frames.map(\.region.center.longitude)
    let pointsPerDegree = 393.0 / 360
    let reach = ((longitudes.max() ?? 0) - (longitudes.min() ?? 0)) * pointsPerDegree
    #expect(reach > 1 && reach <= 8)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func panAndZoomMeetsBothExtremesAndReturns(seed: UInt64) {
    let pins = PinGenerator.cities.pins(count: 1000, seed: 0)
    let points = pins.coordinates.map { MapPoint($0) }
    let frames = frames(.panAndZoom, pins, seed: seed)
    let zooms = zooms(frames)
    #expect(showsAll(points, frames[0], phone))
    let isDeep = zooms.map { $0 > 10 }
    let firstDeep = isDeep.firstIndex(of: true) ?? 600
    let worldAgain = frames.indices.first { $0 > firstDeep && showsAll(points, frames[$0], phone) }
    #expect(firstDeep < 200)
    #expect((worldAgain ?? 0) > 200 && (worldAgain ?? 600) < 450)
    #expect(isDeep[450...].contains(true))
    // Around the place the map moves at a constant zoom.
    let steps = steps(frames)
    let moves = steps.indices.count {
      steps[$0] > 1 && zooms[$0] > 10 && abs(zooms[$0 + 1] - zooms[$0]) < 1e-6
    }
    #expect(moves > 40)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func zoomOutAndInGoesThroughAllLevelsBothWays(seed: UInt64) {
    let zooms = zooms(
      frames(.zoomOutAndIn, PinGenerator.cities.pins(count: 1000, seed: 0), seed: seed))
    #expect(abs(zooms[0] - 14) < 1e-6)
    let lowest = zooms.indices.min { zooms[$0] < zooms[$1] } ?? 0
    #expect(zooms[lowest] < 1)
    #expect((zooms[lowest...].max() ?? 0) > 13.999)
    // Never more than a quarter of a level in a frame: levels come one after the other.
    let changes = zip(zooms, zooms.dropFirst()).map { $1 - $0 }
    let beforeCut = changes.prefix { abs($0) < 0.25 }
    #expect(beforeCut.count > lowest)
    #expect(beforeCut.prefix(lowest).allSatisfy { $0 < 1e-6 })
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func cityHopRestsAtPinsAndBothCutsAndFlies(seed: UInt64) {
    let pins = PinGenerator.cities.pins(count: 1000, seed: 0)
    let frames = frames(.cityHop, pins, seed: seed)
    let zooms = zooms(frames)
    let steps = steps(frames)
    let resting = frames.indices.dropLast().filter { steps[$0] == 0 }
    #expect(resting.allSatisfy { zooms[$0] > 10.999 && zooms[$0] < 16.001 })
    let centers = Set(resting.map { frames[$0].region.center })
    #expect(centers.count >= 8)
    for center in centers {
      #expect(
        pins.coordinates.contains {
          abs($0.latitude - center.latitude) < 1e-8 && abs($0.longitude - center.longitude) < 1e-8
        })
    }
    // A cut leads further than a flight's fastest frame on a map of that scale.
    #expect(steps.count { $0 > 5000 } >= 3)
    #expect(zooms.contains { $0 < 8 })
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func flingsDecelerateAsAScrollView(seed: UInt64) {
    let pins = PinGenerator.cities.pins(count: 1000, seed: 0)
    let steps = steps(frames(.fling, pins, seed: seed))
    // 0.995 a millisecond, for one frame of 1/60 s: 0.995 ^ (1000 / 60).
    let kept = 0.919_844
    let decelerating = zip(steps, steps.dropFirst())
      .count { $0 > 0.3 && abs($1 / $0 - kept) < 2e-3 }
    #expect(decelerating > 250)
    // Fast at first, and at rest between flings.
    #expect((steps.max() ?? 0) > 10)
    #expect(steps.contains(0))
    #expect(steps.allSatisfy { $0 * 60 <= 2_501 })
  }

  @Test func theProfileHasTheGestures() {
    let pins = PinGenerator.cities.pins(count: 1000, seed: 0)
    func stillFrames(_ values: [ProfileParameter.Name: Double]) -> Int {
      steps(frames(.panAndZoom, pins, values)).prefix { $0 == 0 }.count
    }
    // The first frame, and the rests of 0.3 s and of 1 s.
    #expect(stillFrames([:]) == 17)
    #expect(stillFrames([.dwellBeforeZoom: 1e9]) == 59)
    #expect(abs(zooms(frames(.zoomOutAndIn, pins, [.burstZoom: 12]))[0] - 12) < 1e-6)
    let slow = frames(.fling, pins, [.flingSpeedMin: 400, .flingSpeedMax: 400, .flingDecay: 0.99])
    // 0.99 a millisecond, for one frame of 1/60 s: 0.99 ^ (1000 / 60).
    let slowSteps = steps(slow)
    #expect(slowSteps.allSatisfy { $0 * 60 <= 401 })
    #expect(
      zip(slowSteps, slowSteps.dropFirst()).contains {
        $0 > 1 && abs($1 / $0 - 0.845_781) < 2e-3
      })
    let world = frames(.world, pins, [.overviewMargin: 0.5])
    #expect(zooms(world)[0] < zooms(frames(.world, pins))[0] + 1e-9)
    let deep = zooms(frames(.panAndZoom, pins, [.stayZoomMin: 16, .stayZoomMax: 16]))
    #expect(abs((deep.max() ?? 0) - 16) < 1e-6)
    // A longer pinch leads through more frames.
    let quick = zooms(frames(.panAndZoom, pins)).prefix { $0 < 8 }.count
    let long = zooms(frames(.panAndZoom, pins, [.pinchTime: 600e6])).prefix { $0 < 8 }.count
    #expect(long > quick + 30)
  }

  /// Values far from the usual ones still give all frames.
  @Test(arguments: CameraTraceGenerator.allCases, [0.0, 1])
  func everyParameterMayBeAtAnEndOfItsSpan(generator: CameraTraceGenerator, end: Double) {
    let pins = PinGenerator.cities.pins(count: 100, seed: 0)
    let parameters = PlatformProfile.sample().parameters.filter { $0.name.group == .gestures }
    for parameter in parameters {
      let value = end == 0 ? parameter.low : parameter.high
      let scaled = value * (parameter.scaled / parameter.value)
      let frames = frames(generator, pins, [parameter.name: scaled])
      #expect(frames.count == 600 && frames.allSatisfy { $0.region.isValid })
    }
  }

  /// People stay near it, and nine of ten at least come across.
  @Test(arguments: [CameraTraceGenerator.panAndZoom, .cityHop, .fling])
  func tracesOverTheAntimeridianCrossIt(generator: CameraTraceGenerator) {
    var crossing = 0
    for seed in 1...10 as ClosedRange<UInt64> {
      let pins = PinGenerator.antimeridian.pins(count: 1000, seed: seed)
      let frames = frames(generator, pins, seed: seed)
      let longitudes = frames.map(\.region.center.longitude)
      #expect(longitudes.allSatisfy { abs($0) > 170 && abs($0) <= 180 })
      if zip(longitudes, longitudes.dropFirst()).contains(where: { $0 * $1 < 0 }) { crossing += 1 }
      #expect(frames.contains { phone.mapRectThatFits($0.region).spans180thMeridian })
    }
    #expect(crossing >= 9)
  }

  @Test(arguments: [CameraTraceGenerator.zoomOutAndIn, .world])
  func tracesThatStayShowBothSidesOfTheAntimeridian(generator: CameraTraceGenerator) {
    let pins = PinGenerator.antimeridian.pins(count: 1000, seed: 1)
    let spanning = frames(generator, pins).count {
      phone.mapRectThatFits($0.region).spans180thMeridian
    }
    #expect(spanning > 300)
  }
}

extension CameraTraceGenerator {
  /// A trace by people as the built-in profile assumes them.
  fileprivate func trace(
    frames: Int, refresh: Double = 60, seed: UInt64 = 7, pins: PinSet,
    viewport: Viewport = Viewport(width: 393, height: 852)
  ) -> CameraTrace {
    trace(
      frames: frames, refresh: refresh, seed: seed, pins: pins, viewport: viewport,
      profile: .sample())
  }
}
