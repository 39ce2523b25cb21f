import Platform
import Simulation
import Testing

/// Modelled numbers, computed by hand from the profile's values.
@Suite struct FrameForecastTests {
  private func profile(
    _ parameters: KeyValuePairs<String, (Double, String)> = [:]
  ) throws -> PlatformProfile {
    try Device.test(parameters: parameters).profile
  }

  private func forecast(
    moving: [Int64], resting: [Int64] = [], refresh: Double = 60,
    parameters: KeyValuePairs<String, (Double, String)> = [:]
  ) throws -> FrameForecast {
    FrameForecast(
      frames: resting.map { MapFrame(work: $0, isMoving: false) }
        + moving.map { MapFrame(work: $0, isMoving: true) },
      profile: try profile(parameters), refresh: refresh)
  }

  @Test func theTimeOfOperationsIsTheSumOfTheirCosts() throws {
    let profile = try profile([
      "add-annotation": (1, "us"), "remove-annotation": (10, "us"), "view-for-call": (11, "us"),
      "view-for-cluster-call": (20, "us"), "create-marker-view": (160, "us"),
      "create-image-view": (40, "us"), "layout-marker-view": (8, "us"),
      "reuse-marker-view": (30, "us"), "reuse-image-view": (5, "us"),
      "layout-image-view": (3, "us"), "native-cluster-candidate": (2, "us"),
      "move-annotation": (6, "us"), "assign-image": (7, "us"), "redraw-square-point": (40, "ns"),
      "first-view-warm-up": (5, "ms"), "swiftui-annotation": (1, "ms"),
    ])
    var counts = OperationCounts()
    counts.annotationsInserted = 30
    counts.annotationsRemoved = 20
    counts.viewForCalls = 12
    counts.clusterViewForCalls = 13
    counts.created.marker = 7
    counts.hostedViewsCreated = 2
    counts.created.image = 5
    counts.placed.marker = 100
    counts.placed.image = 50
    counts.clusterCandidates = 60
    counts.annotationsMoved = 3
    counts.imagesRedrawn = 4
    counts.redrawnArea = 1_000
    counts.reused.marker = 9
    counts.reused.image = 8
    var expected: Double = 30_000 + 200_000 + 132_000 + 260_000 + 1_120_000 + 200_000
    expected +=
      800_000 + 150_000 + 120_000 + 18_000 + 28_000 + 40_000 + 270_000 + 40_000 + 2_000_000
    #expect(counts.work(on: profile, afterFirstView: true).total == expected)
    // The first view ever costs another 5 ms, once.
    #expect(counts.work(on: profile, afterFirstView: false).total == expected + 5_000_000)
    #expect(
      OperationCounts().work(on: profile, afterFirstView: false).total == 0, "no view, no warm-up")
  }

  /// The order of native clustering is unknown: each choice leaves out the work that it does not
  /// need.
  @Test func aChoiceSparesWhatTheMapDoesWithout() throws {
    var counts = OperationCounts()
    (counts.viewForCalls, counts.created.marker, counts.reused.marker) = (10, 4, 6)
    (counts.clusterCandidates, counts.settledCandidates) = (100, 7)
    func time(views: Double, rest: Double, clustered: Int) throws -> Double {
      counts.markerViewsClustered = clustered
      return counts.work(
        on: try profile([
          "clusters-before-views": (views, "choice"), "clusters-at-rest": (rest, "choice"),
          "view-for-call": (1, "us"), "create-marker-view": (100, "us"),
          "reuse-marker-view": (10, "us"), "native-cluster-candidate": (1, "us"),
        ]), afterFirstView: true
      ).total
    }
    let all: Double = 10_000 + 400_000 + 60_000 + 100_000
    #expect(try time(views: 0, rest: 0, clustered: 5) == all)
    // 93 tests, and five calls and views of the queue less.
    #expect(try time(views: 0, rest: 1, clustered: 5) == all - 93_000)
    #expect(try time(views: 1, rest: 0, clustered: 5) == all - 5_000 - 50_000)
    // Of eight, six come from the queue and two would have been made.
    #expect(try time(views: 1, rest: 0, clustered: 8) == all - 8_000 - 60_000 - 200_000)
    #expect(try time(views: 1, rest: 0, clustered: 0) == all)
  }

  @Test func aFrameThatIsDoneWithinTheIntervalIsOnTime() throws {
    // 1 s / 60 is 16,666,667 ns to the nearest nanosecond.
    #expect(try forecast(moving: [16_666_667]).hitchTimeRatio == 0)
    // One nanosecond more misses a refresh: one interval late of two.
    #expect(try forecast(moving: [16_666_668]).hitchTimeRatio == 500)
  }

  @Test func theHitchTimeRatioIsLateMillisecondsForEachSecondOfMovement() throws {
    // 1, 3 and 1 refreshes: 2 of 5 intervals late.
    let slow = try forecast(moving: [1, 40_000_000, 16_000_000])
    #expect(slow.hitchTimeRatio == 400)
    #expect(slow.lateFrameCount == 1)
    // At 120 Hz, 8,333,333 ns each: 1, 5 and 2 refreshes, 5 of 8 late.
    let fast = try forecast(moving: [1, 40_000_000, 16_000_000], refresh: 120)
    #expect(fast.hitchTimeRatio == 625)
    #expect(fast.lateFrameCount == 2)
  }

  @Test func aMapAtRestHasFreezesAndNoHitches() throws {
    let resting = try forecast(moving: [], resting: [40_000_000, 300_000_000, 1])
    #expect(resting.hitchTimeRatio == nil)
    #expect(resting.longestFreeze == 300_000_000)
    #expect(resting.hangCount == 1)
    let both = try forecast(moving: [1, 40_000_000, 16_000_000], resting: [300_000_000, 1])
    #expect(both.hitchTimeRatio == 400, "frames at rest do not dilute the ratio either")
    #expect(both.longestFreeze == 300_000_000)
    #expect(both.frameTimes == [300_000_000, 1, 1, 40_000_000, 16_000_000])
  }

  /// It stutters, and nothing answers meanwhile.
  @Test func aFrameOfAMovementThatHangsIsAFreezeToo() throws {
    let hang = try forecast(moving: [1, 900_000_000, 250_000_000], resting: [188_000_000])
    #expect(hang.longestFreeze == 900_000_000)
    #expect(hang.hangCount == 1)
    // Exactly the threshold is no hang.
    let none = try forecast(moving: [250_000_000], resting: [188_000_000])
    #expect(none.longestFreeze == 188_000_000)
  }

  @Test func theHitchesOfTheMapItselfAreAdded() throws {
    let floor: KeyValuePairs = ["map-hitch-floor": (7.5, "ms/s")]
    #expect(try forecast(moving: [1, 1], parameters: floor).addedHitchTimeRatio == 0)
    #expect(try forecast(moving: [1, 1], parameters: floor).hitchTimeRatio == 7.5)
    // One of three intervals late.
    let ratio = try #require(
      try forecast(moving: [1, 20_000_000], parameters: floor).hitchTimeRatio)
    #expect(abs(ratio - 340.833_333) < 1e-3)
    // One occasion is spread over ten seconds.
    let added = try #require(
      try forecast(moving: [1, 20_000_000], parameters: floor).addedHitchTimeRatio)
    #expect(abs(added - 1.666_667) < 1e-3)
    #expect(try forecast(moving: [], resting: [1], parameters: floor).hitchTimeRatio == nil)
  }

  /// Late frames that come again and again have their rate at any length, a single occasion none of a
  /// short film's.
  @Test(arguments: [100, 400, 1_600]) func theLengthOfAFilmMovesNoRate(frames: Int) throws {
    func added(isLate: (Int) -> Bool) throws -> Double {
      try #require(
        forecast(moving: (0..<frames).map { isLate($0) ? 20_000_000 : 1 }).addedHitchTimeRatio)
    }
    // Two late frames within a second are one occasion.
    let single = try added { $0 == 20 || $0 == 50 }
    #expect(abs(single - 2 * 16.666_667 / max(10, Double(frames + 2) / 60)) < 1e-3)
    let steady = try added { $0 % 80 == 15 }
    #expect(abs(steady - 1_000 / 80) < 1_200 / Double(frames), "\(steady)")
  }

  /// Any map pays for its first view.
  @Test func theWarmUpOfTheFirstViewIsNotAdded() throws {
    let profile = try profile(["first-view-warm-up": (36, "ms")])
    func forecast(firstView: Int?) -> FrameForecast {
      FrameForecast(
        frames: [36_000_001, 1, 1].map { MapFrame(work: $0, isMoving: true) },
        firstView: firstView, profile: profile, refresh: 60)
    }
    #expect(forecast(firstView: 0).addedHitchTimeRatio == 0)
    #expect(forecast(firstView: nil).addedHitchTimeRatio ?? 0 > 0)
    #expect(forecast(firstView: 0).hitchTimeRatio == forecast(firstView: nil).hitchTimeRatio)
  }

  @Test func aHangIsLongerThanItsThreshold() throws {
    let forecast = try forecast(
      moving: [249_999_999, 250_000_000, 250_000_001], resting: [600_000_000])
    #expect(forecast.hangCount == 2, "exactly 250 ms is no hang")
  }

  @Test func theProfileSetsTheHangThreshold() throws {
    let forecast = try forecast(
      moving: [100_000_000, 100_000_001], parameters: ["hang-threshold": (100, "ms")])
    #expect(forecast.hangCount == 1)
  }

  @Test func noFramesAreNoHitches() throws {
    let forecast = try forecast(moving: [])
    #expect(forecast.frameTimes.isEmpty)
    #expect(forecast.hitchTimeRatio == nil)
    #expect(forecast.lateFrameCount == 0)
    #expect(forecast.longestFreeze == 0)
    #expect(forecast.hangCount == 0)
  }
}

