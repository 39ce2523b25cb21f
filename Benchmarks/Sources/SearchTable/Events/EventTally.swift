/// A count of actions, and a hash of their order.
struct EventTally: Hashable {
  private(set) var count = 0
  private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Counts an action. One step of a 64-bit FNV-1a hash: another order has another hash.
  @inline(__always)
  mutating func add(_ number: UInt64) {
    count += 1
    checksum = (checksum ^ number) &* 0x0000_0100_0000_01B3
  }
}
