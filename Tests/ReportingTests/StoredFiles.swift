import Foundation
import Gate
import Reporting
import ScenarioModel

/// The content of `gate.json`, as another program reads it.
struct StoredComparison: Decodable, Equatable {
  struct Verdict: Decodable, Equatable {
    let status: String
    let exitCode: Int32
    let summary: String
    let tally: [String: Int]
  }

  struct Case: Decodable, Equatable {
    let strategy: String
    let status: String
    let command: String?
    let metrics: [Metric]
  }

  struct Metric: Decodable, Equatable {
    let name: String
    let outcome: String
    let method: Method
    let base: Double?
    let head: Double?
    let effect: MetricVerdictEffect?
    let minimumDetectableEffect: Double?
  }

  struct Method: Decodable, Equatable {
    let name: String
    let tolerance: Double?
    let margin: Double?
    let pairs: Int?
    let confirmingPairs: Int?
    let frames: Int?
    let framesOfCase: Int?
  }

  struct MetricVerdictEffect: Decodable, Equatable {
    let change: Double
    let low: Double
    let high: Double
  }

  let schema: Int
  let kind: String
  let open: String?
  let failure: String?
  let verdict: Verdict
  let cases: [Case]

  init(_ results: ComparisonResults, failsOnInconclusive: Bool = false) throws {
    let text = try ComparisonReport.json(
      results, verdict: ComparisonVerdict(results), failsOnInconclusive: failsOnInconclusive)
    self = try JSONDecoder().decode(StoredComparison.self, from: Data(text.utf8))
  }
}
