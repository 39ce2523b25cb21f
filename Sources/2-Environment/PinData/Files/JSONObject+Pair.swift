import Clustering

/// The meaning of an object whose members were all read: which of its numbers are the coordinate.
extension JSONItems {
  /// Decides what an object is whose members were all read.
  mutating func finish(_ object: JSONObject) throws(Problem) {
    guard object.hasGeometry || details.record == nil else {
      throw Self.notPlaces(found: "an object without a member \"geometry\"")
    }
    addColumns(object.angles)
    let isBare = !object.hasGeometry && Self.isGeometry(object.type)
    // Objects of apps, and features of GeoJSON, may mean a station by three letters.
    if let system = object.referenceSystem, isBare || system.isNumbered {
      try check(system, isOfGeoJSON: isBare || object.hasGeometry)
    }
    // OpenStreetMap's, which have a place only where the query asks for it.
    let isPart =
      part == .array && chosen == nil && (object.type == "way" || object.type == "relation")
    if isPart, object.type == "way" { hasWays = true }
    if isPart || object.hasGeometry { forgetUnread() }
    let isNull = part != .features && object.type != "Feature" && leftOut == [.nullGeometry]
    if object.hasGeometry, isNull, coordinates.isEmpty,
      let own = try pair(of: object.angles, in: nil)
    {
      // A row of a table with a column of geometries.
      return try finish(own)
    }
    if object.hasGeometry || isBare {
      guard chosen == nil else {
        throw .mismatch(
          expected: "objects with the members \"\(chosen?.latitude ?? "")\" and "
            + "\"\(chosen?.longitude ?? "")\"", found: "GeoJSON",
          remedy: "Omit the column names: GeoJSON has its own.")
      }
      if isBare { try finish(object.bare) }
    } else if isCorner(object) {
      leftOut.append(.corner)
    } else if let pair = try pair(in: object) {
      try checkOwn(object, besides: pair)
      if coordinates.count > 1 {
        let member = object.bare.hasGeometries ? "geometries" : "coordinates"
        unread.add(
          UnreadPlaces(
            path: surveyPath + [member], count: coordinates.count, position: scanner.position))
      }
      try finish(pair)
    } else if object.bare.depth == 1, coordinates.count + leftOut.count == 1 {
      note("the longitude is first in \"coordinates\", as in GeoJSON")
      try take(CoordinateNames(latitude: "coordinates[1]", longitude: "coordinates[0]"), in: nil)
    } else if isPart {
      note("ways without a centre are left out: ask OpenStreetMap with \"out center\"")
      leftOut.append(.way)
    } else {
      if object.type != "Topology" { chooseArray() }
      throw notPlaces(object)
    }
  }

  /// Returns whether an object is a node of OpenStreetMap without tags, in a file with ways, whose
  /// corners such nodes are. Without ways it is a place.
  private mutating func isCorner(_ object: JSONObject) -> Bool {
    guard part == .array, chosen == nil, object.type == "node", !object.hasTags else {
      return false
    }
    hasCorners = true
    return leavesOutCorners
  }

  /// The members of a feature, whose type may come after them, and of a way that hold no places.
  private static let otherMembers: Set = ["properties", "geometry", "members", "nodes"]

  /// Forgets what was skipped in such members of the current item.
  private mutating func forgetUnread() {
    let depth = surveyPath.count
    func isOther(_ places: UnreadPlaces) -> Bool {
      places.path.count > depth && Self.otherMembers.contains(places.path[depth])
    }
    unread.removeAll(where: isOther)
    lists.removeAll(where: isOther)
  }

