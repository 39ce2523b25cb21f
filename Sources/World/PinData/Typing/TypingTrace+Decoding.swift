import Clustering

extension TypingTrace {
  /// The maximum distance between a wanted place of a file and the place in the data, in metres.
  static let maxMatchDistance = 200.0

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
  /// The first error ends the reading. Blocks while it reads.
  package static func read(
    path: String, places: PlaceSet
  ) throws(DataFileError) -> TypingTrace {
    var lines = try JSONLines(path: path)
    var recorded = RecordedSearches(places: places)
    while try lines.next({ (scanner, line) throws(DataFileError.Problem) in
      try recorded.append(try TypingEvent(decoding: &scanner), line: line)
    }) {}
    if let line = recorded.lineOfUnfinishedSearch {
      throw DataFileError(
        path: path, location: .line(line),
        problem: .mismatch(
          expected: "an action that ends the search of this line", found: "the end of the file"))
    }
    guard !recorded.searches.isEmpty else {
      throw DataFileError(
        path: path,
        problem: .mismatch(
          expected: "at least one search", found: "none", remedy: "Record the trace again."))
    }
    return TypingTrace(searches: recorded.searches)
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

extension TypingEvent {
  fileprivate init(decoding scanner: inout JSONScanner) throws(DataFileError.Problem) {
    var person: Int?
    var time: Double?
    var region: Region?
    var wanted: WantedPlace?
    var text: String?
    var ending: TypedSearch.Ending?
    try scanner.members { (name, scanner) throws(DataFileError.Problem) in
      switch name {
      case "person": person = try Self.person(&scanner)
      case "time": time = try scanner.number()
      case "region": region = try scanner.region()
      case "wanted": wanted = try WantedPlace(decoding: &scanner)
      case "text": text = try scanner.string()
      case "action": ending = try TypedSearch.Ending(decoding: &scanner)
      default: try scanner.skipValue()
      }
    }
    guard let person, let time else {
      throw .mismatch(
        expected: "an event with the members \"person\" and \"time\"",
        found: "an object without one of them")
    }
    let action: Action
    switch (region, text, ending) {
    case (let region?, nil, nil): action = .begin(region, wanted: wanted)
    case (nil, let text?, nil) where wanted == nil: action = .type(text)
    case (nil, nil, let ending?) where wanted == nil: action = .end(ending)
    default:
      let names = zip(
        ["region", "text", "action", "wanted"],
        [region != nil, text != nil, ending != nil, wanted != nil]
      ).filter(\.1).map { "\"\($0.0)\"" }
      throw .mismatch(
        expected: "one of the members \"region\", \"text\" and \"action\", and \"wanted\" only "
          + "with \"region\"",
        found: "an object with "
          + (names.isEmpty ? "none of them" : names.joined(separator: " and ")))
    }
    self.init(person: person, time: time, action: action)
  }

  private static func person(_ scanner: inout JSONScanner) throws(DataFileError.Problem) -> Int {
    let number = try scanner.number()
    guard let person = Int(exactly: number), person >= 0, person < 1 << 31 else {
      throw .mismatch(expected: "the person's number, counted from 0", found: "\(number)")
    }
    return person
  }
}

extension TypedSearch.Ending {
  fileprivate init(decoding scanner: inout JSONScanner) throws(DataFileError.Problem) {
    let name = try scanner.string()
    let endings: [TypedSearch.Ending] = [.submit, .selectCompletion]
    guard let ending = endings.first(where: { $0.actionName == name }) else {
      throw .mismatch(
        expected: "the action \"submit\" or \"select\"", found: "\"\(name)\"")
    }
    self = ending
  }
}

extension TypingEvent.WantedPlace {
  /// Reads a place, or `nil` where it is null.
  fileprivate init?(decoding scanner: inout JSONScanner) throws(DataFileError.Problem) {
    if try scanner.peek() == UInt8(ascii: "n") {
      try scanner.expectWord("null")
      return nil
    }
    var name: String?
    var latitude: Double?
    var longitude: Double?
    try scanner.members { (member, scanner) throws(DataFileError.Problem) in
      switch member {
      case "name": name = try scanner.string()
      case "latitude": latitude = try scanner.number()
      case "longitude": longitude = try scanner.number()
      default: try scanner.skipValue()
      }
    }
    guard let name, let latitude, let longitude else {
      throw .mismatch(
        expected: "a wanted place with the members \"name\", \"latitude\" and \"longitude\"",
        found: "an object without one of them")
    }
    self.init(name: name, coordinate: Coordinate(latitude: latitude, longitude: longitude))
  }
}

/// The assembly of searches from the events of several persons.
struct RecordedSearches {
  private struct Person {
    var finished: [TypedSearch] = []
    var unfinished: UnfinishedSearch?
    /// The time of their last event.
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
  ) throws(DataFileError.Problem) {
    // Taken out, so that its arrays grow in place.
    var person = persons.removeValue(forKey: event.person) ?? Person()
    // Written so that NaN fails, too.
    guard event.time >= 0, event.time <= 1e9 else {
      throw .mismatch(
        expected: "a time from 0 to 1000000000 s of the person's day", found: "\(event.time) s",
        remedy: "Correct it or leave this search out.")
    }
    if let previous = person.time, event.time < previous {
      throw .mismatch(
        expected: "a time not before \(previous) s, the time of the same person's event before",
        found: "\(event.time) s", remedy: "Sort each person's events by time.")
    }
    person.time = event.time
    // A double holds the seconds of a day to less than a tenth of a nanosecond.
    let time = Int64((event.time * 1e9).rounded())
    switch event.action {
    case .begin(let region, let wanted):
      if let unfinished = person.unfinished {
        throw .mismatch(
          expected: "an action that ends the search of line \(unfinished.line)",
          found: "the beginning of another one")
      }
      if let problem = DataFileError.Problem(region, remedy: "Leave this search out.") {
        throw problem
      }
      person.unfinished = UnfinishedSearch(
        line: line, start: time, region: region, wanted: try position(of: wanted))
    case .type(let text):
      guard let start = person.unfinished?.start else {
        throw .mismatch(
          expected: "a line with a \"region\" that begins a search of person \(event.person)",
          found: "a text")
      }
      person.unfinished?.keystrokes.append(.init(time: time - start, text: text))
    case .end(let ending):
      guard let search = person.unfinished, !search.keystrokes.isEmpty else {
        throw .mismatch(
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
  ) throws(DataFileError.Problem) -> Int? {
    guard let wanted else { return nil }
    let nearest = namedPlaces.nearest(named: wanted.name, to: wanted.coordinate)
    guard let nearest, nearest.distance <= TypingTrace.maxMatchDistance else {
      let (latitude, longitude) = (wanted.coordinate.latitude, wanted.coordinate.longitude)
      throw .mismatch(
        expected: "a place of the data within \(Int(TypingTrace.maxMatchDistance)) m of latitude "
          + "\(latitude), longitude \(longitude) named \"\(wanted.name)\"",
        found: nearest.map { "the nearest one \(Int($0.distance)) m away" }
          ?? "none of that name",
        remedy: "Correct the wanted place, leave \"wanted\" out, or read the trace with the data "
          + "that it was recorded with.")
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
