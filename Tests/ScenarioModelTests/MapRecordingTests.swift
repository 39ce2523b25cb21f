import Foundation
import ScenarioModel
import Testing

@Suite struct MapRecordingTests {
  @Test func aSeriesIsStoredAsDifferences() throws {
    let series = MapRecording.Series([5, 7, 7, -2])
    let text = String(decoding: try JSONEncoder().encode(series), as: UTF8.self)
    #expect(text == "[5,2,0,-9]")
    #expect(try JSONDecoder().decode(MapRecording.Series.self, from: Data(text.utf8)) == series)
  }

  @Test func extremeNumbersReadBack() throws {
    let series = MapRecording.Series([.max, .min, 0, .max])
    let data = try JSONEncoder().encode(series)
    #expect(try JSONDecoder().decode(MapRecording.Series.self, from: data) == series)
  }

  @Test func aRecordingReadsBack() throws {
    var recording = MapRecording(viewport: [393, 852], refresh: 60, markerSize: 30)
    recording.camera.x.numbers = [1, 2]
    recording.views.count.numbers = [3]
    recording.work.layout.numbers = [100, 20_000]
    recording.work.viewFor.numbers = [1, 0]
    recording.memory.base.numbers = [7]
    let data = try JSONEncoder().encode(recording)
    let read = try JSONDecoder().decode(MapRecording.self, from: data)
    #expect(read == recording)
    #expect(read.work.totals == [101, 20_000])
    #expect(MapRecording(viewport: [1, 1], refresh: 60, markerSize: 1).work.totals.isEmpty)
  }
}
