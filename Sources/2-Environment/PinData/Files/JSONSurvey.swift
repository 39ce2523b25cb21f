/// Looks into what is skipped for coordinates: the only one in the members of an object is its own.
/// An object with a coordinate and an array of places inside, as the answers of services are, must
/// not count as one place.
extension JSONItems {
  /// The appearance of a value.
  enum Looks: Comparable {
    case other
    /// Something with a place that a map shows.
    case view
    /// Two or three numbers, which may be a position.
    case position
    /// An object with an x and a y, or with the names of a length and a width.
    case vaguePlace
    case place
  }

  /// The number of members on the way to the coordinate of an item.
  private static let deepestPlace = 3
  /// The depth up to which values are looked into.
  private static let deepestSurvey = 16
  /// The maximum length of a name in a way.
  static let maxNameLength = 100
  /// From this number on, positions in an array, or places that are members of an object, are
  /// several places: two of them may be a box, or the ends of a way.
  static let minCount = 3

  /// Skips the value of a member, and remembers the places in it.
  ///
  /// - Parameter depth: the number of members on the way from the item to the value.
  @discardableResult
  mutating func survey(_ key: String, depth: Int = 1) throws(Problem) -> Looks {
    let first = try scanner.peek()
    if first == ASCII.quote { return try surveyText(key, depth: depth) }
    let (position, nestedCount) = (scanner.position, nested.count)
    surveyPath.append(key.excerpt(Self.maxNameLength))
    defer { surveyPath.removeLast() }
    let looks = try survey(depth: depth)
    let isNull = first == UInt8(ascii: "n")
    guard isNull || first == ASCII.openBracket || looks > .position else { return looks }
    guard JSONObject.isUsual(key) else {
      guard looks > .position, JSONObject.isView(key) else { return looks }
      if nested.count == nestedCount + 1 {
        hints.view = nested[nestedCount].member.split(separator: ".").map(String.init)
      }
      nested.removeSubrange(nestedCount...)
      return .view
    }
    // A Point of GeoJSON, whose order is known.
    let isPoint = key == "coordinates" && depth > 1 && chosen == nil
    let placeDepth = isPoint ? depth - 1 : depth
    if isNull { surveyed = [] }
    if isNull || isPoint && first == ASCII.openBracket, placeDepth <= Self.deepestPlace,
      let numbers = surveyed, numbers.count <= 3
    {
      let angles = [(1, 0), (0, UsualNames.firstLongitude)].map { index, slot in
        JSONObject.Angle(
          number: index < numbers.count ? numbers[index] : nil, shown: "null", slot: slot,
          name: "coordinates[\(index)]", position: position)
      }
      add(angles, to: surveyPath.suffix(depth).prefix(placeDepth), isPlace: true)
    }
    // Two numbers are a position where their name says so.
    guard looks == .position else { return looks }
    if !isPoint, depth <= Self.deepestPlace { hints.list = surveyPath.suffix(depth) }
    return .place
  }

