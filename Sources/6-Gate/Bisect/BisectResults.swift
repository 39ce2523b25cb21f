import Harness
import ScenarioModel

/// The results of a bisect, finished or not: `bisect.json` holds them, and `--resume` reads them.
package struct BisectResults: Hashable, Sendable, Codable, StoredResults {
  /// A commit with what identifies it to people.
  package struct Commit: Hashable, Sendable, Codable {
    package let hash: String
    package let date: String
    package let author: String
    package let subject: String

    /// Reads a line with these four, with unit separators between them; `nil` for another line.
    package init?(parsing line: String) {
      let parts = line.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
      guard parts.count >= 4 else { return nil }
      (hash, date, author, subject) = (parts[0], parts[1], parts[2], parts[3])
    }

    /// The beginning of the hash.
    package var name: String { String(hash.prefix(12)) }
  }

  /// The judgement of a commit.
  package struct Step: Hashable, Sendable, Codable {
    /// The full name of the commit.
    package let commit: String
    package internal(set) var outcome: BisectSearch.Outcome
    /// The followed metric from GOOD to the commit; `nil` where it was not compared.
    package internal(set) var verdict: MetricVerdict?
    /// The reason of a skipped commit, or of one that passed without numbers.
    package internal(set) var reason: String?
  }

  /// A metric of a case that got worse.
  package struct Change: Hashable, Sendable, Codable {
    package let scenarioCase: Case
    package let verdict: MetricVerdict
  }

  package static let schema = 1

  private var schema = Self.schema
  /// The full name of the commit that all others are compared with.
  package let good: String
  /// The last commit, which is compared with it first.
  package let bad: Commit
  /// The commits between the two in their order.
  package let between: [Commit]
  /// The metric that the user chose; `nil` for the one that got worse most.
  package let metric: String?
  /// The comparison of GOOD with BAD; `nil` until it has ended.
  package internal(set) var ends: ComparisonResults?
  /// The change whose first commit is searched; `nil` where there is none, or none is known yet.
  package internal(set) var followed: Change?
  /// The judged commits in the order of their judgements: BAD, if it is worse, and those between.
  package internal(set) var steps: [Step] = []

  package init(good: String, bad: Commit, between: [Commit], metric: String?) {
    (self.good, self.bad, self.between, self.metric) = (good, bad, between, metric)
  }

  /// The commits after GOOD in their order.
  package var commits: [Commit] { between + [bad] }

  /// The search after the steps so far.
  package var search: BisectSearch {
    let places = Dictionary(zip(commits.map(\.hash), 0...)) { first, _ in first }
    return steps.reduce(into: BisectSearch(count: places.count)) { search, step in
      if let place = places[step.commit] { search.mark(place, step.outcome) }
    }
  }

  /// The commit to judge next; `nil` where the bisect has ended, or the ends are not compared yet.
  package var next: Commit? { followed == nil ? nil : search.next.map { commits[$0] } }

  /// The commits that may be the first worse one; none where nothing got worse.
  package var suspects: [Commit] { followed == nil ? [] : Array(commits[search.suspects]) }

  /// The exit code: 0 for one commit, and where nothing got worse.
  package var exitCode: ToolExitCode {
    guard let ends, next == nil else { return .interrupted }
    guard followed == nil else { return suspects.count == 1 ? .pass : .inconclusive }
    return ComparisonVerdict(ends, metric: metric).exitCode
  }

  /// Returns the earlier part of the same bisect that a file holds.
  package func continuing(fileAt path: String) throws(FinishedRunError) -> BisectResults {
    let earlier = try BisectResults(ofFileAt: path)
    let labels = [self, earlier].map {
      "\($0.good.prefix(12)) and \($0.bad.name)" + ($0.metric.map { " by \($0)" } ?? "")
    }
    guard good == earlier.good, commits == earlier.commits, metric == earlier.metric else {
      throw FinishedRunError(
        "--resume: expected the bisect of \(labels[0]), found \(labels[1]) in \(path); "
          + "without --resume, a new bisect replaces it")
    }
    return earlier
  }
}
