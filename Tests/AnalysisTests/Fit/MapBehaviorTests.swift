import Simulation
import TestSupport
import Testing
import Validation

/// What a recording tells without a regression: hitches of the map alone, the margin, read-backs.
@Suite struct MapBehaviorTests {
  private static let interval: Int64 = 16_666_667

  private static func fit(_ recording: MapRecording) -> ProfileFit {
    ProfileFit(recording, base: .sample())
  }

  // MARK: - Hitches

  /// A moving map that misses a refresh at every so many frames.
  private static func moving(seconds: Int, missesEvery period: Int, markers: Int = 0)
    -> MapRecording
  {
    var recording = MapRecording.empty()
    var refresh: Int64 = 0
    var frame = 0
    while refresh < Int64(seconds) * 1_000_000_000 {
      frame += 1
      refresh += interval * (frame.isMultiple(of: period) ? 2 : 1)
      // Rounding of the display link.
      let end = refresh + Int64(frame % 3) * 1_000
      recording.frames.append(
        MapRecording.Frame(
          refresh: refresh, end: end, busy: 1_000_000, markers: markers, images: 0, candidates: 0))
      recording.regions.append(
        MapRecording.RegionChange(
          time: end,
          region: MapRecording.Region(
            latitude: 1 + Double(frame) * 1e-4, longitude: 2, latitudeDelta: 1,
            longitudeDelta: 1)))
    }
    return recording
  }

  @Test func hitchesOfTheMapAloneAreItsFloor() throws {
    // One of 121 refreshes is missed: 8.26 ms of a second.
    let found = try #require(Self.fit(Self.moving(seconds: 60, missesEvery: 120))[.mapHitchFloor])
    #expect(abs(found.value - 1 / 121.0) < 5e-4)
    #expect(found.low <= found.value && found.value <= found.high)
  }

  @Test func aFewSecondsAreTooFewForHitches() throws {
    let fit = Self.fit(Self.moving(seconds: 8, missesEvery: 120))
    let obstacle = fit.obstacle(.mapHitchFloor)
    guard case .tooFewTimes(let found, needed: 10) = obstacle else { throw OtherCase(obstacle) }
    #expect((7...8).contains(found))
  }

  @Test func hitchesWithPinsAreNotTheMaps() {
    let fit = Self.fit(Self.moving(seconds: 30, missesEvery: 120, markers: 5))
    #expect(fit.obstacle(.mapHitchFloor) == .neverOccurred)
  }

  // MARK: - Margin

  @Test func theMarginIsThatOfTheFarthestViews() throws {
    var recording = MapRecording.empty()
    recording.calls = (0..<400).map { number in
      MapRecording.Call(
        operation: .viewFor, begin: Int64(number) * 1_000, duration: 100, count: 1,
        view: MapRecording.View(
          isMarker: true, isCluster: false, isNew: false, outside: Double(number % 100) / 1_000))
    }
    // One late call.
    recording.calls[17].view?.outside = 3
    let found = try #require(Self.fit(recording)[.visibleMargin])
    #expect(abs(found.value - 0.097) < 0.002)
    #expect(abs(found.low - 0.05) < 0.002)
    #expect(abs(found.high - 0.099) < 0.002)
  }

  @Test func fewViewsDoNotTellTheMargin() {
    var recording = MapRecording.empty()
    recording.calls = (0..<99).map { number in
      MapRecording.Call(
        operation: .viewFor, begin: Int64(number) * 1_000, duration: 100, count: 1,
        view: MapRecording.View(isMarker: true, isCluster: false, isNew: false))
    }
    #expect(Self.fit(recording).obstacle(.visibleMargin) == .tooFew(found: 99, needed: 100))
  }

  // MARK: - Read-backs

  /// Regions that are set as they were read back, and come back with a change.
  private static func readBacks(
    _ count: Int, settledWith change: Double = 0,
    changing body: (inout MapRecording.Region, Int) -> Void
  ) -> MapRecording {
    var recording = MapRecording.empty()
    var region = MapRecording.Region(
      latitude: 48.2, longitude: 16.4, latitudeDelta: 0.1, longitudeDelta: 0.046)
    for number in 0..<count {
      let set = region
      body(&region, number)
      var settled = region
      settled.latitude += change
      recording.readBacks.append(MapRecording.ReadBack(set: set, read: region, settled: settled))
    }
    return recording
  }

  @Test func anExactMapHasNoResidual() {
    let fit = Self.fit(Self.readBacks(30) { _, _ in })
    #expect(fit.obstacle(.fittingResidual) == .exact)
    #expect(fit.obstacle(.centerResidual) == .exact)
    #expect(fit[.layoutPassConversions]?.high == 0)
  }

  @Test func aCenterThatMovesIsAResidual() throws {
    let fit = Self.fit(
      Self.readBacks(30) { region, number in
        region.latitude += number.isMultiple(of: 2) ? 2e-9 : -2e-9
      })
    let found = try #require(fit[.centerResidual])
    #expect(abs(found.value / 2e-9 - 1) < 0.01)
    #expect(found.measurements == 29)
  }

  @Test func regionsThatChangeInTheLayoutPassCount() throws {
    let always = Self.fit(Self.readBacks(25, settledWith: 1e-6) { _, _ in })
    let found = try #require(always[.layoutPassConversions])
    #expect([found.low, found.value, found.high] == [1, 1, 2])
    var mixed = Self.readBacks(25) { _, _ in }
    for index in 0..<5 { mixed.readBacks[index].settled?.latitude += 1e-6 }
    #expect(Self.fit(mixed).obstacle(.layoutPassConversions) == .contradictory(share: 0.2))
  }

  @Test func fewReadBacksAreTooFew() {
    let fit = Self.fit(Self.readBacks(12) { _, _ in })
    #expect(fit.obstacle(.fittingResidual) == .tooFew(found: 11, needed: 20))
    #expect(fit.obstacle(.layoutPassConversions) == .tooFew(found: 12, needed: 20))
  }
}