  /// Skips a text, which is a place where it has both numbers of a coordinate, as "52.52,13.40".
  mutating func surveyText(_ key: String, depth: Int = 1) throws(Problem) -> Looks {
    let position = scanner.position
    try scanner.scanString()
    guard CoordinatePair.isPossible(scanner.token), chosen == nil, CoordinatePair.isUsual(key),
      let found = CoordinatePair(column: key).coordinate(scanner.token[...])
    else { return .other }
    if notes.isEmpty {
      note(
        "the \(found.isLongitudeFirst ? "longitude" : "latitude") is first in \"\(key.excerpt(40))\""
      )
    }
    if depth <= Self.deepestPlace + 1 {
      let numbers = [
        (found.coordinate.latitude, 0),
        (found.coordinate.longitude, UsualNames.firstLongitude),
      ]
      let angles = numbers.map { number, slot in
        JSONObject.Angle(number: number, shown: "", slot: slot, name: key, position: position)
      }
      let way = surveyPath.suffix(depth - 1) + [key]
      addNested(angles, in: way.joined(separator: "."), isUsual: depth == 1)
    }
    return .place
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
    var found = UnreadPlaces(isVague: true, position: scanner.position)
    let nestedCount = nested.count
    let isNear = depth <= Self.deepestPlace
    var names: UsualNames = []
    var angles: [JSONObject.Angle] = []
    var columns: [JSONObject.Angle] = []
    var objectCount = 0
    var type = ""
    let scaled = hints.scaled
    guard try scanner.open(.object) else { return .other }
    repeat {
      let key = try scanner.key()
      let first = try scanner.peek()
      // An array has the latitudes of several places.
      if first != ASCII.openBracket, let slot = UsualNames.slot(of: key, chosen: chosen) {
        names.insert(.slot(slot))
        if isNear {
          _ = try scanAngle(key, into: &angles)
        } else {
          try scanner.skipValue(depth: depth)
        }
        continue
      }
      if isNear, AnglePart(key, of: chosen)?.slot(first) != nil {
        _ = try scanAngle(key, into: &angles)
        continue
      }
      if first == ASCII.quote, key == "type" {
        type = try scanner.string()
        continue
      }
      if key.hasPrefix("$number") { hints.isWrapped = true }
      if CoordinateNames.scaledSlot(of: key) != nil, !hints.scaled.contains(key) {
        hints.scaled.append(key)
      }
      if first == ASCII.openBrace { objectCount += 1 }
      if first == ASCII.openBracket, let slot = UsualNames.slot(of: key, chosen: chosen) {
        let position = scanner.position
        found.add(try survey(key, depth: depth + 1))
        columns.append(
          JSONObject.Angle(
            shown: "", slot: slot, name: key, position: position,
            count: surveyed == nil ? 0 : surveyedCount))
        continue
      }
      found.add(try survey(key, depth: depth + 1))
    } while try scanner.continues(.object)
    addColumns(columns + angles)
    if type.lowercased() != "point" { forgetPosition(type, since: nestedCount, depth: depth) }
    let own: Looks
    switch choice(of: names) {
    case .one(let pair, _): own = pair.isVague ? .vaguePlace : .place
    case .several: own = .place
    case .none: own = .other
    }
    if own > .other || found.count >= Self.minCount { nested.removeSubrange(nestedCount...) }
    // It has the same in degrees.
    if own > .other { hints.scaled = scaled }
    if isNear { add(angles, to: surveyPath.suffix(depth), isPlace: own == .place) }
    if own > .other { return own }
    // One is its own coordinate; many are an object of places by their names.
    found.path = surveyPath
    if found.count >= Self.minCount {
      unread.add(found)
      return .other
    }
    let looks = found.looks
    if found.count > 1 || objectCount >= Self.minCount {
      (found.count, found.isVague) = (max(found.count, objectCount), true)
      lists.add(found)
    }
    return looks
  }

  /// The same for the properties of an object that may be a feature; their texts and numbers belong
  /// to a pin.
  mutating func surveyProperties() throws(Problem) {
    guard try scanner.open(.object) else { return }
    surveyPath.append("properties")
    defer { surveyPath.removeLast() }
    let nestedCount = nested.count
    var angles: [JSONObject.Angle] = []
    repeat {
      let key = try scanner.key()
      let first = try scanner.peek()
      if first == ASCII.openBrace || first == ASCII.openBracket {
        try survey(key, depth: 2)
        details.label?.properties.leaveOut()
      } else if try !scanAngle(key, into: &angles) {
        if PinLabel.nameKeys.contains(key.lowercased()) {
          try scanName(key)
        } else {
          try scanLabelProperty(key)
        }
      }
    } while try scanner.continues(.object)
    var names: UsualNames = []
    for angle in angles where !angle.isPart { names.insert(.slot(angle.slot)) }
    var isPlace = choice(of: names) != .none
    if case .one(let pair, _) = choice(of: names), pair.isVague { isPlace = false }
    if isPlace { nested.removeSubrange(nestedCount...) }
    add(angles, to: ["properties"], isPlace: isPlace)
  }

