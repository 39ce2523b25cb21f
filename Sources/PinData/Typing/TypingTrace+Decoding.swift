import MapGeometry

extension TypingTrace {
  /// How far from its coordinate a wanted place of a file may lie in the data, in metres.
  static let farthestMatch = 200.0

  /// Reads a trace from a file of JSON lines, one event in each. A search is a line with what the
  /// map shows, one for each text that stood in the field, and one for how it ended:
  ///
  ///     {"person": 0, "time": 12.3, "region": {"center": {"latitude": 52.5, "longitude": 13.4},
  ///      "span": {"latitudeDelta": 0.1, "longitudeDelta": 0.1}},
  ///      "wanted": {"name": "Luna Café", "latitude": 52.51, "longitude": 13.39}}
  ///     {"person": 0, "time": 12.5, "text": "l"}
  ///     {"person": 0, "time": 12.8, "text": "lu"}
  ///     {"person": 0, "time": 14.0, "action": "submit"}
  ///
  /// (the first here broken for the page's width). Times are seconds of the person's day and do not
  /// descend; they are kept to the nanosecond. The lines of several persons may be mixed; the trace
  /// has them by person, and each person's searches by time. The action is "submit" or "select".
  /// Members may come in any order; others are ignored.
  ///
  /// - Parameter places: where a wanted place, which may be left out, is looked for: it is the
  ///   nearest one of exactly this name, at most 200 m away, and the first of equally near ones.
  ///
  /// The first thing that is wrong ends the reading. Blocks while it reads.
  public static func read(
    path: String, places: PlaceSet
  ) throws(TypingTraceFileError) -> TypingTrace {
    var lines: TypingEventLines
    do {
      lines = try TypingEventLines(path: path)
    } catch {
      throw TypingTraceFileError(path: path, line: nil, problem: .init(error))
    }
    var recorded = RecordedSearches(places: places)
    while let event = try nextEvent(of: &lines, path: path) {
      do {
        try recorded.append(event, line: lines.line)
      } catch {
        throw TypingTraceFileError(path: path, line: lines.line, problem: error)
      }
    }
    if let line = recorded.lineOfUnfinishedSearch {
      throw TypingTraceFileError(
        path: path, line: line,
        problem: .malformed(
          expected: "an action that ends the search of this line", found: "the end of the file"))
    }
    guard !recorded.searches.isEmpty else {
      throw TypingTraceFileError(path: path, line: nil, problem: .emptyFile)
    }
    return TypingTrace(searches: recorded.searches)
  }

  private static func nextEvent(
    of lines: inout TypingEventLines, path: String
  ) throws(TypingTraceFileError) -> TypingEvent? {
    do {
      return try lines.next()
    } catch {
      throw TypingTraceFileError(path: path, line: lines.line, problem: .init(error))
    }
  }
}

/// A line of a file of typed searches.
struct TypingEvent {
  enum Action {
    case begin(Region, wanted: WantedPlace?)
    case type(String)
    case end(TypedSearch.Ending)
  }

  struct WantedPlace {
    let name: String
    let coordinate: Coordinate
  }

  let person: Int
  /// Seconds of the person's day.
  let time: Double
  let action: Action
}

extension TypedSearch.Ending {
  /// The action of the event that ends a search so.
  var actionName: String {
    switch self {
    case .submit: "submit"
    case .selectCompletion: "select"
    }
  }
}

/// The events in a file of JSON lines, one after the other.
struct TypingEventLines: ~Copyable {
  private var scanner: JSONScanner
  /// The line on which the current event starts, from 1.
  private(set) var line = 1

  init(path: String) throws(ScanError) {
    scanner = try JSONScanner(path: path)
  }

  /// The next event, or `nil` after the last.
  mutating func next() throws(ScanError) -> TypingEvent? {
    guard try scanner.peek() != nil else { return nil }
    line = scanner.line
    var person: Int?
    var time: Double?
    var region: Region?
    var wanted: TypingEvent.WantedPlace?
    var text: String?
    var ending: TypedSearch.Ending?
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "person": person = try self.person()
        case "time": time = try scanner.number()
        case "region": region = try self.region()
        case "wanted": wanted = try self.wanted()
        case "text": text = try scanner.string()
        case "action": ending = try self.ending()
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard let person, let time else {
      throw ScanError.malformed(
        expected: "an event with the members \"person\" and \"time\"",
        found: "an object without one of them")
    }
    let action: TypingEvent.Action
    switch (region, text, ending) {
    case (let region?, nil, nil): action = .begin(region, wanted: wanted)
    case (nil, let text?, nil) where wanted == nil: action = .type(text)
    case (nil, nil, let ending?) where wanted == nil: action = .end(ending)
    default:
      throw ScanError.malformed(
        expected: "one of the members \"region\", \"text\" and \"action\", and \"wanted\" only "
          + "beside \"region\"",
        found: "an object with \(Self.list(region, text, ending, wanted))")
    }
    return TypingEvent(person: person, time: time, action: action)
  }

  private static func list(_ members: Any?...) -> String {
    let names = zip(["region", "text", "action", "wanted"], members)
      .filter { $1 != nil }.map { "\"\($0.0)\"" }
    return names.isEmpty ? "none of them" : names.joined(separator: " and ")
  }

  // MARK: - Members

  private mutating func person() throws(ScanError) -> Int {
    let number = try scanner.number()
    guard let person = Int(exactly: number), person >= 0, person < 1 << 31 else {
      throw ScanError.malformed(
        expected: "the person's number, counted from 0", found: "\(number)")
    }
    return person
  }

