import Foundation
import ScenarioModel
import Testing

@Suite struct MapRecordingTests {
  private static func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func aSeriesIsStoredAsDifferences() throws {
    let series = MapRecording.Series([5, 7, 7, -2])
    #expect(String(decoding: try JSONEncoder().encode(series), as: UTF8.self) == "[5,2,0,-9]")
    for series in [series, MapRecording.Series([.max, .min, 0, .max])] {
      #expect(try Self.copy(series) == series)
    }
  }

  @Test func aRecordingReadsBack() throws {
    var recording = MapRecording(viewport: [393, 852], refresh: 60, markerSize: 30)
    recording.camera.x.numbers = [1, 2]
    recording.views.count.numbers = [3]
    recording.work.layout.numbers = [100, 20_000]
    recording.work.viewFor.numbers = [1, 0]
    recording.memory.base.numbers = [7]
    #expect(try Self.copy(recording) == recording)
    #expect(recording.work.totals == [101, 20_000])
    #expect(MapRecording(viewport: [1, 1], refresh: 60, markerSize: 1).work.totals.isEmpty)
  }
}
