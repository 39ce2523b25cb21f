import MapGeometry

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
