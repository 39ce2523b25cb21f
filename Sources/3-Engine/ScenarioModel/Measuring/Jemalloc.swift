import CJemalloc

/// One of jemalloc's `mallctl` names, found once so that a later use allocates nothing and compares
/// no strings.
struct JemallocControl {
  /// jemalloc's index that stands for all arenas together, `MALLCTL_ARENAS_ALL`.
  static let allArenas = 4096

  private let name: StaticString
  // jemalloc's names have at most seven parts; a tuple stays inside the value.
  private var path: (Int, Int, Int, Int, Int, Int, Int)
  private let depth: Int

  init(_ name: StaticString) throws(MeterUnavailable) {
    var path = (0, 0, 0, 0, 0, 0, 0)
    var depth = MemoryLayout.size(ofValue: path) / MemoryLayout<Int>.stride
    let code = withUnsafeMutableBytes(of: &path) { path in
      mallctlnametomib(
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
        path.baseAddress?.assumingMemoryBound(to: Int.self), &depth)
    }
    guard code == 0 else { throw .controlRefused(name: "\(name)", code: code) }
    self.name = name
    self.path = path
    self.depth = depth
  }

  /// The same control with another number in place of its part number `part`.
  func indexed(_ index: Int, part: Int) -> JemallocControl {
    var copy = self
    withUnsafeMutableBytes(of: &copy.path) { path in
      path.storeBytes(of: index, toByteOffset: part * MemoryLayout<Int>.stride, as: Int.self)
    }
    return copy
  }

  /// Reads a value whose size must be that of `Value`.
  func read<Value: BitwiseCopyable>(into value: inout Value) throws(MeterUnavailable) {
    let code = withUnsafeMutableBytes(of: &value) { bytes in
      var size = bytes.count
      return call(bytes.baseAddress, &size, nil, 0)
    }
    try check(code)
  }

  func unsignedInteger() throws(MeterUnavailable) -> UInt64 {
    var value: UInt64 = 0
    try read(into: &value)
    return value
  }

  func write(_ value: UInt64) throws(MeterUnavailable) {
    var value = value
    let code = withUnsafeMutableBytes(of: &value) { bytes in
      call(nil, nil, bytes.baseAddress, bytes.count)
    }
    try check(code)
  }

  /// Triggers a control that neither takes nor gives a value.
  func trigger() throws(MeterUnavailable) {
    try check(call(nil, nil, nil, 0))
  }

  private func check(_ code: Int32) throws(MeterUnavailable) {
    guard code == 0 else { throw .controlRefused(name: "\(name)", code: code) }
  }

  private func call(
    _ old: UnsafeMutableRawPointer?, _ oldSize: UnsafeMutablePointer<Int>?,
    _ new: UnsafeMutableRawPointer?, _ newSize: Int
  ) -> Int32 {
    withUnsafeBytes(of: path) { path in
      mallctlbymib(
        path.baseAddress?.assumingMemoryBound(to: Int.self), depth, old, oldSize, new, newSize)
    }
  }
}

/// The totals of all arenas of jemalloc since the process started.
struct JemallocTotals {
  var allocations: UInt64 = 0
  /// Each allocation at the size of its class; frees are not subtracted.
  var bytesAllocated: UInt64 = 0
  /// The bytes allocated and not freed, the blocks in other threads' caches included.
  var liveBytes: UInt64 = 0
  /// The bytes of free blocks in the caches of threads.
  var cachedBytes: UInt64 = 0
}

/// A reader of `JemallocTotals`, which finds every name and every size class once.
struct JemallocTotalsReader {
  private let cacheEnabled: JemallocControl
  private let cacheFlush: JemallocControl
  private let epoch: JemallocControl
  private let smallLive: JemallocControl
  private let largeLive: JemallocControl
  private let cached: JemallocControl
  private let small: RequestCounters
  private let large: RequestCounters

  init() throws(MeterUnavailable) {
    cacheEnabled = try JemallocControl("thread.tcache.enabled")
    cacheFlush = try JemallocControl("thread.tcache.flush")
    epoch = try JemallocControl("epoch")
    smallLive = try JemallocControl("stats.arenas.0.small.allocated").overAllArenas
    largeLive = try JemallocControl("stats.arenas.0.large.allocated").overAllArenas
    cached = try JemallocControl("stats.arenas.0.tcache_bytes").overAllArenas
    small = try RequestCounters(
      count: JemallocControl("arenas.nbins"), size: JemallocControl("arenas.bin.0.size"),
      requests: JemallocControl("stats.arenas.0.bins.0.nrequests").overAllArenas)
    large = try RequestCounters(
      count: JemallocControl("arenas.nlextents"), size: JemallocControl("arenas.lextent.0.size"),
      requests: JemallocControl("stats.arenas.0.lextents.0.nrequests").overAllArenas)
  }

  /// Returns this thread's cache, and the requests counted in it, to the arenas.
  func flushThreadCache() throws(MeterUnavailable) {
    var isEnabled = false
    try cacheEnabled.read(into: &isEnabled)
    // Without a cache every request is counted in its arena at once.
    if isEnabled { try cacheFlush.trigger() }
  }

  /// The current totals: exact for this thread and for threads that ended; for other threads,
  /// without the counts that are still in their caches.
  func read() throws(MeterUnavailable) -> JemallocTotals {
    try flushThreadCache()
    try epoch.write(1)
    var totals = JemallocTotals()
    try small.add(to: &totals)
    try large.add(to: &totals)
    totals.liveBytes = try smallLive.unsignedInteger() + largeLive.unsignedInteger()
    totals.cachedBytes = try cached.unsignedInteger()
    return totals
  }
}

extension JemallocControl {
  /// The same `stats.arenas.<i>` control over all arenas, those that were destroyed included.
  fileprivate var overAllArenas: JemallocControl { indexed(Self.allArenas, part: 2) }
}

/// The request counters of jemalloc's small or of its large size classes.
private struct RequestCounters {
  private let sizes: [UInt64]
  private let requests: JemallocControl

  init(
    count: JemallocControl, size: JemallocControl, requests: JemallocControl
  ) throws(MeterUnavailable) {
    var classes: UInt32 = 0
    try count.read(into: &classes)
    var sizes: [UInt64] = []
    for index in 0..<Int(classes) {
      sizes.append(try size.indexed(index, part: 2).unsignedInteger())
    }
    self.sizes = sizes
    self.requests = requests
  }

  func add(to totals: inout JemallocTotals) throws(MeterUnavailable) {
    for index in sizes.indices {
      let count = try requests.indexed(index, part: 4).unsignedInteger()
      totals.allocations += count
      totals.bytesAllocated &+= count &* sizes[index]
    }
  }
}

/// The return of unused memory from jemalloc to the operating system.
///
/// It happens in small steps as time passes, inside whichever call allocates then: the instructions
/// of a piece of work would depend on the time that it took.
package enum AllocationDecay {
  /// Lets the calling thread's arena keep all memory from here on.
  ///
  /// Throws where jemalloc refuses a control, as where another allocator is in its place.
  package static func stop() throws(MeterUnavailable) {
    var arena: UInt32 = 0
    try JemallocControl("thread.arena").read(into: &arena)
    for control: StaticString in ["arena.0.dirty_decay_ms", "arena.0.muzzy_decay_ms"] {
      try JemallocControl(control).indexed(Int(arena), part: 1).write(never)
    }
  }

  /// The bits of -1, jemalloc's "never".
  private static let never = UInt64.max
}
