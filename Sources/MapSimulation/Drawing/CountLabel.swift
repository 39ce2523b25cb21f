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

/// A letter of the small stroke font in which counts are written.
///
/// A letter is a set of lines and arcs, drawn with a round pen: 6 font units high from the middle
/// of the top stroke to the middle of the bottom one.
enum Glyph: UInt8, Sendable {
  case zero, one, two, three, four, five, six, seven, eight, nine
  case point, plus, thousand, million

  /// The height between the middles of the top and the bottom stroke, in font units.
  static let height: Float = 6

  /// The width of the pen, in font units.
  static let strokeWidth: Float = 1.2

  /// The distance between the strokes of neighbouring letters, in font units.
  static let spacing: Float = 1.9

  /// The width between the middles of the outermost strokes, in font units.
  var width: Float {
    switch self {
    case .zero, .two, .five, .six, .seven, .nine: 3.6
    case .one: 1.8
    case .three, .eight: 3.2
    case .four: 4
    case .point: 0.3
    case .plus: 3.2
    case .thousand: 3.5
    case .million: 4.4
    }
  }

  /// The letter as text.
  var character: Character {
    switch self {
    case .zero: "0"
    case .one: "1"
    case .two: "2"
    case .three: "3"
    case .four: "4"
    case .five: "5"
    case .six: "6"
    case .seven: "7"
    case .eight: "8"
    case .nine: "9"
    case .point: "."
    case .plus: "+"
    case .thousand: "K"
    case .million: "M"
    }
  }
}

extension Glyph {
  /// The distance of a point from the nearest stroke's middle, in font units.
  ///
  /// - Complexity: O(1), at most four strokes.
  @inline(__always)
  func distance(_ x: Float, _ y: Float) -> Float {
    typealias Stroke = StrokeGeometry
    switch self {
    case .zero:
      return Stroke.stadium(x, y, centerX: 1.8, from: 1.8, to: 4.2, radius: 1.8)
    case .one:
      return min(
        Stroke.segment(x, y, from: (0, 1.4), to: (1.8, 0)),
        Stroke.segment(x, y, from: (1.8, 0), to: (1.8, 6)))
    case .two:
      // The diagonal touches the arc: its end direction is (20, 21, 29)'s.
      return min(
        Stroke.arc(
          x, y, center: (1.8, 1.8), radius: 1.8, from: (-1, 0), to: (20.0 / 29, 21.0 / 29)),
        Stroke.segment(x, y, from: (3.0414, 3.1034), to: (0, 6)),
        Stroke.segment(x, y, from: (0, 6), to: (3.6, 6)))
    case .three:
      return min(
        Stroke.arc(x, y, center: (1.6, 1.4), radius: 1.4, from: (-0.96, -0.28), to: (0, 1)),
        Stroke.arc(x, y, center: (1.6, 4.4), radius: 1.6, from: (0, -1), to: (-0.96, 0.28)))
    case .four:
      return min(
        Stroke.segment(x, y, from: (2.8, 0), to: (0, 4.2)),
        Stroke.segment(x, y, from: (0, 4.2), to: (4, 4.2)),
        Stroke.segment(x, y, from: (2.8, 0), to: (2.8, 6)))
    case .five:
      return min(
        Stroke.segment(x, y, from: (0.6, 0), to: (3.3, 0)),
        Stroke.segment(x, y, from: (0.6, 0), to: (0.36, 2.75)),
        Stroke.arc(
          x, y, center: (1.7, 4.1), radius: 1.9, from: (-0.7071, -0.7071), to: (-0.8, 0.6)))
    case .six:
      return min(
        Stroke.ring(x, y, center: (1.8, 4.2), radius: 1.8),
        Stroke.arc(x, y, center: (4.3, 4.2), radius: 4.3, from: (-1, 0), to: (-0.3023, -0.9532)))
    case .seven:
      return min(
        Stroke.segment(x, y, from: (0, 0), to: (3.6, 0)),
        Stroke.segment(x, y, from: (3.6, 0), to: (1.2, 6)))
    case .eight:
      return min(
        Stroke.ring(x, y, center: (1.6, 1.4), radius: 1.4),
        Stroke.ring(x, y, center: (1.6, 4.4), radius: 1.6))
    case .nine:
      return min(
        Stroke.ring(x, y, center: (1.8, 1.8), radius: 1.8),
        Stroke.arc(x, y, center: (-0.7, 1.8), radius: 4.3, from: (1, 0), to: (0.3023, 0.9532)))
    case .point:
      return Stroke.dot(x, y, at: (0.15, 5.85)) - 0.15
    case .plus:
      return min(
        Stroke.segment(x, y, from: (0, 3.2), to: (3.2, 3.2)),
        Stroke.segment(x, y, from: (1.6, 1.6), to: (1.6, 4.8)))
    case .thousand:
      return min(
        Stroke.segment(x, y, from: (0, 0), to: (0, 6)),
        Stroke.segment(x, y, from: (3.3, 0), to: (0, 3.6)),
        Stroke.segment(x, y, from: (1.2, 2.3), to: (3.5, 6)))
    case .million:
      return min(
        Stroke.segment(x, y, from: (0, 6), to: (0, 0)),
        Stroke.segment(x, y, from: (0, 0), to: (2.2, 4)),
        Stroke.segment(x, y, from: (2.2, 4), to: (4.4, 0)),
        Stroke.segment(x, y, from: (4.4, 0), to: (4.4, 6)))
    }
  }
}

