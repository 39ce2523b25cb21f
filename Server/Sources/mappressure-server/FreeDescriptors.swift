import Foundation

/// The file descriptors that the process may still open: those below its limit that it has not
/// inherited.
enum FreeDescriptors {
  /// The descriptors that the server needs without connections. The library for HTTP has three for
  /// each processor, and a database in the network one; the rest is for the store, its log and the
  /// system. The system's library ends the process if it gets none.
  private static let needed = 32 + 4 * ProcessInfo.processInfo.activeProcessorCount
  /// The descriptors that are kept from connections where there are enough.
  private static let reserve = max(needed, 128)

  /// As many connections as the process has descriptors for; raises its limit where that is too low.
  static func connections(wanted: Int) throws(TooFewDescriptors) -> Int {
    let enough = wanted + reserve
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return wanted }
    let missing = enough - freeCount(below: limit.rlim_cur, enough: enough)
    if missing > 0 {
      limit.rlim_cur = min(limit.rlim_max, limit.rlim_cur + rlim_t(missing))
      _ = setrlimit(resource, &limit)
      guard getrlimit(resource, &limit) == 0 else { return wanted }
    }
    let free = freeCount(below: limit.rlim_cur, enough: enough)
    guard free > needed else {
      throw TooFewDescriptors(needed: needed, free: free, limit: Int(clamping: limit.rlim_cur))
    }
    return min(wanted, free - max(needed, min(reserve, free * 3 / 4)))
  }

  private static func freeCount(below limit: rlim_t, enough: Int) -> Int {
    var count = 0
    // Asked one by one: a list of them needs a descriptor itself.
    for descriptor in 0..<Int32(clamping: limit) where fcntl(descriptor, F_GETFD) < 0 {
      count += 1
      if count == enough { break }
    }
    return count
  }

  #if canImport(Darwin)
    private static let resource = RLIMIT_NOFILE
  #else
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}

/// A process that has too few descriptors for a server without connections.
struct TooFewDescriptors: Error, CustomStringConvertible {
  let needed: Int
  let free: Int
  let limit: Int

  var description: String {
    "expected more than \(needed) free file descriptors, found \(free) below the limit of \(limit); "
      + "raise it, such as with 'ulimit -n 1024', or close descriptors that the process inherits"
  }
}
