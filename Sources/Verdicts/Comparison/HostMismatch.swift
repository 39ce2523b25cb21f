import ScenarioModel

/// A difference between where and with what two sides were made that numbers depend on.
///
/// Only what stays the same on one machine is looked at: the processor's model, the architecture,
/// the compiler's version, the allocator and the program's build. The kernel, the memory, the number
/// of processors and the commit are recorded and decide nothing; what is counted by the simulation
/// and what is modelled depend on none of them.
public struct HostMismatch: Hashable, Sendable {
  /// What differs.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    case processor
    case architecture
    case swiftVersion = "Swift version"
    case allocator
    case build
  }

  public let field: Field
  public let base: String
  public let head: String

  public init(field: Field, base: String, head: String) {
    self.field = field
    self.base = base
    self.head = head
  }

  /// The differences between two provenances, in the order of ``Field``.
  public static func mismatches(base: Provenance, head: Provenance) -> [HostMismatch] {
    Field.allCases.compactMap { field in
      let sides = (field.text(in: base), field.text(in: head))
      return sides.0 == sides.1
        ? nil : HostMismatch(field: field, base: sides.0, head: sides.1)
    }
  }

  /// Whether the numbers of a metric depend on what differs.
  ///
  /// The processor's speed decides times only. How many bytes are asked for, and in how many
  /// blocks, is up to the compiler, the allocator, the architecture and the build, and so are
  /// times.
  public func matters(to metric: Metric) -> Bool {
    guard metric.kind == .measured || Self.allocatorMetrics.contains(metric.name) else {
      return false
    }
    return field != .processor || !Self.allocatorMetrics.contains(metric.name)
  }

  private static let allocatorMetrics: Set<String> = [
    Metric.allocations.name, Metric.bytesAllocated.name, Metric.peakLiveBytes.name,
    Metric.peakResidentBytes.name,
  ]

  /// What differs, in a few words.
  public var explanation: String {
    "the base's \(field.rawValue) is \(base), here it is \(head)"
  }
}

extension HostMismatch.Field {
  fileprivate func text(in provenance: Provenance) -> String {
    switch self {
    case .processor: provenance.machine.processor
    case .architecture: provenance.machine.architecture
    case .swiftVersion: provenance.machine.swiftVersion
    case .allocator: "\(provenance.allocator.name) \(provenance.allocator.version)"
    case .build: provenance.build
    }
  }
}

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
