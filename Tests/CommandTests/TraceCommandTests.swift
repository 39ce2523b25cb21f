import Foundation
import TestSupport
import Testing

/// `trace`, which starts no process.
@Suite struct TraceCommandTests {
  private static func line(_ time: Double, longitude: Double, span: Double = 1) -> String {
    "{\"time\": \(time), \"center\": {\"latitude\": 0, \"longitude\": \(longitude)}, "
      + "\"span\": {\"latitudeDelta\": \(2 * span), \"longitudeDelta\": \(span)}}\n"
  }

  private func inspect(_ lines: String) async throws -> JSONValue {
    let folder = try TemporaryFolder()
    try folder.write(lines, to: "trace.jsonl")
    return try await folder.call("trace inspect trace.jsonl --json").expect(0).json()
  }

  @Test func movementsAreDistinguished() async throws {
    var lines = ""
    // Half a second of rest, a pan of 2 degrees in half a second, rest, two zoom levels, rest.
    for frame in 0..<150 {
      let time = Double(frame) / 60
      let pan = min(max(Double(frame) - 30, 0), 30) / 30
      let zoom = min(max(Double(frame) - 90, 0), 30) / 30
      lines += Self.line(time, longitude: 10 + 2 * pan, span: exp2(-2 * zoom))
    }
    let found = try await inspect(lines)
    #expect(found.frames == 150)
    #expect(found.rate.isNear(60, within: 0.01))
    #expect(found.movements.list.map { $0.kind } == ["pan", "zoom in"])
    #expect(found.movements[0].seconds.isNear(0.5, within: 0.001))
    #expect(found.movements[0].screens.isNear(2, within: 0.01))
    #expect(found.movements[1].zoomLevels.isNear(2, within: 0.01))
    #expect(found.faults == [] && found.spans180thMeridian == false)
  }

  @Test func gapsAndJumpsHaveTheirFrames() async throws {
    var lines = ""
    for frame in 0..<60 {
      // One second without a frame before the 21st, and five screens at once at the 41st.
      let time = Double(frame) / 60 + (frame >= 20 ? 1 : 0)
      lines += Self.line(time, longitude: frame >= 40 ? 5 : 0)
    }
    let found = try await inspect(lines)
    #expect(found.faults.list.map { $0.kind } == ["gap", "jump"])
    #expect(found.faults.list.map { $0.frame } == [21, 41])
    #expect(found.faults[0].extent.isNear(1.0167, within: 0.001))
    #expect(found.faults[1].extent.isNear(5, within: 0.01))
  }

  /// A drag over the 180th meridian crosses one screen, and not the whole globe, however the
  /// recording counts its degrees.
  @Test(arguments: [false, true]) func aTraceGoesOver180Degrees(countsOn: Bool) async throws {
    var lines = ""
    for frame in 0...30 {
      let longitude = 179.5 + Double(frame) / 30
      lines += Self.line(
        Double(frame) / 60, longitude: !countsOn && longitude > 180 ? longitude - 360 : longitude)
    }
    let found = try await inspect(lines)
    #expect(found.spans180thMeridian == true && found.faults == [])
    #expect(found.movements.list.count == 1)
    #expect(found.movements[0].screens.isNear(1, within: 0.01))
  }

  @Test func aTraceIsGenerated() async throws {
    let folder = try TemporaryFolder()
    try folder.write("lat,lon\n48.1,11.5\n48.2,11.6\n48.3,11.4\n", to: "stores.csv")
    let made = try await folder.call("trace synthesize trace.jsonl --data stores.csv --seconds 3")
      .expect(0)
    #expect(made.output == "trace.jsonl: 180 frames\n")
    let text = try await folder.call("trace inspect trace.jsonl")
    #expect(text.output.hasPrefix("trace.jsonl: 180 frames in 2.98 s, 60.0 a second; zoom "))
    try await folder.call("trace synthesize trace.jsonl").expect(
      1, errors: "expected no file at trace.jsonl")
  }

  @Test(.blocking, .exhaustive) func aGeneratedTraceIsReplayed() throws {
    let folder = try TemporaryFolder()
    try folder.write("lat,lon\n48.1,11.5\n48.2,11.6\n48.3,11.4\n", to: "stores.csv")
    for command in [
      ["trace", "synthesize", "trace.jsonl", "--data", "stores.csv", "--seconds", "3"],
      ["try", "stores.csv", "--camera", "trace.jsonl", "--trials", "1", "--no-draws"],
    ] { try folder.run(command).expect(0) }
  }

  @Test func aBrokenLineIsNamed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.line(0, longitude: 0) + Self.line(0, longitude: 1), to: "trace.jsonl")
    try await folder.call("trace inspect trace.jsonl").expect(
      1, errors: "trace.jsonl, line 2: expected a time after 0.0 s")
  }
}
