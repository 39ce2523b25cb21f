import MapSimulation
import PlatformProfiles
import Testing

/// Modelled numbers, computed by hand from the profile's values.
@Suite struct FrameForecastTests {
  private func profile(
    _ parameters: [(name: String, value: Double, unit: String)] = []
  ) throws -> PlatformProfile {
    try Device.test(parameters: parameters).profile
  }

  /// A frame whose whole work is this many nanoseconds under a profile with 1 ns for each move.
  private func frame(nanoseconds: Int) -> OperationCounts {
    var counts = OperationCounts()
    counts.annotationsMoved = nanoseconds
    return counts
  }

  private func forecast(
    nanoseconds: [Int], refresh: Double = 60
  ) throws -> FrameForecast {
    FrameForecast(
      frames: nanoseconds.map(frame), profile: try profile([("move-annotation", 1, "ns")]),
      refresh: refresh)
  }

  @Test func aFramesWorkIsTheSumOfItsOperations() throws {
    var counts = OperationCounts()
    counts.annotationsInserted = 30  // 1 us each
    counts.annotationsRemoved = 20  // 1 us each
    counts.viewForCalls = 12  // 10 us each
    counts.markerViewsCreated = 7  // 160 us each
    counts.imageViewsCreated = 5  // 40 us each
    counts.markerViewsPlaced = 100  // 8 us each
    counts.imageViewsPlaced = 50  // 3 us each
    counts.clusterCandidates = 60  // 2 us each
    counts.viewsReused = 99  // costs nothing of its own
    let work = 50_000 + 120_000 + 1_120_000 + 200_000 + 800_000 + 150_000 + 120_000
    let forecast = FrameForecast(
      frames: [counts, counts], computing: [0, 100_000], profile: try profile(), refresh: 60)
    // The first view ever costs another 5 ms, once.
    #expect(forecast.frameTimes == [Int64(work) + 5_000_000, Int64(work) + 100_000])
    #expect(forecast.hitchTimeRatio == 0)
    #expect(forecast.hangCount == 0)
  }

  @Test func theWarmUpFallsOnTheFirstFrameThatMakesAView() throws {
    var making = OperationCounts()
    making.imageViewsCreated = 1
    let forecast = FrameForecast(
      frames: [OperationCounts(), making, OperationCounts(), making],
      profile: try profile([("first-view-warm-up", 36, "ms")]), refresh: 60)
    #expect(forecast.frameTimes == [0, 36_040_000, 0, 40_000])
  }

  @Test func aFrameThatIsDoneWithinTheIntervalIsOnTime() throws {
    // 1 s / 60 is 16,666,667 ns to the nearest nanosecond.
    #expect(try forecast(nanoseconds: [16_666_667]).hitchTimeRatio == 0)
    // One nanosecond more misses a refresh: one interval late of two.
    #expect(try forecast(nanoseconds: [16_666_668]).hitchTimeRatio == 500)
  }

  @Test func theHitchTimeRatioIsLateMillisecondsForEachSecond() throws {
    // 1, 3 and 1 refreshes: 2 of 5 intervals late.
    #expect(
      try forecast(nanoseconds: [1, 40_000_000, 16_000_000]).hitchTimeRatio == 400)
    // At 120 Hz, 8,333,333 ns each: 1, 5 and 2 refreshes, 5 of 8 late.
    #expect(
      try forecast(nanoseconds: [1, 40_000_000, 16_000_000], refresh: 120).hitchTimeRatio == 625)
  }

  @Test func idleFramesDiluteAHitch() throws {
    var work = Array(repeating: 0, count: 98)
    work.append(20_000_000)
    // 98 intervals on time, one frame of two.
    #expect(try forecast(nanoseconds: work).hitchTimeRatio == 10)
  }

  @Test func aHangIsLongerThanItsThreshold() throws {
    let forecast = try forecast(nanoseconds: [249_999_999, 250_000_000, 250_000_001, 600_000_000])
    #expect(forecast.hangCount == 2, "exactly 250 ms is no hang")
  }

  @Test func theProfileSetsTheHangThreshold() throws {
    let profile = try profile([("hang-threshold", 100, "ms"), ("move-annotation", 1, "ns")])
    let forecast = FrameForecast(
      frames: [100_000_000, 100_000_001].map(frame), profile: profile, refresh: 60)
    #expect(forecast.hangCount == 1)
  }

  @Test func noFramesAreNoHitches() throws {
    let forecast = try forecast(nanoseconds: [])
    #expect(forecast.frameTimes.isEmpty)
    #expect(forecast.hitchTimeRatio == 0)
    #expect(forecast.hangCount == 0)
  }
}

@Suite struct FootprintForecastTests {
  @Test func theFootprintIsAppMapAnnotationsAndViews() throws {
    let profile = try Device.test().profile
    let base: Int64 = 160_000_000
    func bytes(_ annotations: Int, _ markers: Int, _ images: Int) -> Int64 {
      FootprintForecast.bytes(
        annotations: annotations, markerViews: markers, imageViews: images, profile: profile)
    }
    #expect(bytes(0, 0, 0) == base)
    #expect(bytes(1, 0, 0) == base + 300)
    #expect(bytes(0, 1, 0) == base + 48_000)
    #expect(bytes(0, 0, 1) == base + 35_000)
    #expect(bytes(10_000, 2_000, 100) == base + 3_000_000 + 96_000_000 + 3_500_000)
  }
}

/// The parts of a forecast that a replay on the virtual clock uses one by one.
@Suite struct FrameWorkTests {
  @Test func theWorkOfOneFrameIsWhatAForecastSays() throws {
    let profile = try Device.test().profile
    var counts = OperationCounts()
    counts.annotationsInserted = 3
    counts.markerViewsCreated = 2
    counts.annotationsMoved = 100
    let forecast = FrameForecast(frames: [counts, counts], profile: profile, refresh: 60)
    #expect(
      forecast.frameTimes == [
        FrameForecast.work(of: counts, afterFirstView: false, profile: profile),
        FrameForecast.work(of: counts, afterFirstView: true, profile: profile),
      ])
    #expect(forecast.frameTimes == [5_423_000, 423_000], "a moved annotation costs 1 us")
    #expect(
      FrameForecast(frameTimes: forecast.frameTimes, profile: profile, refresh: 60) == forecast)
  }

  @Test(arguments: [(0, 1), (1, 1), (100, 1), (101, 2), (200, 2), (201, 3)])
  func aFrameIsShownAtTheFirstRefreshAfterItsWork(work: Int64, refreshes: Int64) {
    #expect(FrameForecast.refreshes(for: work, interval: 100) == refreshes)
  }

  @Test func intervalsAreWholeNanoseconds() {
    #expect(FrameForecast.interval(refresh: 60) == 16_666_667)
    #expect(FrameForecast.interval(refresh: 120) == 8_333_333)
  }

  @Test func countsOfMovesAreAddedAndSubtracted() {
    var counts = OperationCounts()
    counts.annotationsMoved = 5
    var total = counts
    total += counts
    #expect(total.annotationsMoved == 10)
    #expect((total - counts).annotationsMoved == 5)
  }
}