  /// The pair that an object means: its own pair, else the pair of a member with a usual name, else
  /// the only pair in other members; `nil` if there is none.
  private mutating func pair(in object: JSONObject) throws(Problem) -> JSONObject.Pair? {
    if let own = try pair(of: object.angles, in: nil) {
      if chosen == nil { try check(own) }
      return own
    }
    guard nested.count <= JSONObject.maxNestedCount else {
      throw .mismatch(
        expected: "at most \(JSONObject.maxNestedCount) members that may hold the coordinate",
        found: "more", remedy: remedy(for: UnreadPlaces(position: nested[0].angles[0].position)))
    }
    var pairs: [JSONObject.Pair] = []
    for isUsual in [true, false] {
      for place in nested where place.isUsual == isUsual {
        if let pair = try pair(of: place.angles, in: place.member) { pairs.append(pair) }
      }
      let filled = pairs.filter { !$0.isNull }
      guard let first = filled.first ?? pairs.first else { continue }
      if let other = filled.first(where: { !$0.isEqual(to: first) }) {
        errorPosition = other.latitude.position
        if part == .texts, !isUsual, filled.count >= Self.minCount {
          // An object of places by their names.
          let places = UnreadPlaces(count: filled.count, position: first.latitude.position)
          throw Self.notPlaces(
            found: "an object whose members \(memberNames.quotedList) each have a coordinate",
            remedy: remedy(for: places))
        }
        throw several([first.member, other.member])
      }
      return first
    }
    return nil
  }

  /// Refuses the only coordinate in a member of an object that has its own in another notation.
  private mutating func checkOwn(
    _ object: JSONObject, besides pair: JSONObject.Pair
  ) throws(Problem) {
    guard let member = pair.member, !JSONObject.isUsual(member), chosen == nil else { return }
    if let problem = CoordinateNames.scaledProblem(hints.scaled + memberNames) { throw problem }
    if let list = hints.list, !JSONObject.isView(list.last) {
      throw Self.unordered(itemFilter, in: list)
    }
    if object.bare.depth == 1, !coordinates.isEmpty { throw several(["coordinates", member]) }
    if let half = object.angles.first(where: { $0.number != nil && !$0.isPart }) {
      errorPosition = half.position
      throw several([half.name, member])
    }
  }

  /// Refuses an x and a y if there is a better coordinate, or if they are of a box.
  private mutating func check(_ own: JSONObject.Pair) throws(Problem) {
    guard own.isVague else { return }
    for place in nested {
      guard let other = try pair(of: place.angles, in: place.member), !other.isVague,
        !other.isNull, !other.isEqual(to: own)
      else { continue }
      errorPosition = other.latitude.position
      throw several([nil, other.member])
    }
    if CoordinateColumns.areSizes(memberNames) {
      errorPosition = own.latitude.position
      throw .mismatch(
        expected: "a latitude and a longitude",
        found: "\([own.latitude.name, own.longitude.name].quotedList), which look like the sides "
          + "of a box",
        remedy: "Name the two: " + CoordinateNames.choosing)
    }
  }

  private func several(_ members: [String?]) -> Problem {
    .mismatch(
      expected: "one member with a coordinate",
      found: "several candidates: " + members.map { $0 ?? "the object" }.quotedList,
      remedy: "Write the right one to another file, for example: "
        + "jq -c '\(Self.pipe(itemFilter)){lat: .MEMBER.lat, lon: .MEMBER.lon}' FILE > "
        + "NEW.ndjson.")
  }

  /// The pair among angles. Angles without a number count where there are none with one.
  private mutating func pair(
    of angles: [JSONObject.Angle], in member: String?
  ) throws(Problem) -> JSONObject.Pair? {
    func found(_ slot: Int) -> JSONObject.Angle? { angles.first { $0.slot == slot } }
    func pair(_ names: UsualNames.Pair) -> JSONObject.Pair? {
      guard let latitude = found(names.latitude), let longitude = found(names.longitude) else {
        return nil
      }
      return JSONObject.Pair(latitude: latitude, longitude: longitude, member: member)
    }
    for withoutNumbers in [false, true] {
      let candidates = angles.filter { !$0.isPart && (withoutNumbers || $0.number != nil) }
      var names: UsualNames = []
      for angle in candidates { names.insert(.slot(angle.slot)) }
      switch choice(of: names) {
      case .one(let meant, _):
        guard let pair = pair(meant) else { return nil }
        return try completed(pair, by: angles)
      case .several(let several):
        let pairs = several.compactMap(pair)
        // The same coordinate in several forms needs no choice.
        if pairs.count > 1, pairs.allSatisfy({ $0.isEqual(to: pairs[0]) }) { return pairs[0] }
        errorPosition = candidates.last?.position
        throw .mismatch(
          expected: "one pair of members with a latitude and a longitude",
          found: "several candidates: " + candidates.map(\.name).quotedList,
          remedy: "Name the two: " + CoordinateNames.choosing)
      case .none: continue
      }
    }
    return nil
  }

