import Foundation
import TestSupport
import Testing

/// `trace`, which starts no process.
@Suite struct TraceCommandTests {
  private struct Found: Decodable {
    struct Movement: Decodable {
      let kind: String
      let seconds: Double
      let screens: Double
      let zoomLevels: Double
    }

    struct Fault: Decodable {
      let kind: String
      let frame: Int
      let extent: Double
    }

    let frames: Int
    let rate: Double
    let movements: [Movement]
    let faults: [Fault]
    let spans180thMeridian: Bool
  }

  private static func line(_ time: Double, longitude: Double, span: Double = 1) -> String {
    "{\"time\": \(time), \"center\": {\"latitude\": 0, \"longitude\": \(longitude)}, "
      + "\"span\": {\"latitudeDelta\": \(2 * span), \"longitudeDelta\": \(span)}}\n"
  }

  private func inspect(_ lines: String) async throws -> Found {
    let folder = try TemporaryFolder()
    try folder.write(lines, to: "trace.jsonl")
    let outcome = try await Tool.call(
      ["trace", "inspect", "trace.jsonl", "--json"], in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Found.self, from: Data(outcome.output.utf8))
  }

  @Test func movementsAreToldApart() async throws {
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
    #expect(abs(found.rate - 60) < 0.01)
    #expect(found.movements.map(\.kind) == ["pan", "zoom in"])
    #expect(abs(found.movements[0].seconds - 0.5) < 0.001)
    #expect(abs(found.movements[0].screens - 2) < 0.01)
    #expect(abs(found.movements[1].zoomLevels - 2) < 0.01)
    #expect(found.faults.isEmpty)
    #expect(!found.spans180thMeridian)
  }

  @Test func gapsAndJumpsHaveTheirFrames() async throws {
    var lines = ""
    for frame in 0..<60 {
      // One second without a frame before the 21st, and five screens at once at the 41st.
      let time = Double(frame) / 60 + (frame >= 20 ? 1 : 0)
      lines += Self.line(time, longitude: frame >= 40 ? 5 : 0)
    }
    let found = try await inspect(lines)
    #expect(found.faults.map(\.kind) == ["gap", "jump"])
    #expect(found.faults.map(\.frame) == [21, 41])
    #expect(abs(found.faults[0].extent - 1.0167) < 0.001)
    #expect(abs(found.faults[1].extent - 5) < 0.01)
  }

  /// A drag over the 180th meridian is a way of one screen, and not one around the world, however the
  /// recording counts its degrees.
  @Test(arguments: [false, true])
  func aTraceGoesOver180Degrees(countsOn: Bool) async throws {
    var lines = ""
    for frame in 0...30 {
      let longitude = 179.5 + Double(frame) / 30
      lines += Self.line(
        Double(frame) / 60, longitude: !countsOn && longitude > 180 ? longitude - 360 : longitude)
    }
    let found = try await inspect(lines)
    #expect(found.spans180thMeridian)
    #expect(found.faults.isEmpty)
    #expect(found.movements.count == 1)
    #expect(abs(found.movements[0].screens - 1) < 0.01)
  }

  @Test func aTraceIsGenerated() async throws {
    let folder = try TemporaryFolder()
    try folder.write("lat,lon\n48.1,11.5\n48.2,11.6\n48.3,11.4\n", to: "stores.csv")
    let made = try await Tool.call(
      ["trace", "synthesize", "trace.jsonl", "--data", "stores.csv", "--seconds", "3"], in: folder)
    #expect(made.code == 0, "\(made.errors)")
    #expect(made.output == "trace.jsonl: 180 frames\n")
    let text = try await Tool.call(["trace", "inspect", "trace.jsonl"], in: folder)
    #expect(text.output.hasPrefix("trace.jsonl: 180 frames in 2.98 s, 60.0 a second; zoom "))
    let again = try await Tool.call(["trace", "synthesize", "trace.jsonl"], in: folder)
    #expect(again.code == 1)
    #expect(again.errors.contains("expected no file at trace.jsonl"))
  }

  @Test(.blocking, .exhaustive) func aGeneratedTraceIsReplayed() throws {
    let folder = try TemporaryFolder()
    try folder.write("lat,lon\n48.1,11.5\n48.2,11.6\n48.3,11.4\n", to: "stores.csv")
    for command in [
      ["trace", "synthesize", "trace.jsonl", "--data", "stores.csv", "--seconds", "3"],
      ["try", "stores.csv", "--camera", "trace.jsonl", "--trials", "1"],
    ] {
      let outcome = try Tool.mappressure.run(command, in: folder)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
  }

  @Test func aBrokenLineIsNamed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Self.line(0, longitude: 0) + Self.line(0, longitude: 1), to: "trace.jsonl")
    let outcome = try await Tool.call(["trace", "inspect", "trace.jsonl"], in: folder)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("trace.jsonl, line 2: expected a time after 0.0 s"))
  }
}
