import Foundation

/// The hard limit on a worker's memory.
///
/// The coordinator watches the resident memory and ends a worker that passes its limit. Memory that
/// is asked for faster than it looks is refused by the operating system, a quarter above that.
public enum WorkerMemoryLimit {
  /// Limits this process; `bytes` is what the coordinator allows to be resident.
  public static func apply(_ bytes: Int) {
    let hard = rlim_t(bytes + bytes / 4 + addressSpaceOverhead)
    var limit = rlimit(rlim_cur: hard, rlim_max: hard)
    // Where the system refuses a limit, the coordinator's watch remains.
    setrlimit(resource, &limit)
  }

  /// Whether a dead worker's standard error says that it was refused memory.
  static func isDenial(_ standardError: String) -> Bool {
    standardError.contains("failed to allocate")
      || standardError.contains("Could not allocate memory")
  }

  /// Address space that a process has without using it: the program, libraries, thread stacks and
  /// the allocator's reserves.
  private static let addressSpaceOverhead = 1 << 30
}

extension WorkerMemoryLimit {
  #if canImport(Darwin)
    private static let resource = RLIMIT_AS
  #else
    private static let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
  #endif
}
