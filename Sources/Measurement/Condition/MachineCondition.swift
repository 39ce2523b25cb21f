/// What is to be known of this machine before its measurements are believed.
///
///     for fact in MachineCondition.current().facts { print(fact.name, fact.meaning) }
public struct MachineCondition: Hashable, Sendable {
  /// From the processors to the memory to the clocks.
  public let facts: [MachineFact]

  /// A condition from its facts.
  public init(facts: [MachineFact]) {
    self.facts = facts
  }

  /// The facts that a Linux kernel tells in its files, and what was asked of the process itself.
  ///
  /// - Parameters:
  ///   - files: the kernel's files, of this machine or of another one.
  ///   - machine: the machine.
  ///   - allocator: the allocator of this process.
  ///   - monotonic: ``MonotonicClock``, tried out.
  ///   - processorTime: ``ProcessorTime/thread()``, tried out.
  public init(
    linux files: SystemFiles, machine: MachineDescription, allocator: AllocatorDescription,
    monotonic: ClockProperties, processorTime: ClockProperties
  ) {
    let processors = ProcessorFacts(files: files, machine: machine)
    let memory = MemoryFacts(files: files)
    facts =
      processors.all + memory.all + [MemoryFacts.allocator(allocator)]
      + ClockFacts.all(monotonic: monotonic, processorTime: processorTime)
  }
}
