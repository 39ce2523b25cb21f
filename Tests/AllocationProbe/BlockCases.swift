import Foundation
import ScenarioModel

/// Allocations of known sizes.
enum BlockCases {
  static func blocks(ofSizes sizes: [Int]) throws -> [AllocationMeasurement] {
    var meter = try AllocationMeter()
    var measurements: [AllocationMeasurement] = []
    for size in sizes {
      try meter.reset()
      let block = allocate(size)
      measurements.append(try meter.read())
      block.deallocate()
    }
    return measurements
  }

  static func arrays(ofCapacities capacities: [Int]) throws -> [AllocationMeasurement] {
    var meter = try AllocationMeter()
    var measurements: [AllocationMeasurement] = []
    for capacity in capacities {
      try meter.reset()
      let array = [UInt8](repeating: 1, count: capacity)
      let measurement = try meter.read()
      withExtendedLifetime(array) { measurements.append(measurement) }
    }
    return measurements
  }

  static func allocateAndFree(_ count: Int, size: Int) throws -> AllocationMeasurement {
    var meter = try AllocationMeter()
    try meter.reset()
    for _ in 0..<count { allocate(size).deallocate() }
    return try meter.read()
  }

  static func reallocate(from old: Int, to new: Int) throws -> AllocationMeasurement {
    var meter = try AllocationMeter()
    let block = malloc(old)
    use(block)
    try meter.reset()
    let moved = realloc(block, new)
    use(moved)
    return try meter.read()
  }

  // The optimiser removes a block of `malloc` that it can see unused; into the C library it
  // cannot see.
  private static func use(_ block: UnsafeMutableRawPointer?) {
    if let block { getentropy(block, 1) }
  }

  /// Rises to `blocks` blocks, falls to none, and rises again to half.
  static func peak(blocks: Int, size: Int) throws -> AllocationMeasurement {
    var held = HeldBlocks(capacity: blocks)
    var meter = try AllocationMeter()
    try meter.reset()
    held.add(blocks, size: size)
    held.freeAll()
    held.add(blocks / 2, size: size)
    return try meter.read()
  }

  /// Rises to 1, 2, ... `teeth` blocks and falls to none each time.
  static func sawtooth(teeth: Int, size: Int) throws -> AllocationMeasurement {
    var held = HeldBlocks(capacity: teeth)
    var meter = try AllocationMeter()
    try meter.reset()
    for tooth in 1...teeth {
      held.add(tooth, size: size)
      held.freeAll()
    }
    return try meter.read()
  }

  /// Half as many blocks are there before the reset and are freed after it.
  static func live(blocks: Int, size: Int) throws -> AllocationMeasurement {
    var before = HeldBlocks(capacity: blocks)
    before.add(blocks / 2, size: size)
    var held = HeldBlocks(capacity: blocks)
    var meter = try AllocationMeter()
    try meter.reset()
    held.add(blocks, size: size)
    before.freeAll()
    return try meter.read()
  }

  static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
    block.storeBytes(of: 1, as: UInt8.self)
    return block
  }
}

/// Blocks in an array that was reserved beforehand, so that holding them allocates nothing.
private struct HeldBlocks {
  private let blocks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private var count = 0

  init(capacity: Int) {
    blocks = .allocate(capacity: capacity)
  }

  mutating func add(_ added: Int, size: Int) {
    for _ in 0..<added {
      (blocks + count).initialize(to: BlockCases.allocate(size))
      count += 1
    }
  }

  mutating func freeAll() {
    while count > 0 {
      count -= 1
      blocks[count].deallocate()
    }
  }
}
