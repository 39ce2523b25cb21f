extension String {
  /// The count as a cluster shows it: "2", "999", "1.2K", "15K", "1.0M", "999M+".
  ///
  /// Digits are cut off and never rounded up, so a cluster never claims more members than it has. The
  /// text has at most 5 characters, which a string stores inline: making it allocates nothing.
  /// - Precondition: the count is not negative.
  public init(abbreviating count: Int) {
    precondition(count >= 0, "A count of members is not negative; got \(count).")
    switch count {
    case ..<1_000: self = "\(count)"
    case ..<1_000_000: self.init(count, inUnitsOf: 1_000, suffix: "K")
    case ..<1_000_000_000: self.init(count, inUnitsOf: 1_000_000, suffix: "M")
    default: self = "999M+"
    }
  }

  /// One decimal below ten units, none from there on.
  private init(_ count: Int, inUnitsOf unit: Int, suffix: String) {
    let whole = "\(count / unit)"
    self = count < 10 * unit ? whole + "." + "\(count * 10 / unit % 10)" + suffix : whole + suffix
  }
}

extension Bitmap {
  /// Writes a count into the middle of a circle, as large as fits, over the bitmap's content, clipped
  /// to the bitmap.
  ///
  /// The corners of the text's box lie in the circle. Allocates nothing.
  /// - Parameters:
  ///   - text: digits and the other characters of ``Swift/String/init(abbreviating:)``.
  ///   - maxHeight: the height above which short texts do not grow, in pixels.
  func draw(_ text: String, inside circle: Circle, maxHeight: Float, color: Color) {
    let columns = Float(text.utf8.reduce(-1) { $0 + CountFont.columns(of: $1) + 1 })
    let rows = Float(CountFont.rows)
    let diagonal = (columns * columns + rows * rows).squareRoot()
    let cell = min(maxHeight / rows, 2 * circle.radius / diagonal)
    var x = circle.centerX - columns / 2 * cell
    let y = circle.centerY - rows / 2 * cell
    for character in text.utf8 {
      draw(character, x: x, y: y, cell: cell, color: color)
      x += Float(CountFont.columns(of: character) + 1) * cell
    }
  }

  /// Scales a character's cells: between the middles of four cells their values are interpolated,
  /// and places above the font's threshold are covered, with a smooth edge of one pixel.
  private func draw(_ character: UInt8, x: Float, y: Float, cell: Float, color: Color) {
    let glyph = CountFont.glyph(character)
    let perPixel = 1 / cell
    // A glyph ends half a cell outside its box at the latest.
    let endX = x + (Float(CountFont.columns(of: character)) + 0.5) * cell
    let columns = Self.pixels(from: x - cell / 2, to: endX, limit: width)
    let endY = y + (Float(CountFont.rows) + 0.5) * cell
    let rows = Self.pixels(from: y - cell / 2, to: endY, limit: height)
    let width = width
    withMutablePixels { pixels in
      for row in rows {
        let cellY = (Float(row) + 0.5 - y) * perPixel - 0.5
        let upperRow = cellY.rounded(.down)
        let upper = CountFont.row(Int(upperRow), of: glyph)
        let lower = CountFont.row(Int(upperRow) + 1, of: glyph)
        guard upper | lower != 0 else { continue }
        let fromUpper = cellY - upperRow
        for column in columns {
          let cellX = (Float(column) + 0.5 - x) * perPixel - 0.5
          let leftColumn = cellX.rounded(.down)
          let cells = CountFont.pairs(Int(leftColumn), upper, lower)
          guard cells != 0 else { continue }
          let value = CountFont.value(
            of: cells, fromLeft: cellX - leftColumn, fromUpper: fromUpper)
          let coverage = Self.coverage((value - CountFont.threshold) * cell + 0.5)
          guard coverage > 0 else { continue }
          let index = row * width + column
          pixels[index] =
            color.scaled(by: coverage).over(Color(premultiplied: pixels[index])).pixel
        }
      }
    }
  }

  /// The pixels whose centres may lie between two places.
  private static func pixels(from start: Float, to end: Float, limit: Int) -> Range<Int> {
    let first = min(max(Int(start.rounded(.down)), 0), limit)
    let last = min(max(Int(end.rounded(.up)), first), limit)
    return first..<last
  }
}

/// The bitmap font of counts: cells that are on or off, 7 rows of up to 5 columns a character.
private enum CountFont {
  static let rows = 7

  /// The value above which a place between cells is covered: low enough that cells which only
  /// touch at a corner are connected.
  static let threshold: Float = 0.4

  static func columns(of character: UInt8) -> Int {
    character == UInt8(ascii: ".") ? 1 : 5
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
    default: 0
    }
  }

  /// The cells of a row, with an empty column on either side; outside the glyph all are empty.
  @inline(__always)
  static func row(_ row: Int, of glyph: UInt64) -> UInt64 {
    row < 0 || row >= rows ? 0 : (glyph >> UInt64(5 * (rows - 1 - row)) & 0b11111) << 1
  }

  /// The cells of two rows in a column, which may be the one before the glyph, and in the next: in
  /// the highest bit the upper left one, then the upper right, lower left and lower right.
  @inline(__always)
  static func pairs(_ column: Int, _ upper: UInt64, _ lower: UInt64) -> UInt64 {
    let shift = UInt64(truncatingIfNeeded: 4 - column)
    return (upper >> shift & 0b11) << 2 | lower >> shift & 0b11
  }

  /// The value between the middles of four cells, from bilinear interpolation.
  @inline(__always)
  static func value(of cells: UInt64, fromLeft: Float, fromUpper: Float) -> Float {
    func cell(_ bit: UInt64) -> Float { Float(Int32(truncatingIfNeeded: cells >> bit & 1)) }
    let upper = cell(3) + (cell(2) - cell(3)) * fromLeft
    let lower = cell(1) + (cell(0) - cell(1)) * fromLeft
    return upper + (lower - upper) * fromUpper
  }
}