/// Distances of a point from the lines and arcs that letters are drawn with, in font units.
///
/// y grows downwards, so "clockwise" is clockwise as seen on screen.
enum StrokeGeometry {
  /// The distance from a straight line between two points.
  @inline(__always)
  static func segment(
    _ x: Float, _ y: Float, from start: (x: Float, y: Float), to end: (x: Float, y: Float)
  ) -> Float {
    let lineX = end.x - start.x
    let lineY = end.y - start.y
    let offsetX = x - start.x
    let offsetY = y - start.y
    // Points known when compiling make this a constant, which saves the division.
    let perSquaredLength = 1 / (lineX * lineX + lineY * lineY)
    let along = (offsetX * lineX + offsetY * lineY) * perSquaredLength
    let clamped = min(max(along, 0), 1)
    return length(offsetX - clamped * lineX, offsetY - clamped * lineY)
  }

  /// The distance from a point.
  @inline(__always)
  static func dot(_ x: Float, _ y: Float, at center: (x: Float, y: Float)) -> Float {
    length(x - center.x, y - center.y)
  }

  /// The distance from a circle's line.
  @inline(__always)
  static func ring(
    _ x: Float, _ y: Float, center: (x: Float, y: Float), radius: Float
  ) -> Float {
    abs(length(x - center.x, y - center.y) - radius)
  }

  /// The distance from the line of a stadium: two half circles of one radius around the ends of
  /// an upright line, joined by straight sides.
  @inline(__always)
  static func stadium(
    _ x: Float, _ y: Float, centerX: Float, from top: Float, to bottom: Float, radius: Float
  ) -> Float {
    abs(length(x - centerX, y - min(max(y, top), bottom)) - radius)
  }

  /// The distance from an arc that runs clockwise between two directions (unit vectors).
  @inline(__always)
  static func arc(
    _ x: Float, _ y: Float, center: (x: Float, y: Float), radius: Float,
    from start: (x: Float, y: Float), to end: (x: Float, y: Float)
  ) -> Float {
    let dx = x - center.x
    let dy = y - center.y
    let isAfterStart = start.x * dy - start.y * dx >= 0
    let isBeforeEnd = dx * end.y - dy * end.x >= 0
    let isAtMostHalf = start.x * end.y - start.y * end.x >= 0
    let isBeside =
      isAtMostHalf ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd
    if isBeside { return abs(length(dx, dy) - radius) }
    return min(
      length(dx - radius * start.x, dy - radius * start.y),
      length(dx - radius * end.x, dy - radius * end.y))
  }

  @inline(__always)
  private static func length(_ x: Float, _ y: Float) -> Float {
    (x * x + y * y).squareRoot()
  }
}
