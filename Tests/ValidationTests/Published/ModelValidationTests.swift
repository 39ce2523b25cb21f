import Families
import Foundation
import Platform
import Reporting
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing
import Validation

@Suite struct ErrorFactorTests {
  @Test(
    arguments: [(10, 5, 2), (5, 10, 2), (7, 7, 1), (8, 57, 7.125), (1e-9, 1e9, 1e18)]
      as [(Double, Double, Double)])
  func theLargerIsDividedByTheSmaller(modelled: Double, measured: Double, expected: Double) throws {
    let factor = try #require(
      ValidationRowResult.errorFactor(modelled: modelled, measured: measured))
    #expect(abs(factor / expected - 1) < 1e-12)
  }

  @Test func aValueThatIsNotPositiveHasNoRatio() {
    #expect(ValidationRowResult.errorFactor(modelled: 0, measured: 5) == nil)
    #expect(ValidationRowResult.errorFactor(modelled: -1, measured: 5) == nil)
    #expect(ValidationRowResult.errorFactor(modelled: 5, measured: 0) == nil)
    #expect(ValidationRowResult.errorFactor(modelled: .nan, measured: 5) == nil)
  }

  @Test func theMeanOfFactorsIsGeometric() throws {
    #expect(ErrorSummary.geometricMean([]) == nil)
    #expect(try abs(#require(ErrorSummary.geometricMean([2, 8])) - 4) < 1e-12)
    #expect(try abs(#require(ErrorSummary.geometricMean([1, 10, 100])) - 10) < 1e-12)
  }
}

@Suite struct PublishedBenchmarkTests {
  private static let families = FamilyRegistry.validating(.standard)

  private func benchmark(_ more: String, rows: [String]) throws(InputError) -> PublishedBenchmark {
    try PublishedBenchmark(
      yaml: """
        benchmark: small
        title: A title
        source: "a page"
        \(more)
        validation:
        \(rows.map { "  - \($0)" }.joined(separator: "\n"))
        recordings: 3
        """, file: "small.yaml", families: Self.families)
  }

  private static let rest = "figure: x, firmness: firm"

  private static let replayed = """
    family: annotations
    data: { generator: city, pins: 20, seed: 1 }
    device: { viewport: [100, 200], scale: 1, refresh: 60, profile: iphone-simulator }
    camera: { trace: world, frames: 30, seed: 1 }
    strategy: all-pins
    sizes: [20]
    """

  private func results(
    _ more: String, sets: [String] = ["iphone-simulator"], rows: [String]
  ) async throws -> ValidationResults {
    try await results(benchmark(more, rows: rows), sets: sets)
  }

