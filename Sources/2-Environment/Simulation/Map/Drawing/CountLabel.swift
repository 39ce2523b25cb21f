extension Int {
  /// The count as a cluster shows it: "2", "999", "1.2K", "15K", "1.0M", "999M+".
  ///
  /// Digits are cut off and never rounded up, so a cluster never claims more members than it has.
  /// The text has at most 5 characters, which a string stores inline: making it allocates nothing.
  /// - Precondition: the count is not negative.
  public var abbreviated: String {
    precondition(self >= 0, "A count of members is not negative; got \(self).")
    return switch self {
    case ..<1_000: "\(self)"
    case ..<1_000_000: text(inUnitsOf: 1_000, suffix: "K")
    case ..<1_000_000_000: text(inUnitsOf: 1_000_000, suffix: "M")
    default: "999M+"
    }
  }

  /// One decimal below ten units, none from there on.
  private func text(inUnitsOf unit: Int, suffix: String) -> String {
    let whole = "\(self / unit)"
    return self < 10 * unit ? whole + "." + "\(self * 10 / unit % 10)" + suffix : whole + suffix
  }
}

extension Bitmap {
  /// Writes a count into the middle of a circle, as large as fits, over the bitmap's content,
  /// clipped to the bitmap.
  ///
  /// The corners of the text's box lie in the circle. Allocates nothing.
  /// - Parameters:
  ///   - text: digits and the other characters of ``Swift/Int/abbreviated``.
  ///   - maxHeight: the height above which short texts do not grow, in pixels.
  func draw(_ text: String, inside circle: Circle, maxHeight: Float, color: Color) {
    let columns = Float(CountFont.columns(of: text))
    let rows = Float(CountFont.rows)
    let diagonal = (columns * columns + rows * rows).squareRoot()
    let cell = min(maxHeight / rows, 2 * circle.radius / diagonal)
    draw(
      text, x: circle.centerX - columns / 2 * cell, y: circle.centerY - rows / 2 * cell, cell: cell,
      color: color)
  }

  /// Writes a line of text with its top left at a place, over the bitmap's content, clipped to the
  /// bitmap.
  fileprivate func draw(_ text: String, x: Float, y: Float, cell: Float, color: Color) {
    var x = x
    for character in text.utf8 {
      draw(character, x: x, y: y, cell: cell, color: color)
      x += Float(CountFont.columns(of: character) + 1) * cell
    }
  }

  /// Scales a character's cells: between the middles of four cells their values are interpolated,
  /// and places above the font's threshold are covered, with a smooth edge of one pixel.
  private func draw(_ character: UInt8, x: Float, y: Float, cell: Float, color: Color) {
    let glyph = CountFont.glyph(character)
    // The middles of the first and the last cell, and of the empty ones next to them.
    let rows = Self.pixels(
      from: y - cell / 2, to: y + (Float(CountFont.rows) + 0.5) * cell, limit: height)
    let width = width
    withMutablePixels { pixels in
      for row in rows {
        let cellY = (Float(row) + 0.5 - y) / cell - 0.5
        let upperRow = cellY.rounded(.down)
        let upper = CountFont.row(Int(upperRow), of: glyph)
        let lower = CountFont.row(Int(upperRow) + 1, of: glyph)
        guard upper | lower != 0 else { continue }
        let toLower = cellY - upperRow
        for left in -1..<CountFont.columns(of: character) {
          // Coverage is linear from the middle of this column to the middle of the next.
          let onLeft = CountFont.coverage(left, upper, lower, toLower, cell: cell)
          let onRight = CountFont.coverage(left + 1, upper, lower, toLower, cell: cell)
          guard onLeft > 0 || onRight > 0 else { continue }
          let startX = x + (Float(left) + 0.5) * cell
          let slope = (onRight - onLeft) / cell
          for column in Self.pixels(from: startX, to: startX + cell, limit: width) {
            let coverage = onLeft + slope * (Float(column) + 0.5 - startX)
            let covered = color.scaled(by: Self.coverage(coverage))
            let index = row * width + column
            pixels[index] = covered.over(Color(premultiplied: pixels[index])).pixel
          }
        }
      }
    }
  }

