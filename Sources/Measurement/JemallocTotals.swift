/// What all arenas of jemalloc together have served since the process started.
struct JemallocTotals {
  var allocations: UInt64 = 0
  /// Each allocation at the size of its class, never less for frees.
  var bytesAllocated: UInt64 = 0
  /// What is allocated and not freed, the blocks in other threads' caches included.
  var liveBytes: UInt64 = 0
  /// Free blocks that other threads hold back for themselves.
  var cachedBytes: UInt64 = 0
  /// The threads still running that have ever allocated.
  var threads: UInt32 = 0
}

/// Reads `JemallocTotals`; looks up every name and every size class once.
struct JemallocTotalsReader {
  private let cacheEnabled: JemallocControl
  private let cacheFlush: JemallocControl
  private let epoch: JemallocControl
  private let smallLive: JemallocControl
  private let largeLive: JemallocControl
  private let cached: JemallocControl
  private let threads: JemallocControl
  private let small: RequestCounters
  private let large: RequestCounters

  init() throws(MeterUnavailable) {
    cacheEnabled = try JemallocControl("thread.tcache.enabled")
    cacheFlush = try JemallocControl("thread.tcache.flush")
    epoch = try JemallocControl("epoch")
    smallLive = try JemallocControl("stats.arenas.0.small.allocated").overAllArenas
    largeLive = try JemallocControl("stats.arenas.0.large.allocated").overAllArenas
    cached = try JemallocControl("stats.arenas.0.tcache_bytes").overAllArenas
    threads = try JemallocControl("stats.arenas.0.nthreads").overAllArenas
    small = try RequestCounters(
      count: JemallocControl("arenas.nbins"), size: JemallocControl("arenas.bin.0.size"),
      requests: JemallocControl("stats.arenas.0.bins.0.nrequests").overAllArenas)
    large = try RequestCounters(
      count: JemallocControl("arenas.nlextents"), size: JemallocControl("arenas.lextent.0.size"),
      requests: JemallocControl("stats.arenas.0.lextents.0.nrequests").overAllArenas)
  }

  /// Hands this thread's cache and the requests counted in it back to the arenas.
  func flushThreadCache() throws(MeterUnavailable) {
    var isEnabled = false
    try cacheEnabled.read(into: &isEnabled)
    // Without a cache every request is counted in its arena at once.
    if isEnabled { try cacheFlush.trigger() }
  }

  /// The totals of this moment: exact for this thread and for threads that ended, for the others
  /// without what is still counted in their caches.
  func read() throws(MeterUnavailable) -> JemallocTotals {
    try flushThreadCache()
    try epoch.write(1)
    var totals = JemallocTotals()
    try small.add(to: &totals)
    try large.add(to: &totals)
    totals.liveBytes = try smallLive.unsignedInteger() + largeLive.unsignedInteger()
    totals.cachedBytes = try cached.unsignedInteger()
    try threads.read(into: &totals.threads)
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