  /// Forgets the numbers in the member "coordinates" of an object that is no Point: their order is
  /// not known, or they are a line.
  private mutating func forgetPosition(_ type: String, since nestedCount: Int, depth: Int) {
    guard nested.count > nestedCount else { return }
    let way = surveyPath.suffix(depth)
    let member = way.joined(separator: ".")
    let index = nested.indices.dropFirst(nestedCount).first { index in
      nested[index].member == member && nested[index].angles[0].name == "coordinates[1]"
        && nested[index].angles[0].number != nil
    }
    guard let index else { return }
    nested.remove(at: index)
    if !Self.isGeometry(type) { hints.list = way + ["coordinates"] }
  }

  /// Takes the coordinate in a member, if the member or its numbers have a coordinate's name.
  private mutating func add(
    _ angles: [JSONObject.Angle], to way: ArraySlice<String>, isPlace: Bool
  ) {
    let isUsual = JSONObject.isUsual(way.last)
    guard angles.contains(where: { !$0.isPart }), isPlace || isUsual else { return }
    addNested(angles, in: way.joined(separator: "."), isUsual: isUsual && way.count == 1)
  }

  private mutating func surveyArray(depth: Int) throws(Problem) -> Looks {
    var found = UnreadPlaces(path: surveyPath, isVague: true, position: scanner.position)
    surveyed = []
    guard try scanner.open(.array) else {
      // The answer to a question may have no places, and the coordinate of who asks.
      if surveyPath.count <= 2 { lists.add(found) }
      return .other
    }
    var (count, numberCount, angleCount, objectCount, arrayCount) = (0, 0, 0, 0, 0)
    var positionCount = 0
    surveyPath.append("[]")
    repeat {
      count += 1
      let first = try scanner.peek()
      if let byte = first,
        ASCII.isDigit(byte) || byte == ASCII.minus || byte | 0x20 == UInt8(ascii: "n")
      {
        let number = try scanner.numberOrNull()
        numberCount += 1
        if numberCount <= 4 { surveyed?.append(number) }
        if let number, abs(number) <= 180 { angleCount += 1 }
        continue
      }
      if first == ASCII.openBrace { objectCount += 1 }
      if first == ASCII.openBracket { arrayCount += 1 }
      // What is in a list is not in a member of the item.
      let looks = try survey(depth: max(depth, Self.deepestPlace) + 1)
      if looks == .position { positionCount += 1 } else { found.add(looks) }
    } while try scanner.continues(.array)
    surveyPath.removeLast()
    if numberCount < count { surveyed = nil }
    surveyedCount = count
    // GeoJSON's box has four numbers or six.
    if count >= Self.minCount || objectCount + arrayCount > 1, surveyPath.last != "bbox" {
      lists.add(
        UnreadPlaces(
          path: surveyPath, isVague: objectCount < 2, count: count, position: found.position))
    }
    if angleCount == count, (2...3).contains(count) { return .position }
    found.kind = found.count > 0 ? .array : .positions
    // Those of a geometry's member "coordinates" are a line or an area.
    if positionCount >= Self.minCount, surveyPath.last(where: { $0 != "[]" }) != "coordinates" {
      found.add(.place, count: positionCount)
    }
    if found.count > 0 { unread.add(found) }
    return .other
  }

  // MARK: - What was not read

