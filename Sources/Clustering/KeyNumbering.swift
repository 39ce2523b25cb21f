/// Numbers distinct keys 0, 1, 2, ... in the order of their first appearance.
///
/// An open-addressing table without random seeds; nothing is ever read out in the table's order.
struct KeyNumbering: Sendable {
  /// A number plus 1 in each slot, 0 where the slot is free. The count is a power of two.
  private var slots: [UInt32] = []
  private var keys: [UInt64] = []

  /// Forgets all keys and makes room for a number of new ones.
  mutating func removeAll(reserving capacity: Int) {
    keys.removeAll(keepingCapacity: true)
    keys.reserveCapacity(capacity)
    let wanted = Self.slotCount(for: capacity)
    if wanted > slots.count {
      slots = [UInt32](repeating: 0, count: wanted)
    } else {
      for slot in slots.indices { slots[slot] = 0 }
    }
  }

  /// The number of a key, or `nil` where it was not seen.
  func number(of key: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let found = slots[slot(of: key)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// The number of a key, which is a new one where it was not seen.
  mutating func numberAdding(_ key: UInt64) -> Int {
    if (keys.count + 1) * 2 > slots.count { grow() }
    let slot = slot(of: key)
    if slots[slot] == 0 {
      keys.append(key)
      slots[slot] = UInt32(keys.count)
    }
    return Int(slots[slot]) - 1
  }

  /// The slot that holds the key, or the free one where it belongs.
  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    // Fibonacci hashing: the high bits of the product depend on all bits of the key.
    let product = key &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: product >> 32) & mask
    while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: Self.slotCount(for: keys.count + 1))
    for number in keys.indices { slots[slot(of: keys[number])] = UInt32(number + 1) }
  }

  /// At least twice the keys, and room to double.
  private static func slotCount(for keyCount: Int) -> Int {
    var count = 16
    while count < keyCount * 3 { count *= 2 }
    return count
  }
}
