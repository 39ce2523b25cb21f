import Clustering

/// The searches of several people over a day, by person and then by time.
public struct TypingTrace: Hashable, Sendable {
  /// The searches.
  public let searches: [TypedSearch]

  /// Creates a trace of searches.
  public init(searches: [TypedSearch]) { self.searches = searches }

  /// The number of keystrokes of all searches.
  public var keystrokeCount: Int { searches.reduce(0) { $0 + $1.keystrokes.count } }
}

/// One search by one person: what they want, what their map shows, and every keystroke.
///
/// Times are nanoseconds from the first moment of the search; the first keystroke may come later.
public struct TypedSearch: Hashable, Sendable {
  /// The search field after a key was pressed.
  public struct Keystroke: Hashable, Sendable {
    /// The time of the keystroke, in nanoseconds from the first moment of the search.
    public let time: Int64
    /// The whole text of the field, not only what was added.
    public let text: String

    /// Creates a keystroke.
    public init(time: Int64, text: String) {
      self.time = time
      self.text = text
    }
  }

  /// The way in which the person ends the typing.
  public enum Ending: Hashable, Sendable {
    /// Presses the search key.
    case submit
    /// Taps the row of what they want as soon as they have seen it, and types no further; where it
    /// does not come, types to the end and presses the search key.
    case selectCompletion
  }

  /// The number of the person, from 0; each has their own device.
  public let person: Int
  /// The beginning of the search, in nanoseconds of that person's day.
  public let start: Int64
  /// The region that the map shows while they type.
  public let region: Region
  /// The place that they want, as its position in the `PlaceSet`; `nil` where it is not known.
  public let wanted: Int?
  /// In ascending order of time; texts may grow, shrink and be corrected.
  public let keystrokes: [Keystroke]
  /// The end of the search.
  public let ending: Ending
  /// The time when the search key or the row is pressed; not before the last keystroke.
  public let endingTime: Int64

  /// Creates a search.
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

  /// The text of the field at the end.
  public var finalText: String { keystrokes.last?.text ?? "" }
}