  private func results(
    _ benchmark: PublishedBenchmark, sets: [String]
  ) async throws -> ValidationResults {
    let folder = try TemporaryFolder()
    return try await ModelValidation(
      benchmarks: [benchmark],
      sets: try sets.map { try #require(try ParameterSet(builtIn: $0)) }
    ).run(folder: folder.path)
  }

  @Test func statedOperationsCostWhatTheProfileSays() async throws {
    let rows = try await results(
      Self.onSimulator, sets: ["iphone-simulator", "slow-device"],
      rows: [
        "{ label: adds, operations: { annotations-added: 100 }, measured: 300 us, \(Self.rest) }",
        "{ label: both, operations: { annotations-added: 2, pins-grouped: 10 }, measured: 25 us, \(Self.rest) }",
      ]
    ).sets
    #expect(rows[0].rows.map(\.modelled) == [.number(150_000), .number(25_000)])
    #expect(rows[0].rows.map(\.errorFactor) == [2, 1])
    #expect(rows[1].rows[0].modelled == .number(600_000))
    // No row was measured on the slow device.
    #expect(rows.map(\.ownDeviceErrors.count) == [2, 0])
    #expect(rows.map(\.allErrors.count) == [2, 2])
  }

  @Test func aReplayHasTheMetricsOfARun() async throws {
    let results = try await results(
      Self.replayed,
      rows: [
        "{ label: added, metric: annotations-inserted, measured: 10, figure: x, firmness: firm }",
        "{ label: memory, metric: modelled-footprint, less: [app-base-memory], measured: 50 MB, low: 40 MB, high: 200 MB, \(Self.rest) }",
      ])
    let rows = results.sets[0].rows
    #expect(rows[0].modelled == .number(20))
    #expect(rows[0].errorFactor == 2)
    // A count of what happened is no cost.
    #expect(rows.map(\.isCounted) == [false, true])
    let footprint = try #require(rows[1].modelled.number)
    #expect((100e6...102e6).contains(footprint))
    #expect(rows[1].isWithinSpread == true && rows[0].isWithinSpread == nil)
    #expect(results.ownDeviceErrors.count == 1)
    #expect(results.ownDeviceErrors.worst?.label == "memory")
  }

  /// Figures of another project are apart, by their group, and a bound is kept or broken.
  @Test func figuresOfOthersAreApart() async throws {
    let results = try await results(
      Self.onSimulator + "\nothers: times",
      rows: [
        "{ label: given, operations: { annotations-added: 100 }, measured: 300 us, figure: a, firmness: noisy }",
        "{ label: least, operations: { annotations-added: 100 }, at-least: 100 us, figure: a, firmness: noisy }",
        "{ label: more, operations: { annotations-added: 100 }, at-least: 1 s, figure: a, firmness: noisy }",
      ])
    let rows = results.sets[0].rows
    #expect(rows.map(\.use) == [.others, .others, .others] && rows[0].group == "times")
    #expect(rows.map(\.isCounted) == [false, false, false])
    #expect(rows.map(\.isWithinSpread) == [nil, true, false])
    #expect(ErrorSummary(rows, of: .others).geometricMean == 2)
    let text = ValidationReport.document(results).text
    #expect(text.contains("| times | 1 | 2.00 x | 2.00 x | 1 of 2 | 0 |"), "\(text)")
    #expect(text.contains("at least 1.00 s") && text.contains("No figure counts"))
  }

  @Test func aFigureThatSetAParameterDoesNotCount() async throws {
    let sets = try await results(
      Self.onSimulator,
      sets: ["iphone-simulator", "slow-device", "partly-measured-phone"],
      rows: [
        "{ label: set, operations: { annotations-added: 100 }, measured: 300 us, \(Self.rest), sets: [add-annotation] }",
        "{ label: floor, operations: { view-for-calls: 1 }, measured: 10 us, \(Self.rest), sets: [map-hitch-floor] }",
      ]
    ).sets
    #expect(sets[0].rows.map(\.fitted) == [["add-annotation"], ["map-hitch-floor"]])
    // Four times a fitted value is fitted, too; a value from a phone is another one.
    #expect(sets[1].rows.map(\.fitted) == [["add-annotation"], ["map-hitch-floor"]])
    #expect(sets[2].rows.map(\.fitted) == [["add-annotation"], []])
    #expect(sets[0].ownDeviceErrors.geometricMean == nil)
  }

  @Test func aFigureWithoutACounterpartHasItsReason() async throws {
    let row = try await results(
      Self.onSimulator,
      rows: ["{ label: turn, cannot: the map does not turn, figure: 30 ms/s, firmness: noisy }"]
    ).sets[0].rows[0]
    #expect(row.modelled == .notAvailable(reason: "the map does not turn"))
    #expect(row.errorFactor == nil && !row.isCounted)
  }

  @Test func aFigureOfTwoRecordingsIsForFitting() async throws {
    func ratio(_ label: String, _ measured: Double, _ more: String) -> String {
      "{ label: \(label), metric: hitch-time-ratio, measured: \(measured), \(Self.rest), \(more) }"
    }
    let set = try #require(
      try await results(
        Self.replayed,
        rows: [
          ratio("once", 4, "recordings: 1"), ratio("twice", 16, "recordings: 2"),
          ratio("often", 32, "recordings: 3"), ratio("set", 5, "sets: [map-hitch-floor]"),
        ]
      ).sets.first)
    #expect(set.rows.map(\.use) == [.fit, .fit, .counts, .fit])
    #expect(set.rows.map(\.isCounted) == [false, false, true, false])
    // The median of 4, 5 and 16: what set a parameter helps to find the constant, too.
    let counted = set.errors(of: .millisecondsPerSecond, for: .counts)
    #expect(counted.constantValue == 5)
    #expect(counted.count == 1)
    #expect(try abs(#require(counted.constant) - 6.4) < 1e-9)
    #expect(try abs(#require(counted.floor) - 32 / set.hitchFloor) < 1e-9)
    #expect(try abs(#require(counted.model) - #require(set.rows[2].errorFactor)) < 1e-9)
    // The one that set a parameter does not test the model.
    #expect(set.errors(of: .millisecondsPerSecond, for: .fit).count == 2)
    // Without a footprint that counts there is no error of the whole model.
    #expect(set.modelError == nil)
  }

  @Test func anUpperBoundIsKeptOrBroken() async throws {
    let results = try await results(
      Self.replayed,
      rows: [
        "{ label: wide, metric: modelled-frame-time-max, at-most: 10 s, \(Self.rest) }",
        "{ label: tight, metric: modelled-frame-time-max, at-most: 1 ns, \(Self.rest) }",
      ])
    #expect(results.sets[0].rows.map(\.isBound) == [true, true])
    #expect(results.sets[0].rows.map(\.isWithinSpread) == [true, false])
    #expect(results.ownDeviceErrors.count == 0)
    let text = ValidationReport.document(results).text
    #expect(text.contains("at most 10.0 s"))
    #expect(text.contains("no: a bound that the model keeps"))
    #expect(text.contains("no: a bound that the model breaks"))
  }

