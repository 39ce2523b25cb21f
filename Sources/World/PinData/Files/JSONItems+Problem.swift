/// The members of an object that may mean a coordinate, for an error.
struct JSONHints {
  /// Those whose names are of multiples of degrees.
  var latitude: String?
  var longitude: String?
  /// The way to one with two or three numbers.
  var list: [String]?
  /// The way to the only coordinate of what a map shows.
  var view: [String]?
}

/// What objects without a coordinate look like: which of the usual forms that is none, and how to
/// read it.
extension JSONItems {
  /// The reason why an object is no place.
  mutating func notPlaces(_ object: JSONObject) -> Problem {
    if object.type == "Topology", part != .array {
      return Self.notPlaces(
        found: "TopoJSON",
        remedy: "Convert it, as with: ogr2ogr NEW.geojson FILE, or topo2geo NAME=NEW.geojson "
          + "-i FILE.")
    }
    if memberNames.isEmpty { return Self.notPlaces(found: "an empty object") }
    for name in memberNames { noteScaled(name) }
    if let problem = scaledProblem { return problem }
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
        remedy: "If it is meant, write it into a file of its own"
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

  /// How to leave out objects without the coordinate that others have.
  private var remedyForMissing: String {
    let usual = "Correct the file or create it again."
    guard let pair = taken.first, pair.names.count == 2 else { return usual }
    let way = pair.member.map { $0.split(separator: ".").map(String.init) } ?? []
    let steps = pair.names.compactMap { UnreadPlaces.steps(of: way + [$0]) }
    guard steps.count == 2 else { return usual }
    return "Correct it, or leave out what has no coordinate, as with: jq -c "
      + "'\(Self.pipe(itemFilter))select((\(steps[0]))? and (\(steps[1]))?)' FILE > NEW.ndjson."
  }

  // MARK: - Two numbers without names

  /// The problem with two numbers, of which nothing says which is the latitude.
  ///
  /// - Parameters:
  ///   - filter: the filter of jq that yields the arrays, or the objects that have them.
  ///   - path: the way to them in the objects.
  ///   - place: the name of what has them; `nil` for the file as a whole.
  static func unordered(
    _ filter: String, in path: [String] = [], place: String? = nil
  ) -> Problem {
    let pair = path.isEmpty ? "." : UnreadPlaces.steps(of: path) ?? ".MEMBER"
    let name = place ?? path.joined(separator: ".")
    return .mismatch(
      expected: "a latitude and a longitude with their names",
      found: "two numbers" + (name.isEmpty ? "" : " in \"\(name.excerpt(40))\"")
        + ", whose order is not known",
      remedy: "If the latitude is the first, name them, as with: jq -c '"
        + "\(pipe(filter)){lat: \(pair)[0], lon: \(pair)[1]}' FILE > NEW.ndjson; else exchange 0 "
        + "and 1.")
  }

  /// A filter of jq in front of another one.
  static func pipe(_ filter: String) -> String { filter.isEmpty ? "" : filter + " | " }

  // MARK: - Multiples of degrees

  /// Remembers a skipped member whose name is that of a multiple of degrees, as "latitudeE7".
  mutating func noteScaled(_ key: String) {
    // Most names of a file are none of these.
    guard key.utf8.count <= 16, let last = key.utf8.last, ASCII.isDigit(last) else { return }
    let name = key.lowercased()
    guard name.hasSuffix("e7") || name.hasSuffix("e6"),
      let slot = UsualNames.slot(of: String(name.dropLast(2)))
    else { return }
    if slot < UsualNames.firstLongitude { hints.latitude = key } else { hints.longitude = key }
  }

  var scaledProblem: Problem? {
    guard let latitude = hints.latitude, let longitude = hints.longitude else { return nil }
    let scale = "1e-" + latitude.suffix(1)
    return .mismatch(
      expected: "a latitude and a longitude in degrees",
      found: "\"\(latitude)\" and \"\(longitude)\", which look like multiples of \(scale) degrees",
      remedy: "Say so: 'try' has the options --latitude \(latitude) --longitude \(longitude) "
        + "--scale \(scale); in a scenario, \"latitude: \(latitude), longitude: \(longitude), "
        + "scale: \(scale)\" in 'data'.")
  }
}
