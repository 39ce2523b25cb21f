import Harness
import Measurement
import ScenarioModel

/// A committed file of what each case cost when somebody last agreed with it.
///
/// What is counted and modelled is kept exactly; of what was measured only its ratio to the naive
/// strategy in the same run, which is what a time of yesterday can be compared by.
public struct BaselineDocument: Hashable, Sendable {
  /// Raised whenever a reader of an earlier version would misunderstand the file.
  public static let currentSchema = 1

  /// What was measured, as ``ComparedRun/withRatios`` gives it.
  public let run: ComparedRun

  /// A baseline of a whole run.
  ///
  /// - Throws: ``BaselineError`` where a case has no numbers that one could agree with: a baseline
  ///   with holes would let the next change fall through them.
  public init(_ run: ComparedRun) throws(BaselineError) {
    for result in run.cases {
      switch result.status {
      case .broken(let why): throw .broken(case: "\(result.scenarioCase)", why: why)
      case .notDeterministic(let why):
        throw .notDeterministic(case: "\(result.scenarioCase)", why: why)
      case .completed:
        guard result.hasNumbers else { throw .nothingMeasured(case: "\(result.scenarioCase)") }
      }
      for metric in result.metrics where metric.value == .notFinite {
        throw .notDeterministic(
          case: "\(result.scenarioCase)", why: "\(metric.metric.name) is not a finite number")
      }
    }
    guard !run.cases.isEmpty else { throw .noCases }
    self.run = run.withRatios
  }

  /// A baseline as it was read from a file.
  init(read run: ComparedRun) {
    self.run = run
  }
}
