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