  /// A pair with the minutes, seconds and hemispheres that are among other angles.
  private mutating func completed(
    _ pair: JSONObject.Pair, by angles: [JSONObject.Angle]
  ) throws(Problem) -> JSONObject.Pair {
    guard angles.contains(where: { $0.isPart }) else { return pair }
    let names = CoordinateNames(latitude: pair.latitude.name, longitude: pair.longitude.name)
    let parts = AnglePart.parts(angles.map(\.name), of: names).mapValues { angles[$0] }
    partNames.merge(parts.mapValues(\.name)) { $1 }
    func whole(_ angle: JSONObject.Angle, isLatitude: Bool) throws(Problem) -> JSONObject.Angle {
      guard let number = angle.number else { return angle }
      var whole = angle
      var values: [AnglePart.Kind: Double] = [:]
      for kind in [AnglePart.Kind.minutes, .seconds] {
        values[kind] = parts[AnglePart(kind: kind, isLatitude: isLatitude)]?.number
      }
      let letter = parts[AnglePart(kind: .hemisphere, isLatitude: isLatitude)]?.shown
      errorPosition = angle.position
      whole.number = try AnglePart.angle(
        number, isLatitude: isLatitude, parts: values, letter: letter)
      errorPosition = nil
      return whole
    }
    return JSONObject.Pair(
      latitude: try whole(pair.latitude, isLatitude: true),
      longitude: try whole(pair.longitude, isLatitude: false), member: pair.member)
  }

  /// The meaning of the names together; most objects have the names of the object before.
  mutating func choice(of names: UsualNames) -> UsualNames.Choice {
    if names.isEmpty { return .none }
    if lastChoice.names != names { lastChoice = (names, names.choice) }
    return lastChoice.choice
  }

  private mutating func finish(_ pair: JSONObject.Pair) throws(Problem) {
    forgetPlaces()
    if pair.isNull { return leftOut.append(.missingCoordinate) }
    let coordinate = Coordinate(
      latitude: try number(pair.latitude, named: "latitude"),
      longitude: try number(pair.longitude, named: "longitude"))
    let names = CoordinateNames(
      latitude: pair.latitude.name, longitude: pair.longitude.name)
    if !notation.coordinate(coordinate).isValid { invalid = (0, pair.latitude.position) }
    coordinates.append(coordinate)
    // A Point of GeoJSON has its own order.
    if pair.member == nil || !names.latitude.hasSuffix("]") { self.names = names }
    try take(names, in: pair.member)
    if !isOfEsri, pair.member == "geometry", chosen == nil, names.latitude.lowercased() == "y" {
      isOfEsri = true
      if spatialReference != nil { try checkSpatialReference() }
    }
  }

  private mutating func number(
    _ angle: JSONObject.Angle, named name: String
  ) throws(Problem) -> Double {
    if let number = angle.number { return number }
    errorPosition = angle.position
    if angle.count > 0, let places = unread.last, case .columns = places.kind {
      throw Self.notPlaces(
        found: "\(places.count) numbers each in \"\(places.name)\"", remedy: remedy(for: places))
    }
    throw .mismatch(expected: "a \(name) that is a number", found: angle.shown)
  }

  // MARK: - What was taken

  private mutating func take(_ names: CoordinateNames, in member: String?) throws(Problem) {
    // Most objects have the names of the one before.
    let isKnown = taken.contains {
      $0.names.count == 1
        ? $0.names[0] == member && names.latitude == names.longitude
        : $0.member == member && $0.names[0] == names.latitude && $0.names[1] == names.longitude
    }
    if isKnown { return }
    // Members of other names must be the same in each object.
    let isText = names.latitude == names.longitude
    let members = Set(taken.map { $0.names.count == 1 ? $0.names[0] : $0.member } + [member])
    if members.count > 1, !members.allSatisfy({ $0 == nil || JSONObject.isUsual($0) }) {
      throw several(members.sorted { ($0 ?? "") < ($1 ?? "") })
    }
    // A file may have any number of kinds.
    if taken.count < 4 {
      taken.append(
        isText
          ? PinFileSummary.Taken(member ?? "")
          : PinFileSummary.Taken(names.latitude, names.longitude, member: member))
    }
  }
}