@Suite struct FootprintForecastTests {
  @Test func theFootprintIsAppMapAnnotationsViewsAndIndexes() throws {
    let profile = try Device.test(parameters: [
      "app-base-memory": (60, "MB"), "map-base-memory": (100, "MB"),
      "annotation-memory": (300, "B"), "marker-view-memory": (48, "KB"),
      "image-view-memory": (35, "KB"),
    ]).profile
    let base: Int64 = 160_000_000
    func bytes(
      _ annotations: Int, _ markers: Int, _ images: Int, _ indexes: Double = 0
    ) -> Int64 {
      let forecast = FootprintForecast(
        annotations: annotations, markerViews: markers, imageViews: images, indexes: indexes,
        profile: profile)
      #expect(forecast.base == Double(base))
      #expect(forecast.indexes == indexes)
      #expect(Int64((forecast.base + forecast.spike).rounded()) == forecast.bytes)
      #expect(forecast.spike == forecast.annotations + forecast.views + forecast.indexes)
      return forecast.bytes
    }
    #expect(bytes(0, 0, 0, 1_234.4) == base + 1_234)
    #expect(bytes(0, 0, 0) == base)
    #expect(bytes(1, 0, 0) == base + 300)
    #expect(bytes(0, 1, 0) == base + 48_000)
    #expect(bytes(0, 0, 1) == base + 35_000)
    #expect(bytes(10_000, 2_000, 100) == base + 3_000_000 + 96_000_000 + 3_500_000)
  }
}

/// The parts of a forecast that a replay on the virtual clock uses one by one.
@Suite struct FrameWorkTests {
  @Test(arguments: [(0, 1), (1, 1), (100, 1), (101, 2), (200, 2), (201, 3)])
  func aFrameIsShownAtTheFirstRefreshAfterItsWork(work: Int64, refreshes: Int64) {
    #expect(FrameForecast.refreshes(for: work, interval: 100) == refreshes)
  }

  @Test func intervalsAreWholeNanoseconds() {
    #expect(FrameForecast.interval(refresh: 60) == 16_666_667)
    #expect(FrameForecast.interval(refresh: 120) == 8_333_333)
  }
}
