import Foundation
import Gate
import Harness
import ScenarioModel
import Support
import TestSupport
import Testing

/// Runs that are made by hand, one a day.
private enum HistoryRun {
  static let time = Metric(
    "frame-time-p50", .nanoseconds, .measured, .lowerIsBetter, "The time of a frame.")

  /// - Parameters:
  ///   - commit: the commit of the run; `nil` for one of its own.
  static func line(
    day: Int, commit: String? = nil, views: Double = 5, kept: Double = 1, time: Double? = nil,
    processor: String = "a processor", environment: String = "w"
  ) throws -> HistoryLine {
    var metrics: [MetricResult] = [
      .exact(.viewsCreated, views), .exact(.pinCoverage, kept),
      .exact(.viewsReused, Double(day)),
    ]
    if let time { metrics.append(try .samples(Self.time, [time, time])) }
    let run = RunResults.made(
      [.made("naive", metrics), .made("broken", status: .crashed, metrics)],
      environment: environment, provenance: .made(processor: processor, commit: "day-\(day)"))
    return try HistoryLine(
      of: run, time: Date(timeIntervalSince1970: 1.7e9 + 86_400 * Double(day)), commit: commit)
  }
}

@Suite struct HistorySeriesTests {
  private static func series(_ metric: String, _ lines: [HistoryLine]) -> [HistorySeries] {
    HistorySeries.all(of: lines).filter { $0.metric.name == metric }
  }

  @Test func anExactNumberChangesWhereItDiffers() throws {
    let lines = try [5.0, 5, 6, 6, 6, 4].enumerated().map {
      try HistoryRun.line(day: 10 - $0, commit: "day-\($0)", views: $1)
    }
    // Times say nothing of the order: those of unpacked files are any.
    let series = try #require(Self.series("views-created", lines).first)
    #expect(series.name == "s 10 naive" && series.machine == "")
    #expect(series.levels.map(\.value) == [5, 6, 4] && series.levels.map(\.runs) == [2, 3, 1])
    #expect(series.levels.map { series.points[$0.start].commit } == ["day-0", "day-2", "day-5"])
    #expect(series.worsening == 0)
    let worse = try #require(Self.series("views-created", lines.dropLast()).first)
    #expect(abs(worse.worsening - 0.2) < 1e-12)
    // Without a good direction, and in a case that broke, there is nothing to find.
    #expect(HistorySeries.all(of: lines).map(\.metric.name) == ["views-created", "pin-coverage"])
    let one = HistorySeries.all(of: Array(lines.prefix(1)))
    #expect(one.allSatisfy { $0.levels.isEmpty })
  }

  @Test func machinesAreApart() throws {
    let lines = try (0..<24).map { day in
      let isFast = day.isMultiple(of: 2)
      return try HistoryRun.line(
        day: day, time: isFast ? 1_000 : 2_000, processor: isFast ? "fast" : "slow")
    }
    let times = Self.series("frame-time-p50", lines)
    #expect(times.map(\.points.count) == [12, 12] && times.allSatisfy { $0.levels.count == 1 })
    #expect(times.map { $0.machine.prefix(4) } == ["fast", "slow"])
    // Exact numbers are the same on both.
    #expect(Self.series("views-created", lines).map(\.points.count) == [24])
  }

  @Test func aMachineThatComesLaterIsAtItsCommit() throws {
    let commits = [("a", 5.0), ("b", 5), ("c", 6), ("d", 6)]
    let lines = try (commits + commits).enumerated().map { day, run in
      try HistoryRun.line(
        day: day, commit: run.0, views: run.1, processor: day < 4 ? "fast" : "slow")
    }
    let series = try #require(Self.series("views-created", lines).first)
    #expect(series.points.map(\.commit) == ["a", "a", "b", "b", "c", "c", "d", "d"])
    #expect(series.levels.map(\.value) == [5, 6])
  }

  @Test func anotherEnvironmentIsAnotherSeries() throws {
    let lines = try (0..<4).map {
      try HistoryRun.line(day: $0, views: $0 < 2 ? 5 : 50, environment: $0 < 2 ? "w" : "x")
    }
    let series = Self.series("views-created", lines)
    #expect(series.count == 2 && series.allSatisfy { !$0.isChanged })
  }

  @Test func aCommitIsThatOfTheOptionAndShort() throws {
    let commit = String(repeating: "0123456789", count: 4)
    #expect(try HistoryRun.line(day: 1, commit: commit).commit == "012345678901")
    #expect(try HistoryRun.line(day: 1).commit == "day-1")
  }

  @Test func theWorstComesFirst() throws {
    let lines = try (0..<2).map {
      try HistoryRun.line(day: $0, views: $0 == 0 ? 10 : 11, kept: $0 == 0 ? 1 : 0.5)
    }
    let series = HistorySeries.all(of: lines)
    #expect(series.map(\.metric.name) == ["pin-coverage", "views-created"])
    #expect(series.map(\.worsening) == [0.5, 0.1])
  }

