/// A count as a cluster shows it: "2", "999", "1.2K", "15K", "1.0M".
///
/// What is cut off is never rounded up, so a cluster never claims more members than it has. A
/// value is stored inline: making one allocates nothing.
public struct AbbreviatedCount: Hashable, Sendable, CustomStringConvertible {
  private var glyphs = SIMD8<UInt8>(repeating: 0)

  /// The number of letters, 1 to 5.
  public private(set) var length = 0

  /// Abbreviates a count.
  ///
  /// - Precondition: the count is not negative.
  public init(_ count: Int) {
    precondition(count >= 0, "A count of members is not negative; got \(count).")
    switch count {
    case ..<1_000:
      append(number: count)
    case ..<1_000_000:
      append(count, in: 1_000, suffix: .thousand)
    case ..<1_000_000_000:
      append(count, in: 1_000_000, suffix: .million)
    default:
      append(number: 999)
      append(.million)
      append(.plus)
    }
  }

  /// The abbreviated count as text.
  public var description: String {
    String((0..<length).map { self[$0].character })
  }

  /// The letter at a place, from the left.
  subscript(place: Int) -> Glyph { Glyph(rawValue: glyphs[place]) ?? .zero }

  /// One decimal below ten units, none from there on.
  private mutating func append(_ count: Int, in unit: Int, suffix: Glyph) {
    append(number: count / unit)
    if count < 10 * unit {
      append(.point)
      append(number: count * 10 / unit % 10)
    }
    append(suffix)
  }

  private mutating func append(number: Int) {
    if number >= 10 { append(number: number / 10) }
    append(Glyph(rawValue: UInt8(number % 10)) ?? .zero)
  }

  private mutating func append(_ glyph: Glyph) {
    glyphs[length] = glyph.rawValue
    length += 1
  }
}
