import MapGeometry
import PinData
import Testing

/// What holds for every trace.
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
      let trace = generator.trace(
        frames: 600, refresh: refresh, seed: 7, pins: pins, viewport: Self.phone)
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
    let top = MapPoint(Coordinate(latitude: 85, longitude: 0)).y
    let bottom = MapPoint(Coordinate(latitude: -85, longitude: 0)).y
    for viewport in Self.viewports {
      let overview = CameraTraceGenerator.world.trace(
        frames: 1, refresh: 60, seed: 7, pins: pins, viewport: viewport)
      let overviewRect = viewport.mapRectThatFits(try #require(overview.frames.first).region)
      let trace = generator.trace(
        frames: 600, refresh: 60, seed: 7, pins: pins, viewport: viewport)
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
      let trace = generator.trace(
        frames: 600, refresh: 60, seed: 5, pins: pins, viewport: Self.phone)
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
      generator.trace(
        frames: frames, refresh: 60, seed: seed, pins: pins, viewport: Self.phone
      ).jsonLines
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
      frames: 300, refresh: 60, seed: 1, pins: PinGenerator.cities.pins(count: 100, seed: 1),
      viewport: Self.phone)
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
      PinSet(coordinates: [Coordinate(latitude: .nan, longitude: 500)]),
      PinSet(coordinates: [
        Coordinate(latitude: 90, longitude: 180), Coordinate(latitude: -90, longitude: -180),
      ]),
    ]
    for pins in sets {
      for viewport in Self.viewports {
        let trace = generator.trace(
          frames: 300, refresh: 60, seed: 1, pins: pins, viewport: viewport)
        #expect(trace.frames.count == 300)
        #expect(trace.frames.allSatisfy { $0.region.isValid })
      }
    }
  }

  @Test func namesAreThoseOfScenarioFiles() {
    #expect(
      CameraTraceGenerator.allCases.map(\.rawValue)
        == ["pan-and-zoom", "zoom-out-and-in", "city-hop", "world", "fling"])
  }
}
