import Support

/// A number that tells whether two runs would do the same work with the same program.
///
/// A run is only continued (`--resume`) under the plan that it was begun with.
public struct PlanFingerprint: Hashable, Sendable, Codable {
  public let value: String

  /// - Parameters:
  ///   - work: the whole work, of which the plan is a part.
  ///   - executable: the worker's program; one of other bytes is another plan.
  init(_ plan: Plan, work: RunFingerprint, executable: String) {
    var hash = FowlerNollVoHash()
    hash.combine(work.value)
    hash.combine(plan.shard?.description ?? "")
    for trial in plan.trials {
      hash.combine(trial.description)
    }
    // Its bytes, and not its time: a build that was restored is the same program.
    hash.combine((try? ContentHash(ofFileAt: executable)).map { "\($0.value)" } ?? "unreadable")
    value = hash.hexadecimal
  }

  /// Of a run that was put together from others: no plan has it, and nothing continues the run.
  static let merged = PlanFingerprint(value: "merged")

  private init(value: String) {
    self.value = value
  }
}
