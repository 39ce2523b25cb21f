import ScenarioModel

/// The resident memory of this process.
enum ResidentCases {
  /// Before, while and after `bytes` are touched, and after the peak was reset.
  static func touch(bytes: Int) throws -> [ResidentMemory] {
    let meter = try AllocationMeter()
    let before = try ResidentMemory.read()
    // Small enough for jemalloc to pad none and to keep their pages when they are freed.
    let size = 8192
    let blocks = (0..<bytes / size).map { _ in
      let block = BlockCases.allocate(size)
      block.initializeMemory(as: UInt8.self, repeating: 1, count: size)
      return block
    }
    let touched = try ResidentMemory.read()
    for block in blocks { block.deallocate() }
    try meter.releaseUnusedMemory()
    let released = try ResidentMemory.read()
    try ResidentMemory.resetPeak()
    return [before, touched, released, try ResidentMemory.read()]
  }
}
