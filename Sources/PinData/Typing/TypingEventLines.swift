import MapGeometry

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