  /// The pixels whose centres lie between two places.
  private static func pixels(from start: Float, to end: Float, limit: Int) -> Range<Int> {
    let first = min(max(Int((start - 0.5).rounded(.up)), 0), limit)
    let last = min(max(Int((end - 0.5).rounded(.up)), first), limit)
    return first..<last
  }
}

extension FrameBuffer {
  /// Writes a line of text over the picture, clipped to it.
  ///
  /// - Parameters:
  ///   - text: small letters, digits, `-`, `+`, `.`, `,` and `:`; other characters are blank.
  ///   - x: the place of the left edge, in pixels; a long text shrinks, so that as much is free on
  ///     its right.
  ///   - height: the height of a digit, in pixels.
  package func draw(_ text: String, x: Float, y: Float, height: Float, color: Color) {
    let columns = Float(max(CountFont.columns(of: text), 1))
    let cell = min(height / Float(CountFont.rows), (Float(width) - 2 * x) / columns)
    bitmap.draw(text, x: x, y: y, cell: cell, color: color)
  }
}

/// The bitmap font of counts: cells that are on or off, 7 rows of up to 5 columns a character.
private enum CountFont {
  static let rows = 7

  /// The value above which a place between cells is covered: low enough that cells which only
  /// touch at a corner are connected.
  static let threshold: Float = 0.4

  static func columns(of character: UInt8) -> Int { LetterFont.columns(of: character) }

  /// The columns of a line of text, with an empty one between two characters.
  static func columns(of text: String) -> Int {
    text.utf8.reduce(-1) { $0 + columns(of: $1) + 1 }
  }

  /// The cells of a character, row by row from the top, the leftmost column in the highest bit.
  static func glyph(_ character: UInt8) -> UInt64 {
    switch character {
    case UInt8(ascii: "0"): 0b01110_10001_10001_10001_10001_10001_01110
    case UInt8(ascii: "1"): 0b00100_01100_00100_00100_00100_00100_01110
    case UInt8(ascii: "2"): 0b01110_10001_00001_00010_00100_01000_11111
    case UInt8(ascii: "3"): 0b01110_10001_00001_00110_00001_10001_01110
    case UInt8(ascii: "4"): 0b00010_00110_01010_10010_11111_00010_00010
    case UInt8(ascii: "5"): 0b11111_10000_11110_00001_00001_10001_01110
    case UInt8(ascii: "6"): 0b00110_01000_10000_11110_10001_10001_01110
    case UInt8(ascii: "7"): 0b11111_00001_00010_00010_00100_00100_00100
    case UInt8(ascii: "8"): 0b01110_10001_10001_01110_10001_10001_01110
    case UInt8(ascii: "9"): 0b01110_10001_10001_01111_00001_00010_01100
    case UInt8(ascii: "."): 0b00000_00000_00000_00000_00000_00000_10000
    case UInt8(ascii: "+"): 0b00000_00100_00100_11111_00100_00100_00000
    case UInt8(ascii: "K"): 0b10001_10010_10100_11000_10100_10010_10001
    case UInt8(ascii: "M"): 0b10001_11011_10101_10101_10001_10001_10001
    default: LetterFont.glyph(character)
    }
  }

  /// The cells of a row, with an empty column on either side; outside the glyph all are empty.
  @inline(__always)
  static func row(_ row: Int, of glyph: UInt64) -> UInt64 {
    row < 0 || row >= rows ? 0 : (glyph >> UInt64(5 * (rows - 1 - row)) & 0b11111) << 1
  }

  /// The covered fraction of a pixel between two rows at the middle of a column: below 0 outside
  /// the character, above 1 inside.
  @inline(__always)
  static func coverage(
    _ column: Int, _ upper: UInt64, _ lower: UInt64, _ toLower: Float, cell: Float
  ) -> Float {
    let shift = UInt64(truncatingIfNeeded: 5 - column)
    let onUpper: Float = upper >> shift & 1 == 0 ? 0 : 1
    let onLower: Float = lower >> shift & 1 == 0 ? 0 : 1
    return (onUpper + (onLower - onUpper) * toLower - threshold) * cell + 0.5
  }
}
