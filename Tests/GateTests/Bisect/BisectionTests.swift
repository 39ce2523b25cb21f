import Foundation
import Gate
import Harness
import ScenarioModel
import TestSupport
import Testing

/// A bisect with comparisons made by hand: five views in GOOD, and six from some commit on.
@Suite struct BisectionTests {
  private static let own = Case.made("naive")
  // Without summaries, which a file does not keep.
  private static let views = Metric("views-created", .count, .counted, .lowerIsBetter, "")
  private static let frames = Metric("slow-frames", .count, .counted, .lowerIsBetter, "")

  private static func start(_ count: Int, metric: String? = nil) throws -> BisectResults {
    var commits = try (1...count).map {
      try #require(BisectResults.Commit(parsing: "\($0)\u{1F}2026-11-27\u{1F}A\u{1F}Change \($0)"))
    }
    let bad = commits.removeLast()
    return BisectResults(good: "0", bad: bad, between: commits, metric: metric)
  }

  private static func comparison(views: Double, slowFrames: Double = 1) -> ComparisonResults {
    let sides = [(5.0, 1.0), (views, slowFrames)].map { views, slow in
      RunResults.made([.made("naive", [.exact(Self.views, views), .exact(frames, slow)])])
    }
    return ComparisonResults.made(CaseComparison.comparisons(of: sides[0], with: sides[1]))
  }

  /// Completes a bisect, and returns the commits in the order in which they were compared.
  private func completed(
    _ start: BisectResults, firstWorse: Int, skipped: Set<String> = []
  ) async throws -> (results: BisectResults, compared: [String]) {
    var compared: [String] = []
    var states: [BisectResults] = []
    let results = try await start.completed { commit, change in
      #expect((change == nil) == (commit == start.bad))
      #expect(change == nil || change?.scenarioCase == Self.own)
      compared.append(commit.hash)
      guard !skipped.contains(commit.hash) else {
        return ComparisonResults.made([], refusal: "\(commit.subject) speaks another protocol")
      }
      return Self.comparison(views: (Int(commit.hash) ?? 0) < firstWorse ? 5 : 6)
    } changed: {
      states.append($0)
    }
    #expect(states.count == compared.count)
    #expect(states.last == results)
    return (results, compared)
  }

  @Test func theEndsComeFirstAndThenTheHalves() async throws {
    let (results, compared) = try await completed(Self.start(64), firstWorse: 23)
    #expect(compared == ["64", "32", "16", "24", "20", "22", "23"])
    #expect(results.suspects.map(\.subject) == ["Change 23"])
    #expect(results.exitCode == .pass)
    #expect(results.followed?.verdict.metric.name == "views-created")
    #expect(results.steps.first { $0.commit == "23" }?.verdict?.head == 6)
    #expect(results.steps.first { $0.commit == "22" }?.verdict?.head == 5)
  }

  @Test func whatCannotBeComparedIsSkippedAndNamed() async throws {
    let (results, _) = try await completed(Self.start(8), firstWorse: 5, skipped: ["4", "5"])
    #expect(results.suspects.map(\.hash) == ["4", "5", "6"])
    #expect(results.exitCode == .inconclusive)
    #expect(
      results.steps.filter { $0.outcome == .skipped }.map(\.reason)
        == ["Change 4 speaks another protocol", "Change 5 speaks another protocol"])
  }

  @Test func whereNothingGotWorseNothingIsSearched() async throws {
    let (results, compared) = try await completed(Self.start(8), firstWorse: 9)
    #expect(compared == ["8"])
    #expect(results.exitCode == .pass)
    #expect(results.suspects.isEmpty)
    // Of a metric that is not there, nothing is known.
    let (unknown, _) = try await completed(Self.start(8, metric: "frame-time"), firstWorse: 1)
    #expect(unknown.exitCode == .notComparable)
    let refused = try await completed(Self.start(8), firstWorse: 1, skipped: ["8"]).results
    #expect(refused.exitCode == .notComparable)
  }

  @Test(arguments: [(nil, "slow-frames"), ("views-created", "views-created")])
  func theMetricFurthestAboveItsMarginIsFollowed(metric: String?, followed: String) async throws {
    let results = try await Self.start(1, metric: metric).completed { _, _ in
      Self.comparison(views: 6, slowFrames: 3)
    } changed: { _ in
    }
    #expect(results.followed?.verdict.metric.name == followed)
    #expect(results.suspects.count == 1)
  }

  /// The bisect is stopped after each of its comparisons, and read from its file again.
  @Test func aStoppedBisectIsContinued() async throws {
    struct Stop: Error {}
    let whole = try await completed(Self.start(16), firstWorse: 11).results
    var results = try Self.start(16)
    #expect(results.exitCode == .interrupted)
    for _ in 0..<5 {
      var state = results
      await #expect(throws: Stop.self) {
        _ = try await results.completed { commit, _ in
          Self.comparison(views: (Int(commit.hash) ?? 0) < 11 ? 5 : 6)
        } changed: {
          state = $0
          throw Stop()
        }
      }
      results = try BisectResults(json: JSONEncoder().encode(state), path: "bisect.json")
      #expect(results == state)
    }
    #expect(results == whole)
    #expect(throws: FinishedRunError.self) {
      try BisectResults(json: Data("{\"schema\": 99}".utf8), path: "bisect.json")
    }
  }
}
