import CInstructionCounter

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
