import AnnotationFamilies
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Every mistake in a scenario of the annotation-updates family is found where it stands, and
/// nothing is run.
@Suite struct AnnotationUpdateMistakeTests {
  private static func text(replacing key: String? = nil, by line: String? = nil) -> String {
    let lines: [(key: String, text: String)] = [
      ("scenario", "scenario: sample"),
      ("title", "title: A sample"),
      ("family", "family: annotation-updates"),
      ("data", "data: { generator: cities, pins: 100, seed: 42 }"),
      (
        "device",
        "device: { viewport: [200, 400], scale: 1, refresh: 60, profile: iphone-simulator }"
      ),
      ("camera", "camera: { trace: fling, frames: 60, seed: 7 }"),
      (
        "changes",
        "changes: { location: 1, moving: { pins: 10, rate: 10 }, "
          + "refresh: { every: 5, churn: 0.01 }, taps: 0.5, seed: 1 }"
      ),
      ("naive", "naive: deltas"),
      ("strategies", "strategies: [deltas, difference-by-id]"),
    ]
    return lines.compactMap { $0.key == key ? line : $0.text }.joined(separator: "\n") + "\n"
  }

  private static func scenario(_ text: String) throws(InputError) -> Scenario {
    try Scenario(
      yaml: text, file: "sample.yaml", families: FamilyRegistry([AnnotationUpdatesFamily()]))
  }

  @Test func theTextWithoutAMistakeIsRead() throws {
    let scenario = try Self.scenario(Self.text())
    #expect(scenario.sizes == [100])
    try scenario.workload.check(sizes: [10, 100])
    #expect(scenario.workload.seeds.map(\.seed) == [42, 7, 1])
    #expect(
      scenario.workload.facts.first { $0.name == "changes" }?.value
        == "unrelated state 1.0 times a second, 10 pins move 10.0 times a second, every 5.0 s "
        + "1.0 % of the pins are replaced, 0.5 taps a second, seed 1")
    let still = try Self.scenario(Self.text(replacing: "changes", by: nil))
    #expect(
      still.workload.facts.first { $0.name == "changes" }?.value == "nothing but the camera")
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    /// With a `§` at the mistake.
    let line: String
    let problem: InputError.Problem

    var testDescription: String { line }
  }

  @Test(arguments: mistakes)
  func mistake(_ mistake: Mistake) {
    let key = mistake.line.filter { $0 != "§" }.prefix { $0 != ":" }
    let marked = MarkedText(Self.text(replacing: String(key), by: mistake.line))
    do {
      _ = try Self.scenario(marked.text)
      Issue.record("the mistake was not noticed")
    } catch {
      #expect(error.problem == mistake.problem)
      #expect(
        error.location == .init(file: "sample.yaml", line: marked.line, column: marked.column))
    }
  }

  @Test(arguments: ["data", "device", "camera"])
  func aKeyThatMustBeThere(key: String) {
    #expect {
      try Self.scenario(Self.text(replacing: key, by: nil))
    } throws: { ($0 as? InputError)?.problem == .missingKey(key, in: "the file") }
  }

  private static let rate = "a number from 0.01 to 240.0"

  private static let mistakes: [Mistake] = [
    Mistake(
      line: "changes: { §gps: 1 }",
      problem: .unknownKey(
        "gps", in: "changes", known: ["location", "moving", "refresh", "taps", "seed"])),
    Mistake(
      line: "changes: §often",
      problem: .wrongType(of: "changes", expected: "a mapping of keys", found: "'often'")),
    Mistake(
      line: "changes: { location: §0 }",
      problem: .invalidValue(of: "location", expected: rate, found: "'0'")),
    Mistake(
      line: "changes: { taps: §241 }",
      problem: .invalidValue(of: "taps", expected: rate, found: "'241'")),
    Mistake(
      line: "changes: { moving: §{ pins: 5 } }", problem: .missingKey("rate", in: "moving")),
    Mistake(
      line: "changes: { moving: { pins: §0, rate: 1 } }",
      problem: .invalidValue(
        of: "pins", expected: "a whole number from 1 to 10000000", found: "'0'")),
    Mistake(
      line: "changes: { moving: { pins: 5, rate: §-1 } }",
      problem: .invalidValue(of: "rate", expected: rate, found: "'-1'")),
    Mistake(
      line: "changes: { refresh: §{ every: 5 } }", problem: .missingKey("churn", in: "refresh")),
    Mistake(
      line: "changes: { refresh: { every: §0, churn: 0 } }",
      problem: .invalidValue(
        of: "every", expected: "a number from 0.01 to 3600.0", found: "'0'")),
    Mistake(
      line: "changes: { refresh: { every: 1, churn: §1.1 } }",
      problem: .invalidValue(of: "churn", expected: "a number from 0.0 to 1.0", found: "'1.1'")),
    Mistake(
      line: "changes: { seed: §-1 }",
      problem: .invalidValue(
        of: "seed", expected: "a whole number of at least 0", found: "'-1'")),
    Mistake(
      line: "strategies: [deltas, §delta]",
      problem: .unknownName(
        "delta", what: "strategy in the family annotation-updates",
        known: AnnotationUpdatesFamily().strategies.map(\.name))),
  ]

  @Test func morePinsCannotMoveThanThereAre() throws {
    let workload = try Self.scenario(Self.text()).workload
    #expect(throws: WorkloadError.tooManyMovingPins(size: 9, moving: 10)) {
      try workload.check(sizes: [100, 9])
    }
    #expect(
      WorkloadError.tooManyMovingPins(size: 9, moving: 10).description
        == "changes: expected at most 9 moving pins for the size 9, found 10; lower 'pins' of "
        + "'moving' or raise 'sizes'")
  }

  /// Every replaced pin had a number, which is kept.
  @Test func theDataIsNotLoadedAgainTooOften() throws {
    let workload = try Self.scenario(
      Self.text(
        replacing: "changes", by: "changes: { refresh: { every: 0.01, churn: 1 } }")
    ).workload
    // 60 frames are a second, with 100 refreshes of the data.
    try workload.check(sizes: [10, 1_000_000])
    let error = WorkloadError.tooManyReloadedPins(
      size: 1_000_001, refreshes: 100, greatest: 100_000_000)
    #expect(throws: error) { try workload.check(sizes: [10, 1_000_001]) }
    #expect(
      error.description
        == "changes: expected at most 99 refreshes of the data for the size 1000001, found 100; "
        + "raise 'every' of 'refresh', or lower 'sizes' or 'frames'")
    let still = try Self.scenario(Self.text(replacing: "changes", by: nil)).workload
    try still.check(sizes: [10_000_000])
  }
}
