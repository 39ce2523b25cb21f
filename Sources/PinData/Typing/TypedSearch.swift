import MapGeometry

/// One search by one person: what they want, what their map shows, and every keystroke.
///
/// Times are nanoseconds from the first moment of the search; the first keystroke may come later.
public struct TypedSearch: Hashable, Sendable {
  /// The search field after a key was pressed.
  public struct Keystroke: Hashable, Sendable {
    public let time: Int64
    /// The whole text of the field, not only what was added.
    public let text: String

    public init(time: Int64, text: String) {
      self.time = time
      self.text = text
    }
  }

  /// How the person ends the typing.
  public enum Ending: Hashable, Sendable {
    /// Presses the search key.
    case submit
    /// Taps the row of what they want as soon as they have seen it, and types no further; where it
    /// does not come, types to the end and presses the search key.
    case selectCompletion
  }

  /// Which person searches: people are numbered from 0, and each has a device of their own.
  public let person: Int
  /// When the search begins, in nanoseconds of that person's day.
  public let start: Int64
  /// What the map shows while they type.
  public let region: Region
  /// The place that they want, as its position in the `PlaceSet`; `nil` where nobody knows it.
  public let wanted: Int?
  /// In ascending order of time; texts may grow, shrink and be corrected.
  public let keystrokes: [Keystroke]
  public let ending: Ending
  /// When the search key or the row is pressed; not before the last keystroke.
  public let endingTime: Int64

  public init(
    person: Int, start: Int64, region: Region, wanted: Int?, keystrokes: [Keystroke],
    ending: Ending, endingTime: Int64
  ) {
    self.person = person
    self.start = start
    self.region = region
    self.wanted = wanted
    self.keystrokes = keystrokes
    self.ending = ending
    self.endingTime = endingTime
  }

  /// What stands in the field in the end.
  public var finalText: String { keystrokes.last?.text ?? "" }
}
