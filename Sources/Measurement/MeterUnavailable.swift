/// Why the allocator's counters cannot be read; a report prints its `description` after
/// "not available: ".
public enum MeterUnavailable: Error, Hashable, Sendable {
  /// A block that Swift allocated did not move jemalloc's counters by its size class.
  case differentAllocator(expectedBytes: Int, foundBytes: Int)
  /// jemalloc was built without statistics.
  case statisticsNotCompiledIn
  /// jemalloc refused a control that the meter needs, with this `errno` value.
  case controlRefused(name: String, code: Int32)
  /// The meter was reset on one thread and read on another.
  case anotherThread
}

extension MeterUnavailable: CustomStringConvertible {
  public var description: String {
    switch self {
    case .differentAllocator(let expectedBytes, let foundBytes):
      """
      this process does not allocate through jemalloc: a block of \(expectedBytes) bytes moved \
      its counter by \(foundBytes); link jemalloc before the C library and preload no other \
      allocator
      """
    case .statisticsNotCompiledIn:
      """
      jemalloc keeps no statistics: expected "config.stats" to be true, found false; install a \
      jemalloc that was built with statistics
      """
    case .controlRefused(let name, let code):
      """
      jemalloc refused "\(name)" with error \(code); the meter needs jemalloc 5.3 or later
      """
    case .anotherThread:
      """
      the allocation meter was read on another thread than it was reset on; reset, work and \
      read on one thread
      """
    }
  }
}
