import Measurement

/// A machine made of files.
struct ConditionFixture {
  var files: [String: String] = [:]
  var logicalProcessors = 2
  var allocator = AllocatorDescription(name: "jemalloc", version: "5.3.0")
  var monotonic = ClockProperties(resolution: 1, smallestStep: 10, cost: 24)
  var processorTime = ClockProperties(resolution: 1, smallestStep: 390, cost: 387)

  var facts: [MachineFact] {
    MachineCondition(
      linux: SystemFiles(files),
      machine: MachineDescription(
        processor: "AMD EPYC", logicalProcessors: logicalProcessors, architecture: "x86_64",
        kernel: "Linux 6.18.44", memory: 24 << 30, swiftVersion: "6.3.1"),
      allocator: allocator, monotonic: monotonic, processorTime: processorTime
    ).facts
  }

  /// The fact of a name; there is always exactly one.
  func fact(_ name: String) -> MachineFact? {
    let found = facts.filter { $0.name == name }
    return found.count == 1 ? found[0] : nil
  }

  /// What is found where one file holds a text.
  static func fact(_ name: String, _ path: String, _ text: String) -> MachineFact? {
    ConditionFixture(files: [path: text]).fact(name)
  }
}

extension MachineFact {
  /// What was found, or `nil` where nothing was.
  var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  /// Why nothing was found.
  var reason: String? {
    if case .notAvailable(let reason) = value { reason } else { nil }
  }
}
