import Harness
import Measurement
import ScenarioModel

/// What to do where a base was made on another machine or with other tools.
public enum HostMismatchPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Compare everything as if it were the same machine.
  case ignore
  /// Compare what does not depend on the difference, and tell the rest.
  case warn
  /// Refuse the comparison, unless the processors alone differ: their speed decides times only, and
  /// a hosted CI gives every job another one. Then as ``warn``.
  case error
}

extension HostMismatchPolicy {
  /// What a policy makes of the differences between two sides.
  public struct Decision: Hashable, Sendable {
    /// Why the two cannot be compared; `nil` where they can.
    public let refusal: String?
    /// What a reader must know.
    public let warnings: [String]
    /// What metrics are judged by.
    public let mismatches: [HostMismatch]
  }

  /// Decides on the differences between two provenances that matter to any of the metrics.
  public func decision(
    base: Provenance, head: Provenance, metrics: some Sequence<Metric>
  ) -> Decision {
    let metrics = Array(metrics)
    let mismatches = HostMismatch.mismatches(base: base, head: head).filter { mismatch in
      metrics.contains { mismatch.matters(to: $0) }
    }
    guard !mismatches.isEmpty, self != .ignore else {
      return Decision(refusal: nil, warnings: [], mismatches: [])
    }
    let explanations = mismatches.map(\.explanation)
    guard self == .error, mismatches.contains(where: { $0.field != .processor }) else {
      return Decision(
        refusal: nil,
        warnings: explanations.map { "\($0); metrics that depend on it are not gated" },
        mismatches: mismatches)
    }
    return Decision(
      refusal: explanations.joined(separator: "; ")
        + "; renew the base here, or choose --host-mismatch warn or ignore",
      warnings: [], mismatches: mismatches)
  }
}
