import Harness
import Measurement
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
