import PinData
import Simulation
import Testing
import Validation

/// The camera of a recording of an app.
@Suite struct RecordedCameraTests {
  private static func recording(at times: [Int64]) -> MapRecording {
    var recording = RecordingSynthesizer.recording(
      of: .sample(), seed: 3, options: RecordingSynthesizer.Options())
    recording.device.refresh = 60
    recording.regions = times.enumerated().map { number, time in
      MapRecording.RegionChange(
        time: time,
        region: MapRecording.Region(
          latitude: 50 + Double(number), longitude: 10, latitudeDelta: 2, longitudeDelta: 1))
    }
    return recording
  }

  @Test func aRestIsHeldUntilTheNextChange() {
    // Two changes at successive refreshes, a rest of a second, one more.
    let trace = CameraTrace(of: Self.recording(at: [0, 16_666_667, 1_016_666_667]))
    #expect(trace.frames.map(\.region.center.latitude) == [50, 51, 51, 52])
    let times = trace.frames.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(times[2] - 1) < 0.001)
  }

  @Test func twoChangesWithinARefreshAreOne() {
    let trace = CameraTrace(of: Self.recording(at: [0, 16_666_667, 16_700_000]))
    #expect(trace.frames.map(\.region.center.latitude) == [50, 52])
  }

  @Test func noRegionIsNoFrame() {
    #expect(CameraTrace(of: Self.recording(at: [])).frames.isEmpty)
  }
}
