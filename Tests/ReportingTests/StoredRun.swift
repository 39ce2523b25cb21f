import Foundation
import Reporting
import ScenarioModel
import Verdicts

/// What `results.json` of a run holds, as another program reads it.
struct StoredRun: Decodable {
  struct Verdict: Decodable {
    let exitCode: Int32
    let casesMeasured: Int
    let casesNotMeasured: Int
    let scenarios: [ScenarioVerdict]
  }

  struct ScenarioVerdict: Decodable {
    let scenario: String
    let thresholds: [Threshold]
    let notSelected: [Threshold]
    let claims: [Claim]
  }

  struct Threshold: Decodable {
    let expression: String
    let size: Int?
    let value: Double?
    let bound: Double?
    let growth: Growth?
    let verdict: String?
    let reason: String?
  }

  struct Growth: Decodable {
    struct Interval: Decodable, Equatable {
      let low: Double
      let high: Double
    }

    let exponent: Double
    let interval: Interval?
    let sizes: [Double]
    let medians: [Double]
  }

  struct Claim: Decodable {
    let id: String
    let verdict: String
  }

  let verdict: Verdict

  var thresholds: [Threshold] { verdict.scenarios.flatMap(\.thresholds) }

  init(_ fixture: ReportFixture) throws {
    try self.init(fixture.results())
  }

  init(_ results: RunResults) throws {
    let text = try JSONReport.text(results, verdict: RunVerdict(results))
    self = try JSONDecoder().decode(StoredRun.self, from: Data(text.utf8))
  }
}
