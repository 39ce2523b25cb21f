import Support

/// A known amount of work of the kinds that strategies do: dependent loads, sorting, hashing and
/// allocating.
///
/// A unit is eight dependent loads from a list of 4 MB, an insertion sort of 16 numbers, a hash of
/// 128 bytes, and a block of 30 to 31 KB that is written a byte in every 64 and lives for 16 units.
/// Two units cost the same on average, so that 5 % more units are 5 % more work. Not safe on
/// several threads at once.
final class CalibratedWork {
  private static let nodeCount = 1 << 16
  private static let wordsOfNode = 16
  private static let liveBlocks = 16
  private static let bytesOfBlock = 30 * 1_024

  /// The next node of each node, in its first word; the nodes are a single circle.
  private let nodes: [Int32]
  private var node = 0
  private var random: SplitMix64
  private var blocks: [UnsafeMutableRawBufferPointer?]
  private var numbers = [UInt64](repeating: 0, count: 16)
  private(set) var units = 0
  /// A value that depends on all work, so that no compiler removes it.
  private(set) var checksum: UInt64 = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    nodes = Self.circle(using: &random)
    blocks = Array(repeating: nil, count: Self.liveBlocks)
  }

  deinit {
    for block in blocks { block?.deallocate() }
  }

  func perform(units count: Int) {
    for _ in 0..<count {
      followNodes()
      sortNumbers()
      replaceBlock()
      units += 1
    }
  }

  /// Takes and frees one block, and does no other work.
  func allocateOnce() {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
    block[0] = UInt8(truncatingIfNeeded: checksum)
    checksum &+= UInt64(block[0])
    block.deallocate()
  }

  private func followNodes() {
    for _ in 0..<8 { node = Int(nodes[node * Self.wordsOfNode]) }
    checksum &+= UInt64(node)
  }

  private func sortNumbers() {
    for index in numbers.indices { numbers[index] = random.next() }
    for end in 1..<numbers.count {
      let number = numbers[end]
      var place = end
      while place > 0, numbers[place - 1] > number {
        numbers[place] = numbers[place - 1]
        place -= 1
      }
      numbers[place] = number
    }
    // FNV-1a over their 128 bytes.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for number in numbers {
      for shift in stride(from: 0, to: 64, by: 8) {
        hash = (hash ^ (number >> UInt64(shift)) & 0xFF) &* 0x100_0000_01B3
      }
    }
    checksum &+= hash
  }

  private func replaceBlock() {
    let place = units % Self.liveBlocks
    blocks[place]?.deallocate()
    let size = Self.bytesOfBlock + Int(random.next() % 1_024)
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    for offset in stride(from: 0, to: size, by: 64) {
      block[offset] = UInt8(truncatingIfNeeded: offset)
    }
    checksum &+= UInt64(block[size / 2 & ~63])
    blocks[place] = block
  }

  /// A random permutation with one cycle (Sattolo 1986), so that the circle visits every node.
  private static func circle(using random: inout SplitMix64) -> [Int32] {
    var order = Array(Int32(0)..<Int32(nodeCount))
    for last in stride(from: nodeCount - 1, to: 0, by: -1) {
      order.swapAt(last, Int(random.next() % UInt64(last)))
    }
    var nodes = [Int32](repeating: 0, count: nodeCount * wordsOfNode)
    for (node, next) in order.enumerated() { nodes[node * wordsOfNode] = next }
    return nodes
  }
}
