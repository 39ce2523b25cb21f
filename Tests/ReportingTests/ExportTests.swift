import Foundation
import Platform
import Reporting
import ScenarioModel
import Simulation
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
      lines.first { $0.hasPrefix("mappressure_max_live_views{") && $0.contains("\"all-pins\"") })
    #expect(
      sample
        == "mappressure_max_live_views{scenario=\"many-pins\",size=\"1000\",strategy=\"all-pins\","
        + "kind=\"modelled\"} 1000.0")
    // Each family once, its samples together.
    let types = lines.filter { $0.hasPrefix("# TYPE") }
    #expect(Set(types).count == types.count)
  }

  @Test func bencherHasTheIntervalOfWhatIsMeasured() throws {
    let measures = try JSONValue(Self.text(.bmf))["many-pins 1000 all-pins"]
    let frame = measures["frame-time-p99"]
    let low = try #require(frame.lower_value.number)
    let high = try #require(frame.upper_value.number)
    #expect(low < high)
    #expect((low...high).contains(try #require(frame.value.number)))
    #expect(measures["max-live-views"] == ["value": 1_000])
  }

  @Test func oneValueHasNoRange() throws {
    let results = try ReportFixture(trials: 1).results()
    let measures = try JSONValue(RunExport.bmf.text(results, time: Self.time))
    // 1,000 pins x 3,000 ns.
    #expect(measures["many-pins 1000 all-pins"]["frame-time-p99"] == ["value": 3_000_000])
    let list = try JSONValue(RunExport.githubActionBenchmark.text(results, time: Self.time)).list
    #expect(!list.isEmpty && list.allSatisfy { $0.range.text == nil })
    let rows = try CSVFile(CSVReport.results(results)).records.filter { $0["kind"] == "measured" }
    for row in rows where row["trials"] == "1" {
      #expect(row["low"] == "" && row["high"] == "" && row["median"] != "")
    }
    #expect(rows.contains { $0["trials"] == "1" })
  }

  @Test func theActionHasWhatIsBetterWhenItIsLower() throws {
    let list = try JSONValue(Self.text(.githubActionBenchmark)).list
    let names = list.compactMap { $0.name.text }
    #expect(names.contains("many-pins 1000 all-pins max-live-views"))
    #expect(!names.contains { $0.hasSuffix("pin-coverage") })
    #expect(list.allSatisfy { $0.value.number != nil && $0.unit.text != nil })
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

  /// Two views; one is added in the second frame and stands for five pins.
  private static var recording: MapRecording {
    var recording = MapRecording(viewport: [100, 200], refresh: 50, markerSize: 30)
    recording.views.x.numbers = [MapRecording.world / 2, MapRecording.world / 4]
    recording.views.y.numbers = [MapRecording.world / 2, MapRecording.world / 2]
    recording.views.count.numbers = [1, 5]
    recording.views.first.numbers = [0, 1]
    recording.views.end.numbers = [3, 3]
    recording.work.viewFor.numbers = [40_000, 0, 2_000]
    recording.work.layout.numbers = [10_000, 1_000, 0]
    recording.isMoving.numbers = [0, 1, 0]
    recording.liveViews.numbers = [1, 2, 2]
    recording.memory.base.numbers = [90, 90, 90]
    recording.memory.views.numbers = [10, 110, 110]
    return recording
  }

  @Test func aFrameAsGeoJSONHasItsViews() throws {
    for (frame, count) in [(0, 1), (1, 2), (2, 2)] {
      let text = try FrameGeoJSON.text(ReplayRecording(map: Self.recording), frame: frame)
      #expect(try JSONValue(text).features.list.count == count)
    }
    let text = try FrameGeoJSON.text(ReplayRecording(map: Self.recording), frame: 1)
    #expect(text.contains("-90"))
    #expect(text.contains("\"count\" : 5"))
    #expect(throws: RecordingExportError.noFrame(3, frames: 3)) {
      try FrameGeoJSON.text(ReplayRecording(map: Self.recording), frame: 3)
    }
    #expect(throws: RecordingExportError.noMap) {
      try FrameGeoJSON.text(ReplayRecording(), frame: 0)
    }
  }

  /// The events of a trace of a kind, in their order.
  private static func events(
    _ kind: String, _ recording: ReplayRecording, measuredFrames: [Int64] = []
  ) throws -> [JSONValue] {
    let text = try recording.chromeTrace(of: scenarioCase, measuredFrames: measuredFrames)
    return try JSONValue(text).traceEvents.list.filter { $0.ph == .text(kind) }
  }

  @Test func aLateFrameDelaysTheNextOnesInATrace() throws {
    let all = try Self.events("X", ReplayRecording(map: Self.recording))
    let frames = all.filter { $0.name.text?.hasPrefix("frame") ?? false }
    #expect(frames.map { $0.ts } == [0, 50_000, 51_000])
    #expect(frames.map { $0.dur } == [50_000, 1_000, 2_000])
    #expect(frames.map { $0.name } == ["frame (at rest)", "frame (moving)", "frame (at rest)"])
    #expect(try Self.events("C", ReplayRecording(map: Self.recording)).count == 6)
  }

  @Test func thePartsOfAFrameFillIt() throws {
    let all = try Self.events("X", ReplayRecording(map: Self.recording))
    let parts = all.filter { !($0.name.text?.hasPrefix("frame") ?? false) }
    #expect(parts.map { $0.name } == ["viewFor", "layout", "layout", "viewFor"])
    #expect(parts.map { $0.ts } == [0, 40_000, 50_000, 51_000])
    #expect(parts.map { $0.dur } == [40_000, 10_000, 1_000, 2_000])
  }

  @Test func aFrameWithoutWorkHasNoSlice() throws {
    var still = Self.recording
    still.work.layout.numbers[1] = 0
    let frames = try Self.events("X", ReplayRecording(map: still)).filter { $0.args != .null }
    #expect(frames.count { $0.name.text?.hasPrefix("frame") ?? false } == 2)
    #expect(try Self.events("C", ReplayRecording(map: still)).count == 6)
  }

  /// A timeline with work of 1 ms, two requests, one of them unfinished, and an instant.
  private static var timeline: Timeline {
    var timeline = Timeline()
    let spans: [(Timeline.Track, String, Int64, Int64?)] = [
      (.network, "search", 0, nil), (.network, "search", 500, 3_000_500),
      (.main, "update", 1_000_000, 2_000_000), (.main, "tap", 2_000_000, 2_000_000),
    ]
    for (track, name, start, end) in spans {
      let span = timeline.begin(track, name, at: start)
      if let span, let end { timeline.end(span, at: end) }
    }
    return timeline
  }

  @Test func requestsMayOverlapInATrace() throws {
    let recording = ReplayRecording(timeline: Self.timeline)
    let (begins, ends) = (try Self.events("b", recording), try Self.events("e", recording))
    #expect(begins.map { $0.id } == [0, 1])
    #expect(begins.map { $0.ts } == [0, 0.5])
    // An unfinished request lasts to the end of the timeline, and is marked.
    #expect(ends.map { $0.ts } == [3_000.5, 3_000.5])
    #expect(begins[0].args == ["end": "not over"])
    #expect(try Self.events("X", recording).map { $0.dur } == [1_000])
    #expect(try Self.events("i", recording).map { $0.name } == ["tap"])
  }

  @Test func aMapHasItsFramesOnceInATrace() throws {
    let recording = ReplayRecording(map: Self.recording, timeline: Self.timeline)
    #expect(
      try Self.events("X", recording) == Self.events("X", ReplayRecording(map: Self.recording)))
    #expect(try Self.events("b", recording).count == 2)
  }

  @Test func timesOfThisMachineAreAProcessOfTheirOwn() throws {
    let recording = ReplayRecording(map: Self.recording)
    let slices = try Self.events("X", recording, measuredFrames: [2_000, 500])
      .filter { $0.pid == 2 }
    #expect(slices.map { $0.ts } == [0, 2])
    #expect(slices.map { $0.dur } == [2, 0.5])
    #expect(try Self.events("X", recording).allSatisfy { $0.pid == 1 })
  }
}
