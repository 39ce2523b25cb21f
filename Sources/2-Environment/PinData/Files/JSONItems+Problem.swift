/// The members of an object that may mean a coordinate, for an error.
struct JSONHints {
  /// The names of multiples of degrees, each once.
  var scaled: [String] = []
  /// The way to one with two or three numbers.
  var list: [String]?
  /// The path to the only coordinate of a map's view.
  var view: [String]?
  /// Indicates whether this is numbers in objects of their own, as MongoDB's.
  var isWrapped = false
}

/// Objects without a coordinate: the usual form that they resemble, and the way to read it.
extension JSONItems {
  /// The reason why an object is no place.
  mutating func notPlaces(_ object: JSONObject) -> Problem {
    if object.type == "Topology", part != .array {
      return Self.notPlaces(
        found: "TopoJSON",
        remedy: "Convert it, for example: ogr2ogr NEW.geojson FILE, or topo2geo NAME=NEW.geojson "
          + "-i FILE.")
    }
    if memberNames.isEmpty { return Self.notPlaces(found: "an empty object") }
    if let problem = CoordinateNames.scaledProblem(hints.scaled + memberNames) { return problem }
    if hints.isWrapped {
      return Self.notPlaces(
        found: "numbers as objects of MongoDB",
        remedy: "Unwrap them: jq -c 'walk(if type == \"object\" and (keys[0] // \"\" | startswith("
          + "\"$number\")) then .[] | tonumber else . end)' FILE > NEW.ndjson")
    }
    // The centre of a view is not what the file is about.
    if let list = hints.list, part == .array || !JSONObject.isView(list.last) {
      return Self.unordered(itemFilter, in: list)
    }
    let found = "an object with the members \(memberNames.quotedList)"
    if let view = hints.view {
      let steps = UnreadPlaces.steps(of: view).map { "jq -c '\(Self.pipe(itemFilter))\($0)'" }
      return Self.notPlaces(
        found: "the coordinate of a view in \"\(view.joined(separator: ".").excerpt(60))\" of "
          + found,
        remedy: "If it is the right one, write it to another file"
          + (steps.map { ": \($0) FILE > NEW.ndjson." } ?? "."))
    }
    guard let places = unread.last else {
      return Self.notPlaces(found: found, remedy: remedyForMissing)
    }
    if places.kind == .positions, let steps = places.steps {
      return Self.unordered(steps + "[]", place: places.name)
    }
    let names = unread.suffix(2).map { "\($0.count.places) in \"\($0.name)\"" }
    return Self.notPlaces(
      found: names.joined(separator: " and ") + " of " + found, remedy: remedy(for: places))
  }

  /// The way to read the members of another name, or to leave out objects without the coordinate
  /// that others have.
  private var remedyForMissing: String {
    let usual = Problem.usualRemedy
    if taken.isEmpty, memberNames.count >= 4,
      Set(memberNames).isSuperset(of: ["north", "south", "east", "west"])
    {
      return
        "Take the middle of each box, for example: jq -c '\(Self.pipe(itemFilter))select(.north) | "
        + "{lat: [.north, .south], lon: [.east, .west]} | map_values(map(tonumber) | add / 2)' "
        + "FILE > NEW.ndjson."
    }
    if taken.isEmpty, let names = CoordinateNames.similar(in: memberNames) {
      return "If they are \([names.latitude, names.longitude].quotedList): " + names.choice()
    }
    guard let pair = taken.first, pair.names.count == 2 else { return usual }
    let way = pair.member.map { $0.split(separator: ".").map(String.init) } ?? []
    let steps = pair.names.compactMap {
      UnreadPlaces.steps(of: way + ($0.hasSuffix("]") ? ["coordinates"] : [$0]))
    }
    guard steps.count == 2 else { return usual }
    return "Correct it, or leave out what has no coordinate, for example: jq -c "
      + "'\(Self.pipe(itemFilter))select((\(steps[0]))? and (\(steps[1]))?)' FILE > NEW.ndjson."
  }

  // MARK: - Two numbers without names

  /// The problem with two numbers if nothing says which is the latitude.
  ///
  /// - Parameters:
  ///   - filter: the filter of jq that yields the arrays, or the objects that have them.
  ///   - path: the way to them in the objects.
  ///   - place: the name of the member that has them; `nil` for the file as a whole.
  ///   - first: the position of the first of the two.
  static func unordered(
    _ filter: String, in path: [String] = [], place: String? = nil, first: Int = 0
  ) -> Problem {
    let pair = path.isEmpty ? "." : UnreadPlaces.steps(of: path) ?? ".MEMBER"
    let name = place ?? path.joined(separator: ".")
    return .mismatch(
      expected: "a latitude and a longitude with their names",
      found: "two numbers" + (name.isEmpty ? "" : " in \"\(name.excerpt(40))\"")
        + ", whose order is not known",
      remedy: "If the latitude is the first, name them, for example: jq -c '"
        + "\(pipe(filter)){lat: \(pair)[\(first)], lon: \(pair)[\(first + 1)]}' FILE > NEW.ndjson; "
        + "otherwise exchange \(first) and \(first + 1).")
  }

  /// The problem with an array in the place of an object, which is read to its end.
  mutating func problemOfRow() throws(Problem) -> Problem {
    errorPosition = scanner.position
    var areNumbers: [Bool] = []
    guard try scanner.open(.array) else { return Self.notPlaces(found: "an empty array") }
    repeat {
      let text = try scanner.scalar() ?? []
      areNumbers.append(DecimalNumber.parse(CSVRecords.withoutQuotes(text[...])) != nil)
    } while try scanner.continues(.array)
    let first = zip(areNumbers, areNumbers.dropFirst()).enumerated().first { $1.0 && $1.1 }
    return first.map { Self.unordered(itemFilter, first: $0.offset) }
      ?? Self.notPlaces(found: "an array without two numbers")
  }

  /// A filter of jq in front of another one.
  static func pipe(_ filter: String) -> String { filter.isEmpty ? "" : filter + " | " }
}
