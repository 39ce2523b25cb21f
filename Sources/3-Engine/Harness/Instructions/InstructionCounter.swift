import CSystemCalls
import Foundation
import ScenarioModel

/// The processor's own counter of the instructions that one thread executes in user mode.
///
///     let counter = try InstructionCounter()
///     try counter.start()
///     work()
///     try counter.stop()
///     let instructions = try counter.read()
///
/// It counts on the thread that opened it, without the kernel's work for that thread. Counts add up
/// over all stretches between a start and a stop. Many containers and virtual machines have no such
/// counter; opening it fails there. It belongs to its thread and is not `Sendable`.
public final class InstructionCounter {
  private let descriptor: Int32

  /// Opens a stopped counter at 0 for the calling thread. One system call.
  public init() throws(InstructionCounterUnavailable) {
    let result = mappressure_instruction_counter_open()
    guard result >= 0 else { throw InstructionCounterUnavailable(refusedWith: -result) }
    descriptor = result
  }

  deinit {
    mappressure_instruction_counter_close(descriptor)
  }

  /// Starts counting. One system call; allocates nothing.
  public func start() throws(InstructionCounterUnavailable) {
    try Self.check(mappressure_instruction_counter_start(descriptor))
  }

  /// Stops counting. One system call; allocates nothing.
  public func stop() throws(InstructionCounterUnavailable) {
    try Self.check(mappressure_instruction_counter_stop(descriptor))
  }

  /// The instructions between all starts and stops so far.
  ///
  /// One system call. Throws ``InstructionCounterUnavailable`` if the kernel gave the
  /// counter to another program for a part of that time, because the count would be an estimate.
  public func read() throws(InstructionCounterUnavailable) -> Int {
    var instructions: Int64 = 0
    try Self.check(mappressure_instruction_counter_read(descriptor, &instructions))
    return Int(instructions)
  }

  private static func check(_ result: Int32) throws(InstructionCounterUnavailable) {
    guard result == 0 else { throw InstructionCounterUnavailable(refusedWith: -result) }
  }
}

extension InstructionCounter {
  /// Checks that a counter can be opened on this machine, and that it counts.
  ///
  /// In some virtual machines, a counter can be opened but stays at 0.
  public static func checkAvailability() throws(InstructionCounterUnavailable) {
    let counter = try InstructionCounter()
    try counter.start()
    var sum = 0
    for number in 0..<checkedRounds { sum &+= number &* number }
    try counter.stop()
    // The sum is used, so that the compiler keeps the loop.
    guard try counter.read() > 0, sum != 0 else { throw .countsNothing }
  }

  private static let checkedRounds = 1_000
}

/// A reason why the processor's instruction counter cannot be used. A report prints its
/// `description` after "not available: ".
public struct InstructionCounterUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// The counter was opened and stayed at 0.
  static let countsNothing = Self(
    description: "the hardware counter of instructions stays at 0, as in some virtual machines")
}

extension InstructionCounterUnavailable {
  /// The kernel refused with this `errno` value.
  init(refusedWith code: Int32) {
    #if os(Linux)
      description =
        switch code {
        case EACCES, EPERM:
          """
          the kernel does not let this user read hardware counters; lower \
          /proc/sys/kernel/perf_event_paranoid to 2, and in a container allow perf_event_open
          """
        case ENOENT, ENODEV, EOPNOTSUPP, ENOSYS:
          """
          perf_event_open finds no hardware counter of instructions here (error \(code)), as in \
          most virtual machines and containers
          """
        case EAGAIN, EBUSY:
          """
          another program used the hardware counter for part of the time; end other \
          profilers
          """
        default: "perf_event_open was refused with error \(code)"
        }
    #else
      description = "hardware counters can be read only on Linux"
    #endif
  }
}

/// Facts about how this machine can count instructions.
public enum InstructionFacts {
  /// The processor's counter, and valgrind in this process's `PATH`.
  public static func current() -> [MachineFact] { [hardwareCounter(), valgrind()] }

  private static func hardwareCounter() -> MachineFact {
    let meaning = "The processor's own counter of instructions, whose counts hardly vary."
    do throws(InstructionCounterUnavailable) {
      try InstructionCounter.checkAvailability()
      return MachineFact("instruction-counter", "usable", .harmless, meaning: meaning)
    } catch {
      return MachineFact(
        "instruction-counter", notAvailable: error.description, meaning: meaning)
    }
  }

  private static func valgrind() -> MachineFact {
    let meaning = "Counts instructions if the processor has no counter; about 50 times slower."
    guard let program = SearchPath.ofThisProcess.program("valgrind") else {
      return MachineFact(
        "valgrind", notAvailable: "not installed", meaning: meaning,
        advice: "install valgrind to compare instructions (--instructions)")
    }
    return MachineFact("valgrind", program, .harmless, meaning: meaning)
  }
}
