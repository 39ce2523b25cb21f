/// A count set in the middle of a circle, as large as fits.
struct CountLabel {
  let text: AbbreviatedCount

  /// The pixels of a font unit.
  let unit: Float

  /// The middle of the leftmost stroke, in pixels.
  let originX: Float

  /// The middle of the top stroke, in pixels.
  let originY: Float

  /// Sets a text so that the corners of its box lie in a circle.
  ///
  /// - Parameters:
  ///   - text: what is written.
  ///   - circle: what the text may not leave.
  ///   - maximumHeight: the height above which short texts do not grow, in pixels.
  init(_ text: AbbreviatedCount, inside circle: Circle, maximumHeight: Float) {
    var strokeToStroke = Glyph.spacing * Float(text.length - 1)
    for place in 0..<text.length {
      strokeToStroke += text[place].width
    }
    let boxWidth = strokeToStroke + Glyph.strokeWidth
    let boxHeight = Glyph.height + Glyph.strokeWidth
    let diagonal = (boxWidth * boxWidth + boxHeight * boxHeight).squareRoot()
    self.text = text
    unit = min(maximumHeight / boxHeight, 2 * circle.radius / diagonal)
    originX = circle.centerX - strokeToStroke / 2 * unit
    originY = circle.centerY - Glyph.height / 2 * unit
  }
}
