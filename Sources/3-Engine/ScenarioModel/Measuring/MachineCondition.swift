import Support

#if canImport(Darwin)
  import Darwin
#endif

/// The facts about a machine that bear on measurements.
///
///     for fact in MachineCondition.current().facts { print(fact.name, fact.meaning) }
package struct MachineCondition: Hashable, Sendable {
  /// The facts about the processors, the memory and the clocks, in this order.
  package let facts: [MachineFact]

  /// The condition by the files of a Linux kernel and by what was measured in the process itself.
  ///
  /// - Parameters:
  ///   - files: the kernel's files, of this machine or of another one.
  ///   - machine: the machine.
  ///   - allocator: the allocator of this process.
  ///   - monotonic: the properties of ``MonotonicClock``.
  ///   - processorTime: the properties of ``ProcessorTime/thread()``.
  package init(
    linux files: SystemFiles, machine: MachineDescription, allocator: AllocatorDescription,
    monotonic: ClockProperties, processorTime: ClockProperties
  ) {
    self.init(
      ProcessorFacts(files: files, machine: machine), MemoryFacts(files: files), allocator,
      monotonic, processorTime)
  }

  /// The condition of this machine now. Takes some ten milliseconds, in which the clocks are
  /// measured.
  ///
  /// Facts that only files of a Linux kernel hold are not available on Apple platforms.
  package static func current() -> MachineCondition {
    var processors = ProcessorFacts(files: .ofThisMachine, machine: .current())
    #if canImport(Darwin)
      processors.loadAverage = .current()
      var isPresent: Int32 = 0
      var size = MemoryLayout.size(ofValue: isPresent)
      if sysctlbyname("kern.hv_vmm_present", &isPresent, &size, nil, 0) == 0 {
        processors.hasHypervisor = isPresent != 0
      }
    #endif
    return MachineCondition(
      processors, MemoryFacts(files: .ofThisMachine), .current(),
      .ofMonotonicClock(), .ofThreadProcessorTime())
  }

  private init(
    _ processors: ProcessorFacts, _ memory: MemoryFacts, _ allocator: AllocatorDescription,
    _ monotonic: ClockProperties, _ processorTime: ClockProperties
  ) {
    facts =
      processors.all + memory.all
      + [.allocator(allocator), .wallClock(monotonic), .threadClock(processorTime)]
  }
}

/// A fact about this machine that bears on measurements, with its meaning for them.
public struct MachineFact: Hashable, Sendable, Codable {
  /// The effect of a fact on measurements.
  public enum Effect: String, Hashable, Sendable, Codable {
    /// Measurements are as good as they get with it.
    case harmless
    /// Measurements are noisier, or of less use, because of it.
    case disturbing
    /// It could not be found out.
    case unknown
  }

  /// The name in files: lower case words joined by hyphens.
  public let name: String
  /// The value in words or digits; `nil` where there is none.
  public let value: String?
  /// The reason why there is no value.
  public let reason: String?
  /// The effect on measurements.
  public let effect: Effect
  /// The meaning for measurements, in one sentence.
  public let meaning: String
  /// The remedy; `nil` where none is needed.
  public let advice: String?

  private enum CodingKeys: String, CodingKey {
    case name, value, effect, meaning, advice
    case reason = "not-available"
  }
}

extension MachineFact {
  /// A fact that was found out.
  public init(
    _ name: String, _ value: String, _ effect: Effect, meaning: String, advice: String? = nil
  ) {
    self.init(
      name: name, value: value, reason: nil, effect: effect, meaning: meaning, advice: advice)
  }

  /// A fact that could not be found out.
  public init(
    _ name: String, notAvailable reason: String, meaning: String, advice: String? = nil
  ) {
    self.init(
      name: name, value: nil, reason: reason, effect: .unknown, meaning: meaning, advice: advice)
  }

  /// A fact from the files of a kernel, not available where these cannot be used; it disturbs where
  /// there is advice.
  init(
    _ name: String, meaning: String,
    _ find: () throws(SystemFileUnavailable) -> (value: String, advice: String?)
  ) {
    do throws(SystemFileUnavailable) {
      let (value, advice) = try find()
      self.init(
        name, value, advice == nil ? .harmless : .disturbing, meaning: meaning, advice: advice)
    } catch {
      self.init(name, notAvailable: error.description, meaning: meaning)
    }
  }

  fileprivate static func allocator(_ allocator: AllocatorDescription) -> MachineFact {
    MachineFact(
      "allocator",
      meaning: "Allocations and live bytes are counted by jemalloc, and by no other allocator."
    ) {
      (
        "\(allocator.name) (\(allocator.version))",
        allocator.name == "jemalloc"
          ? nil : "start without LD_PRELOAD, and link jemalloc before the C library"
      )
    }
  }

  fileprivate static func wallClock(_ clock: ClockProperties) -> MachineFact {
    // The cost and the step, in nanoseconds, that show in a frame of some microseconds.
    let isGood = clock.cost <= 200 && (clock.smallestStep ?? .max) <= 1_000
    return MachineFact(
      "wall-clock",
      meaning: "Two calls enclose every frame: both must be short compared with the frame."
    ) {
      (
        text(clock),
        isGood ? nil : "let the kernel use the processor's counter as its clock (clocksource tsc)"
      )
    }
  }

  fileprivate static func threadClock(_ clock: ClockProperties) -> MachineFact {
    MachineFact(
      "thread-clock", text(clock), .harmless,
      meaning: "Called once a slice, to distinguish waiting from working; it is not judged.")
  }

  private static func text(_ clock: ClockProperties) -> String {
    let step = clock.smallestStep.map { "steps of \($0) ns" } ?? "did not move"
    return "\(Int(clock.cost.rounded())) ns a call, \(step), resolution \(clock.resolution) ns"
  }
}
