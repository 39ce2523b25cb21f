/// The places in a member of a JSON file that is not read, or the entries of a list that may be
/// some.
struct UnreadPlaces {
  /// The way to the array or object that holds them; "[]" is each element of an array. A long name
  /// is cut: that of a small compressed file may be of any length.
  let path: [String]
  /// True if they have an x and a y only, or are no objects: then they may be anything.
  var isVague: Bool
  var count: Int
  /// The place of the first.
  let position: DataFileError.TextPosition

  /// The way in a message, without the marks of elements.
  var name: String { path.filter { $0 != "[]" }.joined(separator: ".").excerpt(60) }

  /// The way as a filter of the program jq; `nil` where a name is no plain word.
  fileprivate var steps: String? {
    var steps = ""
    for step in path {
      guard step != "[]" else {
        steps += "[]"
        continue
      }
      guard let first = step.utf8.first, !ASCII.isDigit(first),
        step.utf8.allSatisfy({ ASCII.isWord($0) })
      else { return nil }
      steps += "." + step
    }
    return steps.utf8.count <= 100 ? steps : nil
  }
}

/// Looks into what is not read for places: an object with a coordinate of its own and an array of
/// places inside, as the answers of services are, must not count as one place.
extension JSONItems {
  /// What a value looks like.
  private enum Looks: Int, Comparable {
    case other
    /// Two or three numbers, which may be a position.
    case position
    /// An object with an x and a y.
    case vaguePlace
    case place

    static func < (one: Looks, other: Looks) -> Bool { one.rawValue < other.rawValue }
  }

  /// The depth up to which values are looked into.
  private static let deepestSurvey = 16
  /// The number of different ways that are remembered.
  private static let maxUnread = 100
  /// The same of lists, which are notes only.
  private static let maxLists = 20
  /// The maximum length of a name in a way.
  private static let maxNameLength = 100
  /// From this number on, positions in an array, or places that are members of an object, are
  /// several places: two of them may be a box, or the ends of a way.
  private static let minCount = 3

  /// Skips the value of a member, and remembers the places in it.
  mutating func skipSurveyed(_ key: String) throws(Problem) {
    surveyPath.append(key.excerpt(Self.maxNameLength))
    _ = try survey(depth: 0)
    surveyPath.removeLast()
  }

  private mutating func survey(depth: Int) throws(Problem) -> Looks {
    switch try scanner.peek() {
    case ASCII.openBrace where depth < Self.deepestSurvey: return try surveyObject(depth: depth)
    case ASCII.openBracket where depth < Self.deepestSurvey: return try surveyArray(depth: depth)
    default:
      try scanner.skipValue(depth: depth)
      return .other
    }
  }

  private mutating func surveyObject(depth: Int) throws(Problem) -> Looks {
    let position = scanner.position
    var names: UsualNames = []
    var found = SurveyedValues()
    var objectCount = 0
    guard try scanner.open(.object) else { return .other }
    repeat {
      let key = try scanner.key()
      let first = try scanner.peek()
      // An array has the latitudes of several places.
      if first != ASCII.openBracket, let slot = UsualNames.slot(of: key, chosen: chosen) {
        names.insert(.slot(slot))
        try scanner.skipValue(depth: depth)
        continue
      }
      if first == ASCII.openBrace { objectCount += 1 }
      surveyPath.append(key.excerpt(Self.maxNameLength))
      let looks = try survey(depth: depth + 1)
      surveyPath.removeLast()
      // Two numbers are a position where their name says so.
      if looks == .position {
        if JSONObject.nestedNames.contains(key.lowercased()) { found.add(.place) }
      } else {
        found.add(looks)
      }
    } while try scanner.continues(.object)
    switch choice(of: names) {
    case .one(let pair, _): return pair.latitude == 2 ? .vaguePlace : .place
    case .several: return .place
    case .none: break
    }
    // One is its own coordinate; many are an object of places by their names.
    if found.count < Self.minCount {
      if found.count > 1 || objectCount >= Self.minCount {
        rememberList(max(found.count, objectCount), isVague: true, at: position)
      }
      return found.best
    }
    remember(found, at: position)
    return .other
  }

