import MapSimulation
import Testing

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
