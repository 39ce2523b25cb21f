import Foundation
import MapGeometry
import PinData
import ScenarioModel
import Testing

/// What becomes of a trace that was recorded at another rate than the screen's.
@Suite struct RecordedTraceTests {
  private func frameCount(times: [Double], refresh: Int) throws -> Int {
    let folder = try TemporaryFolder()
    let frames = times.enumerated().map { index, time in
      CameraFrame(
        time: time,
        region: Region(
          center: Coordinate(latitude: 10, longitude: 179 + Double(index % 2) * -358),
          span: CoordinateSpan(latitudeDelta: 1, longitudeDelta: 1)))
    }
    let path = try folder.write(CameraTrace(frames: frames).jsonLines, to: "trace.jsonl")
    let scenario = try Scenario(
      text: ScenarioText.replacing([
        "camera": "camera: { file: \(path) }",
        "device":
          "device: { viewport: [200, 400], scale: 1, refresh: \(refresh), profile: iphone-simulator }",
      ]))
    try scenario.workload.check(sizes: scenario.sizes)
    let replay = try scenario.workload.prepare(
      try #require(scenario.cases.first), folders: folder.trialFolders())
    return replay.frameCount
  }

  @Test(arguments: [(60, 61), (120, 121), (30, 31), (10, 11)])
  func aSecondHasAsManyFramesAsTheScreenRefreshes(refresh: Int, expected: Int) throws {
    let sixtyHertz = (0...60).map { Double($0) / 60 }
    #expect(try frameCount(times: sixtyHertz, refresh: refresh) == expected)
    #expect(try frameCount(times: [5, 6], refresh: refresh) == expected, "wherever it begins")
  }

  @Test func oneRecordedFrameIsOneFrame() throws {
    #expect(try frameCount(times: [7], refresh: 60) == 1)
  }

  @Test func millisecondsAreRefused() {
    #expect {
      try frameCount(times: (0...600).map { Double($0) * 16.7 }, refresh: 60)
    } throws: { "\($0)".contains("are its times in seconds?") }
  }
}
