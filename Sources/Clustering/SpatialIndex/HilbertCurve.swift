/// Hilbert's curve through all places of the world: places close on the curve are close on the map.
///
/// D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück", Mathematische
/// Annalen 38, 1891.
///
/// The curve visits the four quarters of a square one after the other, and each quarter in the same
/// manner, but turned so that the ends meet. A table follows it four levels at a time: for 4 bits of
/// x and of y, and the way the curve lies in the square, it holds the 8 bits of the position, and
/// above them the way the curve lies in the part of the square that was reached.
enum HilbertCurve {
  /// How many bits of the position a step gives.
  static let bitsPerStep = 8
  /// The steps that tell all places apart.
  static let stepCount = 8

  static let table: [UInt16] = (0..<1024).map { index in
    var lie = Lie(rawValue: UInt16(index >> 8))
    var position: UInt16 = 0
    for bit in [3, 2, 1, 0] {
      let x = UInt16(index >> (4 + bit)) & 1
      let y = UInt16(index >> bit) & 1
      position = position << 2 | lie.enterQuarter(x: x, y: y)
    }
    return lie.rawValue << 8 | position
  }

  /// The position on the curve after a number of steps, of which each adds its bits below.
  static func position(
    of place: FixedPlace, steps: Int, table: UnsafeBufferPointer<UInt16>
  ) -> UInt64 {
    var (x, y) = (place.x, place.y)
    var lie = 0
    var position: UInt64 = 0
    for _ in 0..<steps {
      let entry = table[lie | Int(x &>> 28) &<< 4 | Int(y &>> 28)]
      position = position &<< 8 | UInt64(entry & 0xFF)
      lie = Int(entry & 0x300)
      x &<<= 4
      y &<<= 4
    }
    return position
  }

  /// How the curve lies in a square: bit 0 says that x and y are swapped, bit 1 that both run
  /// backwards.
  private struct Lie {
    var rawValue: UInt16

    /// Answers when the curve visits a quarter, and goes on in it.
    mutating func enterQuarter(x: UInt16, y: UInt16) -> UInt16 {
      let backwards = rawValue >> 1
      let isSwapped = rawValue & 1 == 1
      let across = (isSwapped ? y : x) ^ backwards
      let along = (isSwapped ? x : y) ^ backwards
      if along == 0 {
        rawValue ^= 1
        if across == 1 { rawValue ^= 2 }
      }
      return (3 * across) ^ along
    }
  }
}