  /// The history has the numbers of a gate's head, not those of its base.
  @Test func aGateHasItsHeadsNumbers() throws {
    func results(
      _ status: CaseComparison.Status, _ completion: ComparisonResults.Completion = .finished
    ) throws -> ComparisonResults {
      let verdict = try MetricVerdict.made(.viewsCreated, 5, 6)
      return .made(
        [CaseComparison(scenarioCase: .made(), status: status, metrics: [verdict])],
        kind: .programs, completion: completion, headProvenance: .made())
    }
    let line = try HistoryLine(of: results(.compared), time: Date(), commit: nil)
    #expect(line.cases == ["s 10 naive": ["views-created": 6]] && line.commit == "abc")
    for other in try [
      results(.sameProgram), results(.broken(why: "x")), results(.compared, .failed(reason: "x")),
      results(.compared, .unfinished(open: "x")),
    ] {
      #expect(throws: FinishedRunError.self) {
        try HistoryLine(of: other, time: Date(), commit: nil)
      }
    }
  }
}

@Suite struct HistoryFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("history.jsonl") }

  init() throws { folder = try TemporaryFolder() }

  @Test func whatIsAddedIsRead() throws {
    let lines = try (0..<3).map { try HistoryRun.line(day: $0, time: 1.5) }
    #expect(try HistoryFile(path: path).lines == [])
    for line in lines { try HistoryFile.add(line, to: path) }
    let file = try HistoryFile(path: path)
    #expect(file.lines == lines && file.warnings == [])
    #expect(try folder.read("history.jsonl").split(separator: "\n").count == 3)
  }

  @Test func aRunIsAddedOnce() throws {
    try HistoryFile.add(HistoryRun.line(day: 1, commit: "a"), to: path)
    let before = try folder.read("history.jsonl")
    let error = #expect(throws: FinishedRunError.self) {
      try HistoryFile.add(HistoryRun.line(day: 1, commit: "a", views: 7), to: path)
    }
    #expect(error?.description.contains("has this run already") == true)
    #expect(try folder.read("history.jsonl") == before)
    // Another commit is another run.
    try HistoryFile.add(HistoryRun.line(day: 1, commit: "b"), to: path)
  }

  /// A process that was interrupted leaves a part of a line.
  @Test func aDamagedLineIsNamedAndLeftAlone() throws {
    let lines = try (0..<2).map { try HistoryRun.line(day: $0) }
    try HistoryFile.add(lines[0], to: path)
    let whole = try folder.read("history.jsonl")
    try folder.write(whole + whole.prefix(whole.count / 2), to: "history.jsonl")
    #expect(try HistoryFile(path: path).lines == [lines[0]])
    try HistoryFile.add(lines[1], to: path)
    let file = try HistoryFile(path: path)
    #expect(file.lines == lines && file.warnings.count == 1)
    #expect(file.warnings.first?.hasPrefix("line 2 of \(path) is not a run and is skipped") == true)
  }

  @Test func aLineOfAnotherVersionIsNamed() throws {
    try HistoryFile.add(HistoryRun.line(day: 1), to: path)
    let text = try folder.read("history.jsonl")
    try folder.write(text.replacing("\"version\":1", with: "\"version\":2"), to: "history.jsonl")
    let file = try HistoryFile(path: path)
    #expect(file.lines == [])
    #expect(file.warnings.first?.contains("version has an unknown value") == true)
  }

  @Test func whatIsNoFileIsAnError() throws {
    #expect(throws: FinishedRunError.self) { try HistoryFile(path: folder.path) }
    for path in [folder.path, folder.file("none/history.jsonl")] {
      #expect(throws: FinishedRunError.self) {
        try HistoryFile.add(HistoryRun.line(day: 1), to: path)
      }
    }
  }

  @Test func aFileThatStaysLockedIsNamed() throws {
    let lock = try LockedFile(path: path)
    let error = #expect(throws: FinishedRunError.self) {
      try HistoryFile.add(HistoryRun.line(day: 1), to: path, waiting: .zero)
    }
    #expect(error?.description.contains("another process has it locked") == true)
    withExtendedLifetime(lock) {}
    #expect(try HistoryFile(path: path).lines == [])
  }

  @Test func parallelAddsLoseNothing() async throws {
    let lines = try (0..<24).map { try HistoryRun.line(day: $0) }
    try await withThrowingTaskGroup { [path] group in
      for line in lines { group.addTask { try HistoryFile.add(line, to: path) } }
      try await group.waitForAll()
    }
    let file = try HistoryFile(path: path)
    #expect(Set(file.lines) == Set(lines) && file.lines.count == 24 && file.warnings == [])
  }
}

@Suite struct ReleaseTagTests {
  @Test func aReleaseIsATag() async throws {
    let folder = try TemporaryFolder()
    for (name, tag) in [("one", "v1.9"), ("two", "v1.10"), ("three", "other")] {
      try folder.write("text", to: name)
      try folder.commitAll()
      try folder.git("tag", tag)
    }
    #expect(try await ReleaseTag.find("latest", in: folder.path) == "v1.10")
    #expect(try await ReleaseTag.find("v1.9", in: folder.path) == "v1.9")
    // A tag of a commit that does not lead to this one is none of its releases.
    try folder.git("checkout", "--quiet", "v1.9")
    #expect(try await ReleaseTag.find("latest", in: folder.path) == "v1.9")
    for name in ["trunk", "HEAD", "v1", "v1*", "--all"] {
      let error = await #expect(throws: BaseBuildError.self) {
        try await ReleaseTag.find(name, in: folder.path)
      }
      #expect(error?.description.contains("'\(name)'; the newest tags are: ") == true)
      #expect(error?.isMissingBase == true)
    }
  }
}
