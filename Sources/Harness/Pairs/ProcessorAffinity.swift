import CProcessorAffinity

/// On which of the machine's processors a process runs.
///
/// The two workers of a pair run on the same one. On two, each would keep its own for most of the
/// pair, and processors of a shared machine differ: whatever its neighbours do slows down one of
/// them for a while. On a virtual machine with two processors, pairs of one program on two of them
/// differed by 15 % (standard deviation), on the same one by 2.5 %.
///
/// Darwin lets nobody choose a processor.
enum ProcessorAffinity {
  /// The numbers of the processors that this process may run on; none where that cannot be told or
  /// chosen.
  static func available() -> [Int] {
    var numbers = [Int32](repeating: 0, count: greatestCount)
    let count = mappressure_processor_affinity_get(&numbers, Int32(numbers.count))
    return numbers.prefix(max(0, Int(count))).map { Int($0) }
  }

  /// Keeps a process that has one thread on a processor; threads that it starts later stay there
  /// too. Where the system refuses, it runs where it did.
  static func keep(_ process: Int32, on processor: Int) {
    _ = mappressure_processor_affinity_set(process, Int32(processor))
  }

  private static let greatestCount = 1_024
}