  private mutating func surveyArray(depth: Int) throws(Problem) -> Looks {
    let position = scanner.position
    guard try scanner.open(.array) else { return .other }
    var (count, angleCount, objectCount, arrayCount) = (0, 0, 0, 0)
    var found = SurveyedValues()
    var positionCount = 0
    surveyPath.append("[]")
    repeat {
      count += 1
      let first = try scanner.peek()
      if let byte = first, ASCII.isDigit(byte) || byte == ASCII.minus {
        let number = try scanner.number()
        if abs(number) <= 180 { angleCount += 1 }
        continue
      }
      if first == ASCII.openBrace { objectCount += 1 }
      if first == ASCII.openBracket { arrayCount += 1 }
      let looks = try survey(depth: depth + 1)
      if looks == .position { positionCount += 1 } else { found.add(looks) }
    } while try scanner.continues(.array)
    surveyPath.removeLast()
    // GeoJSON's box has four numbers or six.
    if count >= Self.minCount || objectCount + arrayCount > 1, surveyPath.last != "bbox" {
      rememberList(count, isVague: objectCount < 2, at: position)
    }
    if angleCount == count, (2...3).contains(count) { return .position }
    // Those of a geometry's member "coordinates" are a line or an area.
    if positionCount >= Self.minCount, surveyPath.last != "coordinates" {
      found.add(.place, count: positionCount)
    }
    remember(found, at: position)
    return .other
  }

  private struct SurveyedValues {
    var count = 0
    var best = Looks.other

    mutating func add(_ looks: Looks, count: Int = 1) {
      guard looks > .position else { return }
      self.count += count
      best = max(best, looks)
    }
  }

  private mutating func remember(_ found: SurveyedValues, at position: DataFileError.TextPosition) {
    if found.count > 0 {
      remember(found.count, isVague: found.best == .vaguePlace, in: surveyPath, at: position)
    }
  }

  /// Remembers places that are not read.
  mutating func remember(
    _ count: Int, isVague: Bool = false, in path: [String], at position: DataFileError.TextPosition
  ) {
    let index = unread.firstIndex { $0.path == path }
    if let index = index ?? (unread.count < Self.maxUnread ? nil : Self.maxUnread - 1) {
      unread[index].count += count
      unread[index].isVague = unread[index].isVague && isVague
    } else {
      unread.append(UnreadPlaces(path: path, isVague: isVague, count: count, position: position))
    }
  }

  /// Remembers a list whose entries may be places in a notation that is not known.
  private mutating func rememberList(
    _ count: Int, isVague: Bool, at position: DataFileError.TextPosition
  ) {
    let path = surveyPath
    if let index = lists.firstIndex(where: { $0.path == path }) {
      lists[index].count += count
      lists[index].isVague = lists[index].isVague && isVague
    } else if lists.count < Self.maxLists {
      lists.append(UnreadPlaces(path: path, isVague: isVague, count: count, position: position))
    }
  }

  // MARK: - What was not read

  /// Refuses a file in which more places were skipped than read, at its end; fewer are a note.
  mutating func checkUnread() throws(Problem) {
    // Something with x and y is a place only where the places have no better names.
    let isVague = taken.contains { $0.names.map { $0.lowercased() } == ["y", "x"] }
    let skipped = unread.filter { isVague || !$0.isVague }
    if let first = skipped.max(by: { $0.count < $1.count }),
      skipped.reduce(0, { $0 + $1.count }) >= placeCount
    {
      errorPosition = first.position
      throw .mismatch(
        expected: "places of one kind",
        found: "\(placeCount) \(takenText) and \(first.count) in \"\(first.name)\"",
        remedy: remedy(for: first))
    }
    for places in skipped { note("not read: \(places.count.places) in \"\(places.name)\"") }
    noteLists(besides: skipped)
  }

  /// Tells the lists beside the only place, and those of more objects than there are places: theirs
  /// may be meant. What is in a list is told with it.
  private mutating func noteLists(besides skipped: [UnreadPlaces]) {
    let readCount = placeCount
    let told = lists.filter { list in
      (readCount == 1 || !list.isVague && list.count > readCount)
        && !skipped.contains { list.path.starts(with: $0.path) }
    }
    for list in told {
      let isInside = told.contains {
        $0.path.count < list.path.count && list.path.starts(with: $0.path)
      }
      if !isInside { note("not read: \(list.count) entries in \"\(list.name)\"") }
    }
  }

  private var takenText: String {
    taken.isEmpty ? "as GeoJSON" : "in " + taken.map(\.text).joined(separator: " or ")
  }

  /// How to read skipped places instead, or the others without them.
  func remedy(for places: UnreadPlaces) -> String {
    let start = format == .jsonArray ? ".[]" : ""
    let advice = "Write the ones that you mean into a file of their own"
    guard let steps = places.steps else { return advice + "." }
    return advice + ": jq -c '\(start)\(steps)[]' FILE > NEW.ndjson takes those in "
      + "\"\(places.name)\", jq -c '\(start.isEmpty ? "." : start) | del(\(steps))' the others."
  }

  /// Adds a note, once.
  mutating func note(_ text: String) {
    // A file may have any number of kinds.
    if notes.count < 10, !notes.contains(text) { notes.append(text) }
  }
}
