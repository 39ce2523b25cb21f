/// Which of a row of equal slots are free: those given back, and all after the end.
///
/// A free slot holds the number of the next free one, so that the list needs no memory of its own.
struct SlotNumbers: Sendable {
  /// How many slots were ever taken.
  private(set) var end: UInt32
  /// The slot that was given back last.
  private(set) var firstFree: UInt32?

  private static let none = UInt32.max

  init(used count: UInt32) {
    end = count
  }

  /// Takes ``firstFree``, or a new slot where there is none.
  ///
  /// - Parameter content: What the free slot holds.
  mutating func take(holding content: UInt32?) -> UInt32 {
    guard let free = firstFree else {
      end += 1
      return end - 1
    }
    firstFree = content == Self.none ? nil : content
    return free
  }

  /// Gives a slot back. Returns what it must hold until it is taken again.
  mutating func give(_ slot: UInt32) -> UInt32 {
    defer { firstFree = slot }
    return firstFree ?? Self.none
  }
}
