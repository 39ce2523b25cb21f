import ScenarioModel

/// A difference between the provenances of a base and a head that numbers depend on.
///
/// Only what stays the same on one machine counts: the processor's model, the architecture, the
/// compiler's version, the allocator and the program's build. The kernel, the memory, the number of
/// processors and the commit are recorded and decide nothing; numbers that the simulation counts
/// and modelled numbers depend on none of them.
package struct HostMismatch: Hashable, Sendable {
  package let property: Provenance.Property
  package let base: String
  package let head: String

  package init(property: Provenance.Property, base: String, head: String) {
    self.property = property
    self.base = base
    self.head = head
  }

  private static let properties: [Provenance.Property] = [
    .processor, .architecture, .swiftVersion, .allocator, .build,
  ]

  /// Returns the differences between two provenances.
  package static func mismatches(base: Provenance, head: Provenance) -> [HostMismatch] {
    properties.filter { base[$0] != head[$0] }.map {
      HostMismatch(property: $0, base: base[$0], head: head[$0])
    }
  }

  /// Returns whether the numbers of a metric depend on the property.
  ///
  /// The processor's speed decides times only. The compiler, the allocator, the architecture and
  /// the build decide times, and how many bytes are allocated in how many blocks.
  package func matters(to metric: Metric) -> Bool {
    let isOfAllocator = Self.allocatorMetrics.contains(metric.name)
    guard metric.kind == .measured || isOfAllocator else { return false }
    return property != .processor || !isOfAllocator
  }

  private static let allocatorMetrics: Set<String> = [
    Metric.allocations.name, Metric.bytesAllocated.name, Metric.peakLiveBytes.name,
    Metric.peakResidentBytes.name,
  ]

  /// Returns the properties of a host that the numbers of a metric depend on, in one line; empty
  /// where they depend on none.
  static func host(of provenance: Provenance, for metric: Metric) -> String {
    let own = properties.filter { Self(property: $0, base: "", head: "").matters(to: metric) }
    let processors = "\(provenance.machine.logicalProcessors) processors"
    return (own.map { provenance[$0] } + (metric.kind == .measured ? [processors] : []))
      .joined(separator: ", ")
  }

  /// The difference in one phrase.
  package var explanation: String {
    "the base's \(property.rawValue) is \(base), here it is \(head)"
  }
}

/// The choice for a base that was made on another machine or with other tools.
package enum HostMismatchPolicy: String, Hashable, Sendable, CaseIterable {
  /// Compares everything as if it were the same machine.
  case ignore
  /// Compares what does not depend on the difference, and reports the rest without gating it.
  case warn
  /// Refuses the comparison, unless the processors alone differ: their speed decides times only,
  /// and each job of a hosted CI gets another one. Then acts as ``warn``.
  case error

  /// The consequences of the differences between a base and a head.
  package struct Decision: Hashable, Sendable {
    /// The reason why the two cannot be compared; `nil` where they can.
    package private(set) var refusal: String?
    package private(set) var warnings: [String] = []
    /// The mismatches that metrics are judged by.
    package private(set) var mismatches: [HostMismatch] = []
  }

  /// Decides on the differences between two provenances that matter to any of the metrics.
  package func decision(
    base: Provenance, head: Provenance, metrics: some Sequence<Metric>
  ) -> Decision {
    let metrics = Array(metrics)
    let mismatches = HostMismatch.mismatches(base: base, head: head).filter { mismatch in
      metrics.contains { mismatch.matters(to: $0) }
    }
    guard !mismatches.isEmpty, self != .ignore else { return Decision() }
    let explanations = mismatches.map(\.explanation)
    guard self == .error, mismatches.contains(where: { $0.property != .processor }) else {
      return Decision(
        warnings: explanations.map { "\($0); metrics that depend on it are not gated" },
        mismatches: mismatches)
    }
    return Decision(
      refusal: explanations.joined(separator: "; ")
        + "; renew the base here, or choose --host-mismatch warn or ignore",
      mismatches: mismatches)
  }
}
