import Clustering
import PinData
import Simulation
import TestSupport
import Testing

@Suite struct CameraTraceFileTests {
  private func read(_ text: String) throws -> CameraTrace {
    try withTemporaryFile(named: "trace.jsonl", text) { try CameraTrace.read(path: $0) }
  }

  private func error(_ text: String) throws -> DataFileError {
    try #require(throws: DataFileError.self) { _ = try read(text) }
  }

  private func line(time: String, latitude: String = "1", longitudeDelta: String = "3") -> String {
    """
    {"time": \(time), "center": {"latitude": \(latitude), "longitude": 2}, \
    "span": {"latitudeDelta": 2.5, "longitudeDelta": \(longitudeDelta)}}

    """
  }

  @Test func readsAFrameALine() throws {
    let reordered = #"""
      {"span":{"longitudeDelta":3,"latitudeDelta":2.5,"x":[]},"heading":{"deg":1},
      """#
      .replacing("\n", with: "")
    let text =
      "\u{FEFF}" + line(time: "0") + "\r\n" + reordered
      + #""center":{"longitude":2,"latitude":1},"time":0.5}"#
    let region = Region(1, 2, spans: (2.5, 3))
    #expect(
      try read(text).frames == [
        CameraFrame(time: 0, region: region), CameraFrame(time: 0.5, region: region),
      ])
  }

  @Test(arguments: CameraTraceGenerator.allCases)
  func whatIsWrittenIsReadBack(generator: CameraTraceGenerator) throws {
    let trace = generator.trace(
      frames: 200, refresh: 59.94, seed: 3,
      pins: PinGenerator.antimeridian.pins(count: 100, seed: 1),
      viewport: Viewport(width: 393, height: 852), profile: .sample())
    #expect(try read(trace.jsonLines) == trace)
    #expect(trace.jsonLines.split(separator: "\n").count == 200)
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF} "])
  func emptyFile(text: String) throws {
    let error = try error(text)
    #expect(error.description.contains("expected at least one "))
    #expect(error.location == nil)
  }

  @Test(arguments: [
    "7", "[]", "{}", #"{"time": 3}"#, #"{"time": "3"}"#, #"{"time": 1"#, "nonsense",
    #"{"time":3,"center":{"latitude":1},"span":{"latitudeDelta":1,"longitudeDelta":1}}"#,
    #"{"time":3,"center":{"latitude":1,"longitude":2},"span":{"latitudeDelta":1}}"#,
    #"{"time":3,"center":[1,2],"span":{"latitudeDelta":1,"longitudeDelta":1}}"#,
  ])
  func malformedLine(text: String) throws {
    let error = try error(line(time: "0") + line(time: "1") + text + "\n" + line(time: "4"))
    #expect(error.location == .line(3))
    #expect(error.description.contains("trace.jsonl, line 3: expected "))
  }

  @Test(arguments: [("95", "3"), ("1e999", "3"), ("1", "0"), ("1", "-1"), ("1", "361")])
  func invalidRegion(latitude: String, longitudeDelta: String) throws {
    let error = try error(
      line(time: "0") + line(time: "1", latitude: latitude, longitudeDelta: longitudeDelta))
    #expect(error.description.contains("expected a centre on the earth"))
    #expect(error.location == .line(2))
  }

  @Test(arguments: ["0.5", "0.4", "-1"])
  func timeNotIncreasing(time: String) throws {
    let error = try error(line(time: "0.5") + "\n" + line(time: time))
    let seconds = try #require(Double(time))
    #expect(error.description.contains("expected a time after 0.5 s, found \(seconds) s"))
    #expect(error.location == .line(3))
  }

  @Test func infiniteTime() throws {
    let error = try error(line(time: "1e999"))
    #expect(error.description.contains("expected a time in seconds, found inf s"))
    #expect(error.location == .line(1))
  }

  @Test func missingFile() throws {
    let error = try #require(throws: DataFileError.self) {
      _ = try CameraTrace.read(path: "/nowhere/trace.jsonl")
    }
    #expect(error.problem == .unreadable(reason: "No such file or directory"))
  }
}
