import Foundation
import Platform
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing

@Suite struct ReplayRecordingTests {
  private static let scenarioCase = Case(
    scenario: "s", variant: "two phones, 120 Hz", size: 5, strategy: "a")

  @Test func aFileReadsBackAndTellsWhetherItHasAMap() throws {
    var timeline = Timeline()
    _ = timeline.begin(.network, "search", at: 3)
    let folder = try TemporaryFolder()
    for map in [nil, MapRecording(viewport: [393, 852], refresh: 60, markerSize: 30)] {
      let recording = ReplayRecording(map: map, timeline: timeline)
      let name = try recording.write(of: Self.scenarioCase, to: folder.path)
      #expect(name.hasPrefix("s-two-phones-120-Hz-5-a."))
      #expect(ReplayRecording.hasMap(name) == (map != nil))
      let file = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
      #expect(try ReplayRecording(file: Array(file)) == recording)
    }
  }

  @Test func damagedFilesAreRefused() throws {
    let file = try #require(try ReplayRecording().file())
    #expect(throws: ReplayRecordingError.notCompressed) {
      try ReplayRecording(file: Array(file.dropLast(12)))
    }
    #expect(throws: ReplayRecordingError.notCompressed) { try ReplayRecording(file: [1, 2, 3]) }
    let other = try #require(Gzip.compressed(Array("[1]".utf8)))
    #expect(throws: ReplayRecordingError.self) { try ReplayRecording(file: other) }
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    #expect(throws: EnvironmentError.self) {
      try ReplayRecording().write(of: Self.scenarioCase, to: "/nowhere")
    }
  }
}
