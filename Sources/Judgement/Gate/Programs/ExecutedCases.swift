import Foundation
import Harness
import ScenarioModel

/// The functions that a gate's base executes in each case: kept by an earlier gate, or traced.
struct ExecutedCases: Sendable {
  let image: ProgramImage
  private let plan: Plan
  private let kept: KeptEvaluations?
  private let known: [Case: ExecutedFunctions]

  private static let purpose = "executed functions"
  /// The share of the kept functions that are traced again, chosen at random.
  private static let checkedShare = 0.05

  /// Reads what is kept; to be called before code of the head runs, which could change it.
  init(of plan: Plan, image: ProgramImage, kept: KeptEvaluations?) {
    self.plan = plan
    self.image = image
    self.kept = kept
    var known: [Case: ExecutedFunctions] = [:]
    for scenarioCase in plan.cases {
      guard let job = Self.job(scenarioCase, in: plan),
        let functions = kept?.numbers(Self.purpose, of: job),
        functions.allSatisfy((0..<image.functionCount).contains)
      else { continue }
      known[scenarioCase] = ExecutedFunctions(functions, count: image.functionCount)
    }
    self.known = known
  }

  private static func job(_ scenarioCase: Case, in plan: Plan) -> EvaluationPool.Job? {
    plan.job(of: TrialKey(scenarioCase: scenarioCase, kind: .measurement(1)))
  }

  /// Returns the functions of some cases; of a case without any, they are not known.
  ///
  /// Tracing takes at most half of the budget.
  func functions(
    in cases: [PairedCase], limits: WorkerLimits, budget: GateBudget
  ) async throws -> [Case: ExecutedFunctions] {
    let old = cases.filter { known[$0.scenarioCase] != nil }.shuffled()
    let sample = old.prefix(Int((Double(old.count) * Self.checkedShare).rounded(.up)))
    let new = cases.filter { known[$0.scenarioCase] == nil }
    let fresh = try await traced(sample + new, limits: limits, budget: budget)
    let isWrong = sample.map(\.scenarioCase).contains { scenarioCase in
      (0..<image.functionCount).contains {
        fresh[scenarioCase]?.contains($0) == true && known[scenarioCase]?.contains($0) != true
      }
    }
    guard isWrong else { return known.merging(fresh) { $1 } }
    return try await traced(cases, limits: limits, budget: budget)
  }

  /// Traces cases on all processors, as nothing is timed.
  private func traced(
    _ cases: [PairedCase], limits: WorkerLimits, budget: GateBudget
  ) async throws -> [Case: ExecutedFunctions] {
    let width = ProcessInfo.processInfo.activeProcessorCount
    return try await withThrowingTaskGroup(of: [Case: ExecutedFunctions].self) { group in
      for first in 0..<width {
        group.addTask {
          var found: [Case: ExecutedFunctions] = [:]
          for place in stride(from: first, to: cases.count, by: width)
          where budget.used() < budget.seconds / 2 {
            guard let job = Self.job(cases[place].scenarioCase, in: plan),
              let functions = try await image.executedFunctions(of: cases[place], limits: limits)
            else { continue }
            found[cases[place].scenarioCase] = functions
            kept?.keep(
              (0..<image.functionCount).filter(functions.contains), as: Self.purpose, of: job)
          }
          return found
        }
      }
      return try await group.reduce(into: [:]) { all, found in all.merge(found) { $1 } }
    }
  }
}
