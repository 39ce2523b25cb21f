import Foundation
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The formats of other tools.
@Suite struct ExportTests {
  private static let time = Date(timeIntervalSince1970: 1_000_000_000)

  private static func text(_ format: RunExport) throws -> String {
    try format.text(ReportFixture().results(), time: time)
  }

  @Test func openMetricsHasFamiliesInBaseUnits() throws {
    let lines = try Self.text(.openmetrics).split(separator: "\n")
    #expect(lines.last == "# EOF")
    #expect(lines.contains("# TYPE mappressure_peak_live_bytes_bytes gauge"))
    #expect(lines.contains("# UNIT mappressure_frame_time_p99_seconds seconds"))
    let sample = try #require(
      lines.first {
        $0.hasPrefix("mappressure_max_live_views{") && $0.contains("\"all-pins\"")
      })
    #expect(
      sample
        == "mappressure_max_live_views{scenario=\"many-pins\",size=\"1000\",strategy=\"all-pins\","
        + "kind=\"modelled\"} 1000.0")
    // Each family once, its samples together.
    let types = lines.filter { $0.hasPrefix("# TYPE") }
    #expect(Set(types).count == types.count)
  }

  @Test func bencherHasTheIntervalOfWhatIsMeasured() throws {
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(Self.text(.bmf).utf8))
        as? [String: [String: [String: Double]]])
    let measures = try #require(document["many-pins 1000 all-pins"])
    let frame = try #require(measures["frame-time-p99"])
    let (low, high) = (try #require(frame["lower_value"]), try #require(frame["upper_value"]))
    #expect(low < high)
    #expect((low...high).contains(try #require(frame["value"])))
    #expect(measures["max-live-views"] == ["value": 1_000])
  }

  @Test func theActionHasWhatIsBetterWhenItIsLower() throws {
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(Self.text(.githubActionBenchmark).utf8))
        as? [[String: Any]])
    let names = list.compactMap { $0["name"] as? String }
    #expect(names.contains("many-pins 1000 all-pins max-live-views"))
    #expect(!names.contains { $0.hasSuffix("pin-coverage") })
    #expect(list.allSatisfy { $0["value"] is Double && $0["unit"] is String })
  }

  @Test func otavaHasOneRowForTheRun() throws {
    let lines = try Self.text(.otava).split(separator: "\n").map { $0.split(separator: ",") }
    #expect(lines.count == 2)
    #expect(lines[0].count == lines[1].count)
    #expect(lines[0].prefix(2) == ["time", "commit"])
    #expect(lines[1].prefix(2) == ["2001-09-09T01:46:40Z", "abcdef123456"])
    #expect(lines[0].contains("many-pins.1000.all-pins.max-live-views"))
  }

  // MARK: - Recordings

  private static let scenarioCase = Case(scenario: "s", variant: "", size: 2, strategy: "a")

  /// Two views, of which one comes in the second frame and stands for five pins.
  private static var recording: MapRecording {
    var recording = MapRecording(viewport: [100, 200], refresh: 50, markerSize: 30)
    recording.views.x.numbers = [MapRecording.world / 2, MapRecording.world / 4]
    recording.views.y.numbers = [MapRecording.world / 2, MapRecording.world / 2]
    recording.views.count.numbers = [1, 5]
    recording.views.first.numbers = [0, 1]
    recording.views.end.numbers = [3, 3]
    recording.work.numbers = [50_000, 1_000, 2_000]
    recording.isMoving.numbers = [0, 1, 0]
    recording.liveViews.numbers = [1, 2, 2]
    recording.footprint.numbers = [100, 200, 200]
    return recording
  }

  @Test func aFrameAsGeoJSONHasItsViews() throws {
    for (frame, count) in [(0, 1), (1, 2), (2, 2)] {
      let text = try RecordingExport.geojson.text(
        Self.recording, of: Self.scenarioCase, frame: frame)
      let document = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect((document["features"] as? [Any])?.count == count)
    }
    let text = try RecordingExport.geojson.text(
      Self.recording, of: Self.scenarioCase, frame: 1)
    #expect(text.contains("-90"))
    #expect(text.contains("\"count\" : 5"))
    #expect(throws: RecordingExportError.noFrame(3, frames: 3)) {
      try RecordingExport.geojson.text(Self.recording, of: Self.scenarioCase, frame: 3)
    }
  }

  @Test func aLateFrameDelaysTheNextOnesInATrace() throws {
    let text = try RecordingExport.chromeTrace.text(Self.recording, of: Self.scenarioCase)
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let events = try #require(document["traceEvents"] as? [[String: Any]])
    let slices = events.filter { $0["ph"] as? String == "X" }
    #expect(slices.compactMap { $0["ts"] as? Int } == [0, 50_000, 51_000])
    #expect(slices.compactMap { $0["dur"] as? Int } == [50_000, 1_000, 2_000])
    #expect(
      slices.compactMap { $0["name"] as? String } == [
        "frame (at rest)", "frame (moving)", "frame (at rest)",
      ])
    #expect(events.count { $0["ph"] as? String == "C" } == 6)
  }

  @Test func aFrameWithoutWorkHasNoSlice() throws {
    var still = Self.recording
    still.work.numbers[1] = 0
    let text = try RecordingExport.chromeTrace.text(still, of: Self.scenarioCase)
    #expect(text.matches(of: /"ph" : "X"/).count == 2)
    #expect(text.matches(of: /"ph" : "C"/).count == 6)
  }
}
