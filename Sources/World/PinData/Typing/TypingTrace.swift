import Clustering

/// The searches of several people over a day, by person and then by time.
public struct TypingTrace: Hashable, Sendable {
  /// The searches.
  public let searches: [TypedSearch]

  /// Creates a trace of searches.
  public init(searches: [TypedSearch]) {
    self.searches = searches
  }

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

extension TypingTrace {
  /// The trace as JSON lines, one event in each, which ``read(path:places:)`` turns into the same
  /// trace, to the nanosecond.
  ///
  /// Exactly where the searches are by person and then by time, and the wanted place is not one of
  /// several with the same name and coordinate.
  ///
  /// - Precondition: wanted places are positions in `places`.
  public func jsonLines(places: PlaceSet) -> String {
    var text = ""
    for search in searches {
      search.appendLines(to: &text, places: places)
    }
    return text
  }
}

extension TypedSearch {
  fileprivate func appendLines(to text: inout String, places: PlaceSet) {
    appendStart(of: 0, to: &text)
    text += "\"region\": {\"center\": {\"latitude\": \(region.center.latitude), "
    text += "\"longitude\": \(region.center.longitude)}, "
    text += "\"span\": {\"latitudeDelta\": \(region.span.latitudeDelta), "
    text += "\"longitudeDelta\": \(region.span.longitudeDelta)}}"
    if let wanted {
      let place = places.places[wanted]
      text += ", \"wanted\": {\"name\": \(JSONText.quoted(place.name)), "
      text += "\"latitude\": \(place.coordinate.latitude), "
      text += "\"longitude\": \(place.coordinate.longitude)}"
    }
    text += "}\n"
    for keystroke in keystrokes {
      appendStart(of: keystroke.time, to: &text)
      text += "\"text\": \(JSONText.quoted(keystroke.text))}\n"
    }
    appendStart(of: endingTime, to: &text)
    text += "\"action\": \"\(ending.actionName)\"}\n"
  }

  private func appendStart(of time: Int64, to text: inout String) {
    text += "{\"person\": \(person), \"time\": \(JSONText.seconds(start + time)), "
  }
}

/// Values as JSON writes them.
enum JSONText {
  /// A string in quotes, with what JSON forbids in it escaped.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Nanoseconds as seconds, with as many decimals as they need.
  static func seconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    var text = (nanoseconds < 0 ? "-" : "") + String(whole)
    guard rest > 0 else { return text }
    let digits = String(rest)
    text += "." + String(repeating: "0", count: 9 - digits.count) + digits
    while text.last == "0" { text.removeLast() }
    return text
  }
}