  private mutating func ending() throws(ScanError) -> TypedSearch.Ending {
    let name = try scanner.string()
    let endings: [TypedSearch.Ending] = [.submit, .selectCompletion]
    guard let ending = endings.first(where: { $0.actionName == name }) else {
      throw ScanError.malformed(
        expected: "the action \"submit\" or \"select\"", found: "\"\(name)\"")
    }
    return ending
  }

  private mutating func region() throws(ScanError) -> Region {
    var center: Coordinate?
    var span: CoordinateSpan?
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "center": center = try scanner.coordinate()
        case "span": span = try scanner.span()
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard let center, let span else {
      throw ScanError.malformed(
        expected: "a region with the members \"center\" and \"span\"",
        found: "an object without one of them")
    }
    return Region(center: center, span: span)
  }

  private mutating func wanted() throws(ScanError) -> TypingEvent.WantedPlace? {
    if try scanner.peek() == UInt8(ascii: "n") {
      try scanner.expectWord("null")
      return nil
    }
    var name: String?
    var latitude: Double?
    var longitude: Double?
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "name": name = try scanner.string()
        case "latitude": latitude = try scanner.number()
        case "longitude": longitude = try scanner.number()
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard let name, let latitude, let longitude else {
      throw ScanError.malformed(
        expected: "a wanted place with the members \"name\", \"latitude\" and \"longitude\"",
        found: "an object without one of them")
    }
    return TypingEvent.WantedPlace(
      name: name, coordinate: Coordinate(latitude: latitude, longitude: longitude))
  }
}

/// Puts events of several persons together to searches.
struct RecordedSearches {
  private struct Person {
    var finished: [TypedSearch] = []
    var unfinished: UnfinishedSearch?
    /// When their last event was.
    var time: Double?
  }

  private struct UnfinishedSearch {
    let line: Int
    let start: Int64
    let region: Region
    let wanted: Int?
    var keystrokes: [TypedSearch.Keystroke] = []
  }

  private var persons: [Int: Person] = [:]
  private var namedPlaces: NamedPlaces

  init(places: PlaceSet) {
    namedPlaces = NamedPlaces(places)
  }

  /// The finished searches, by person and then by time.
  var searches: [TypedSearch] {
    persons.sorted { $0.key < $1.key }.flatMap(\.value.finished)
  }

  /// The line on which the first search begins that has no end.
  var lineOfUnfinishedSearch: Int? {
    persons.values.compactMap(\.unfinished?.line).min()
  }

  mutating func append(
    _ event: TypingEvent, line: Int
  ) throws(TypingTraceFileError.Problem) {
    // Taken out, so that its arrays grow in place.
    var person = persons.removeValue(forKey: event.person) ?? Person()
    // Written so that NaN fails, too.
    guard event.time >= 0, event.time <= 1e9 else {
      throw .timeNotAscending(time: event.time, previous: nil)
    }
    if let previous = person.time, event.time < previous {
      throw .timeNotAscending(time: event.time, previous: previous)
    }
    person.time = event.time
    // A double holds the seconds of a day to less than a tenth of a nanosecond.
    let time = Int64((event.time * 1e9).rounded())
    switch event.action {
    case .begin(let region, let wanted):
      if let unfinished = person.unfinished {
        throw .malformed(
          expected: "an action that ends the search of line \(unfinished.line)",
          found: "the beginning of another one")
      }
      guard region.isValid else { throw .invalidRegion(region) }
      person.unfinished = UnfinishedSearch(
        line: line, start: time, region: region, wanted: try position(of: wanted))
    case .type(let text):
      guard let start = person.unfinished?.start else {
        throw .malformed(
          expected: "a line with a \"region\" that begins a search of person \(event.person)",
          found: "a text")
      }
      person.unfinished?.keystrokes.append(.init(time: time - start, text: text))
    case .end(let ending):
      guard let search = person.unfinished, !search.keystrokes.isEmpty else {
        throw .malformed(
          expected: "a text of person \(event.person) before the search ends",
          found: "the action \"\(ending.actionName)\"")
      }
      person.finished.append(
        TypedSearch(
          person: event.person, start: search.start, region: search.region,
          wanted: search.wanted, keystrokes: search.keystrokes, ending: ending,
          endingTime: time - search.start))
      person.unfinished = nil
    }
    persons[event.person] = person
  }

  private mutating func position(
    of wanted: TypingEvent.WantedPlace?
  ) throws(TypingTraceFileError.Problem) -> Int? {
    guard let wanted else { return nil }
    let nearest = namedPlaces.nearest(named: wanted.name, to: wanted.coordinate)
    guard let nearest, nearest.distance <= TypingTrace.farthestMatch else {
      throw .unknownPlace(
        name: wanted.name, coordinate: wanted.coordinate, nearest: nearest?.distance)
    }
    return nearest.position
  }
}

/// The places of a set by their names.
struct NamedPlaces {
  private let places: PlaceSet
  /// Made when it is first needed: traces without wanted places do without.
  private lazy var positions: [String: [Int]] = Dictionary(
    grouping: places.places.indices, by: { [places] in places.places[$0].name })

  init(_ places: PlaceSet) {
    self.places = places
  }

  /// The nearest place of a name and its distance in metres; the first of equally near ones.
  mutating func nearest(
    named name: String, to coordinate: Coordinate
  ) -> (position: Int, distance: Double)? {
    var best: (position: Int, distance: Double)?
    for position in positions[name] ?? [] {
      let exact = places.places[position].coordinate.greatCircleDistance(to: coordinate)
      // To the millimetre: the last digits of the C library's sine must not decide.
      let distance = (exact * 1000).rounded() / 1000
      if distance < best?.distance ?? .infinity { best = (position, distance) }
    }
    return best
  }
}
