import CInstructionCounter
import Measurement

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The processor's own counter of the instructions that one thread executes in user mode.
///
///     let counter = try InstructionCounter()
///     try counter.start()
///     work()
///     try counter.stop()
///     let instructions = try counter.read()
///
/// It counts on the thread that opened it, whoever starts and stops it; what the kernel does for
/// that thread is not counted. Counts add up over all stretches between a start and a stop. Many
/// containers and virtual machines have no such counter, and say so when it is opened. It belongs to
/// that thread and is not `Sendable`.
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

  /// Lets it count from here. One system call; allocates nothing.
  public func start() throws(InstructionCounterUnavailable) {
    try Self.check(mappressure_instruction_counter_start(descriptor))
  }

  /// Lets it rest. One system call; allocates nothing.
  public func stop() throws(InstructionCounterUnavailable) {
    try Self.check(mappressure_instruction_counter_stop(descriptor))
  }

  /// The instructions between all starts and stops so far.
  ///
  /// One system call. Throws ``InstructionCounterUnavailable/shared`` where the kernel gave the
  /// counter to somebody else for a part of that time: what is left would be an estimate.
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
  /// Throws unless a counter can be opened on this machine, and counts.
  ///
  /// A counter that opens and stays at 0 has been seen in virtual machines.
  public static func checkAvailability() throws(InstructionCounterUnavailable) {
    let counter = try InstructionCounter()
    try counter.start()
    var sum = 0
    for number in 0..<checkedRounds { sum &+= number &* number }
    try counter.stop()
    // The sum is asked for, so that the loop is not taken for needless.
    guard try counter.read() > 0, sum != 0 else { throw .countsNothing }
  }

  private static let checkedRounds = 1_000
}

/// Why the processor's instruction counter cannot be used; a report prints its `description` after
/// "not available: ".
public enum InstructionCounterUnavailable: Error, Hashable, Sendable {
  /// The kernel allows this user no counters.
  case notAllowed
  /// The processor, or the virtual machine around it, shows no such counter.
  case noSuchCounter(code: Int32)
  /// This operating system has no way to it that this program knows.
  case unknownOperatingSystem
  /// Other programs took the counter for a part of the time.
  case shared
  /// The counter was opened and never moved.
  case countsNothing
  /// The kernel refused for another reason, with this `errno` value.
  case refused(code: Int32)

  init(refusedWith code: Int32) {
    switch code {
    case EACCES, EPERM: self = .notAllowed
    case ENOENT, ENODEV, EOPNOTSUPP, ENOSYS:
      #if os(Linux)
        self = .noSuchCounter(code: code)
      #else
        self = .unknownOperatingSystem
      #endif
    case EAGAIN, EBUSY: self = .shared
    default:
      #if os(Linux)
        self = .refused(code: code)
      #else
        self = .unknownOperatingSystem
      #endif
    }
  }
}

extension InstructionCounterUnavailable: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAllowed:
      """
      the kernel does not allow this user hardware counters; lower \
      /proc/sys/kernel/perf_event_paranoid to 2, and in a container allow perf_event_open
      """
    case .noSuchCounter(let code):
      """
      perf_event_open knows no hardware counter of instructions here (error \(code)), as in most \
      virtual machines and containers
      """
    case .unknownOperatingSystem:
      "hardware counters are read on Linux only"
    case .shared:
      """
      the hardware counter was used by another program for a part of the time; end other profilers
      """
    case .countsNothing:
      "the hardware counter of instructions stays at 0, as in some virtual machines"
    case .refused(let code):
      "perf_event_open was refused with error \(code)"
    }
  }
}

/// What this machine has to count instructions with.
public enum InstructionFacts {
  /// The processor's counter and valgrind.
  ///
  /// - Parameter searchPath: where valgrind is looked for, folders separated by colons; `nil`: this
  ///   process's `PATH`.
  public static func current(searchPath: String? = nil) -> [MachineFact] {
    let path = searchPath.map(SearchPath.init(text:)) ?? .ofThisProcess
    return [hardwareCounter(), valgrind(path)]
  }

  private static func hardwareCounter() -> MachineFact {
    let meaning = "The processor's own count of a case's instructions, which hardly vary at all."
    do throws(InstructionCounterUnavailable) {
      try InstructionCounter.checkAvailability()
      return MachineFact("instruction-counter", "usable", .harmless, meaning: meaning)
    } catch {
      return MachineFact(
        "instruction-counter", notAvailable: error.description, meaning: meaning)
    }
  }

  private static func valgrind(_ path: SearchPath) -> MachineFact {
    let meaning = "Counts instructions where the processor has no counter, some 50 times as slow."
    guard let program = path.program("valgrind") else {
      return MachineFact(
        "valgrind", notAvailable: "not installed", meaning: meaning,
        advice: "install valgrind where instructions are to be compared (--instructions)")
    }
    return MachineFact("valgrind", program, .harmless, meaning: meaning)
  }
}
