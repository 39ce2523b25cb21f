extension Bitmap {
  /// Writes a count over what the bitmap holds, with smooth edges; what lies outside is clipped.
  ///
  /// Allocates nothing.
  func draw(_ label: CountLabel, color: Color) {
    var x = label.originX
    for place in 0..<label.text.length {
      let glyph = label.text[place]
      draw(glyph, x: x, y: label.originY, unit: label.unit, color: color)
      x += (glyph.width + Glyph.spacing) * label.unit
    }
  }

  private func draw(_ glyph: Glyph, x: Float, y: Float, unit: Float, color: Color) {
    let reach = Glyph.strokeWidth / 2 * unit
    let columns = Self.pixels(from: x - reach, to: x + glyph.width * unit + reach, limit: width)
    let rows = Self.pixels(from: y - reach, to: y + Glyph.height * unit + reach, limit: height)
    let perPixel = 1 / unit
    let width = width
    withMutablePixels { pixels in
      for row in rows {
        let glyphY = (Float(row) + 0.5 - y) * perPixel
        var column = columns.lowerBound
        while column < columns.upperBound {
          let glyphX = (Float(column) + 0.5 - x) * perPixel
          let distance = glyph.distance(glyphX, glyphY) * unit - reach
          if distance >= 0.5 {
            // At most one closer a pixel: those in between are outside as well.
            column += Int(distance + 0.5)
            continue
          }
          let index = row * width + column
          let covered = color.scaled(by: EdgeColors.coverage(0.5 - distance))
          pixels[index] = covered.over(Color(premultiplied: pixels[index])).pixel
          column += 1
        }
      }
    }
  }

  /// The pixels whose centres lie less than half a pixel outside a stretch.
  private static func pixels(from start: Float, to end: Float, limit: Int) -> Range<Int> {
    let first = min(max(Int((start - 1).rounded(.down)), 0), limit)
    let last = min(max(Int((end + 1).rounded(.up)), first), limit)
    return first..<last
  }
}