  @Test func theSameReplaysGiveTheSameResults() async throws {
    let benchmark = try benchmark(
      Self.replayed.replacing("city, pins: 20", with: "city, pins: 500").replacing(
        "[20]", with: "[500]"),
      rows: [
        "{ label: a, metric: hitch-time-ratio, measured: 10, figure: x, firmness: firm }",
        "{ label: b, metric: modelled-frame-time-max, strategy: native-clusters, measured: 10 ms, \(Self.rest) }",
      ])
    let first = try await results(benchmark, sets: PlatformProfile.builtInNames)
    #expect(first == (try await results(benchmark, sets: PlatformProfile.builtInNames)))
  }

  private static let row =
    "{ label: a, metric: hitch-time-ratio, measured: 10, figure: x, firmness: firm }"
  private static let operationsRow = "{ label: a, figure: x, operations: { annotations-added: 1 } }"
  private static let onSimulator = "measured-on: iphone-simulator"

  /// A text that is replaced in a benchmark with a replay or in one without, the place of the mistake,
  /// and the advice.
  @Test(arguments: [
    (true, "hitch-time-ratio", "hitch-time", "11:25", "known: "),
    (true, "hitch-time-ratio", "frame-time-p99", "11:25", "modelled"),
    (true, "measured: 10", "measured: 0", "11:53", "above 0"),
    (true, "measured: 10", "measured: 10 ms", "11:53", "ms/s"),
    (true, "measured: 10", "measured: 10, low: 11", "11:62", "at most"),
    (true, "measured: 10", "measured: 10, high: 9", "11:63", "at least"),
    (true, "firm }", "solid }", "11:78", "solid"),
    (true, "firm }", "firm, sets: [add-annotations] }", "11:91", "'add-annotation'"),
    (true, "measured", "mesured", "11:43", "'measured'"),
    (true, "metric:", "size: 30, metric:", "11:23", "sizes: 20"),
    (true, "metric:", "cannot: no, metric:", "11:37", "one of"),
    (true, "firm }", "firm, recordings: 0 }", "11:96", "from 1"),
    (true, "measured: 10", "measured: 10, at-most: 11", "11:53", "'at-most'"),
    (true, "measured: 10", "at-most: 0", "11:52", "above 0"),
    (true, "all-pins", "all-pin", "8:11", "'all-pins'"),
    (true, "iphone-simulator", "iphone", "6:65", "'iphone'"),
    (true, "annotations", "annotation", "4:9", "'annotations'"),
    (false, "iphone-simulator", "iphone", "4:14", "profile 'iphone'"),
    (false, "annotations", "annotation", "6:42", "'annotations-added'"),
    (false, "1", "0", "6:61", "from 1"), (false, operationsRow, row, "6:25", "'operations'"),
  ]) func aMistakeHasItsPlaceAndAdvice(
    isReplayed: Bool, text: String, wrong: String, place: String, advice: String
  ) throws {
    let (more, row) =
      isReplayed ? (Self.replayed, Self.row) : (Self.onSimulator, Self.operationsRow)
    let error = try #require(throws: InputError.self) {
      try benchmark(more.replacing(text, with: wrong), rows: [row.replacing(text, with: wrong)])
    }
    #expect("\(error)".hasPrefix("small.yaml:\(place): error: "), "\(error)")
    #expect("\(error)".contains(advice), "\(error)")
  }

  /// The name of the profile is replaced in the text for each parameter set.
  @Test(arguments: [
    ("\n", "iphone-simulator"), ("\r\n", "iphone-simulator"), ("\n", "\"iphone-simulator\""),
    ("\n", "'iphone-simulator'"),
  ]) func theProfileIsReplacedWhateverItsForm(_ lineEnd: String, _ name: String) async throws {
    let benchmark = try PublishedBenchmark(
      yaml: """
        benchmark: small
        title: "a title: é"
        source: "a page"
        \(Self.replayed.replacing("iphone-simulator", with: name))
        recordings: 3
        validation:
          - { label: b, metric: modelled-frame-time-max, measured: 10 ms, \(Self.rest) }
        """.split(separator: "\n").joined(separator: lineEnd), file: "small.yaml",
      families: Self.families)
    let rows = try await results(benchmark, sets: ["iphone-simulator", "slow-device"]).sets
      .compactMap { $0.rows.first?.modelled.number }
    #expect(rows.count == 2 && rows[0] * 3 < rows[1])
  }

  @Test func anAliasOfTheProfileIsRefused() throws {
    let error = try #require(throws: InputError.self) {
      try benchmark(
        "assumptions: &name iphone-simulator\n"
          + Self.replayed.replacing("profile: iphone-simulator", with: "profile: *name"),
        rows: [Self.row])
    }
    #expect("\(error)".contains("alias"))
  }

  @Test func labelsAreDifferent() throws {
    let error = try #require(throws: InputError.self) {
      try benchmark(Self.replayed, rows: [Self.row, Self.row])
    }
    #expect("\(error)".contains("small.yaml:12:5: error: "))
  }
}
