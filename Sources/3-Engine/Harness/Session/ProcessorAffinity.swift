import CSystemCalls
import Foundation

/// The choice of the processor that a process runs on.
///
/// The two workers of a pair run on the same processor. With two processors, each worker would keep
/// its own for most of the pair, and processors of a shared machine differ, because other load
/// slows one of them down for a while. On a virtual machine with two processors, pairs of one
/// program on different processors differed by 15 % (standard deviation), on the same one by 2.5 %.
///
/// On Darwin a program cannot choose a processor.
enum ProcessorAffinity {
  /// The numbers of the processors that this process may run on; empty if they are not known or
  /// cannot be chosen.
  static func available() -> [Int] {
    var numbers = [Int32](repeating: 0, count: maxCount)
    let count = mappressure_processor_affinity_get(&numbers, Int32(numbers.count))
    return numbers.prefix(max(0, Int(count))).map { Int($0) }
  }

  /// Pins a process with its threads to a processor; threads that they start later stay there too.
  /// If the system refuses, nothing changes.
  static func keep(_ process: Int32, on processor: Int) {
    _ = mappressure_processor_affinity_set(process, Int32(processor))
    let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    for thread in (threads ?? []).compactMap({ Int32($0) }) where thread != process {
      _ = mappressure_processor_affinity_set(thread, Int32(processor))
    }
  }

  private static let maxCount = 1_024
}