  /// Refuses a file in which more places were skipped than read, at its end; fewer are a note.
  mutating func checkUnread() throws(Problem) {
    // Something with x and y is a place only where the places have no better names.
    let isVague = taken.contains { $0.names.map { $0.lowercased() } == ["y", "x"] }
    let skipped = unread.filter { isVague || !$0.isVague }
    // One place has one or two doors.
    let others = skipped.filter {
      !JSONObject.isPartOfPlace($0.path.last) || placeCount == 1 && $0.count >= Self.minCount
    }
    if let first = others.max(by: { $0.count < $1.count }),
      others.reduce(0, { $0 + $1.count }) >= placeCount
    {
      errorPosition = first.position
      // The one place may be that of something else.
      let member = taken.first?.member
      if placeCount == 0
        || member != nil && (!JSONObject.isUsual(member) || JSONObject.isView(member))
      {
        chooseArray()
      }
      throw .mismatch(
        expected: "places of one kind",
        found: "\(placeCount) \(takenText) and \(first.count) in \"\(first.name)\"",
        remedy: remedy(for: first))
    }
    for places in skipped { note("not read: \(places.count.places) in \"\(places.name)\"") }
    noteLists(besides: skipped)
  }

  /// Notes the lists next to the only place, and lists of more objects than there are places: their
  /// places may be meant. The note of a list includes what is in it.
  private mutating func noteLists(besides skipped: [UnreadPlaces]) {
    let readCount = placeCount
    let told = lists.filter { list in
      (readCount == 1 || !list.isVague && list.count > readCount)
        && !skipped.contains { list.path.starts(with: $0.path) }
    }
    for list in told {
      let isInside = told.contains { $0.path != list.path && list.path.starts(with: $0.path) }
      if !isInside { note("not read: \(list.count) entries in \"\(list.name)\"") }
    }
  }

  private var takenText: String {
    taken.isEmpty ? "as GeoJSON" : "in " + taken.map(\.text).joined(separator: " or ")
  }

  /// The way to read skipped places instead, or the others without them.
  func remedy(for places: UnreadPlaces) -> String {
    if places.path.first == "elements" { return Problem.outCenter }
    let start = arrayPath.isEmpty ? itemFilter : ""
    let advice = "Write the right ones to another file"
    guard let steps = places.steps else { return advice + "." }
    if case .columns(let names) = places.kind {
      let columns = [names.latitude, names.longitude].map { UnreadPlaces.steps(of: [$0]) ?? "." }
      return advice + ": jq -c '\(Self.pipe(start + steps))[\(columns.joined(separator: ", "))] "
        + "| map([.[]?]) | transpose[] | {lat: .[0], lon: .[1]}' FILE > NEW.ndjson; from pandas, "
        + "with to_json(orient=\"records\")."
    }
    let filter = (start + steps).isEmpty ? "." : start + steps
    let takes = advice + ": jq -c '\(filter)[]' FILE > NEW.ndjson"
    if places.path.isEmpty { return takes + "." }
    return takes + " takes those in \"\(places.name)\""
      + (placeCount == 0
        ? "." : ", jq -c '\(start.isEmpty ? "." : start) | del(\(steps))' the others.")
  }

  /// Remembers the arrays or objects of numbers that have the latitudes and the longitudes of places.
  mutating func addColumns(_ angles: [JSONObject.Angle]) {
    guard angles.contains(where: { $0.count > 0 }) else { return }
    let columns = angles.filter { $0.count >= Self.minCount && !$0.isPart }
    guard let latitude = columns.first(where: { $0.slot < UsualNames.firstLongitude }),
      let longitude = columns.first(where: {
        $0.slot >= UsualNames.firstLongitude && $0.count == latitude.count
      })
    else { return }
    let pair = UsualNames.Pair(latitude: latitude.slot, longitude: longitude.slot)
    let names = CoordinateNames(latitude: latitude.name, longitude: longitude.name)
    unread.add(
      UnreadPlaces(
        path: surveyPath, isVague: pair.isVague, kind: .columns(names), count: latitude.count,
        position: latitude.position))
  }

  /// Adds a note, once.
  mutating func note(_ text: String) {
    // A file may have any number of kinds.
    if notes.count < 10, !notes.contains(text) { notes.append(text) }
  }
}
