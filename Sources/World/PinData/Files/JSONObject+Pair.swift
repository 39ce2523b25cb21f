import Clustering

/// What an object is whose members were all read: which of its numbers are the coordinate.
extension JSONItems {
  /// Decides what an object is whose members were all read.
  mutating func finish(_ object: JSONObject) throws(Problem) {
    guard object.hasGeometry || details.record == nil else {
      throw Self.notPlaces(found: "an object without a member \"geometry\"")
    }
    let isBare = !object.hasGeometry && Self.isGeometry(object.type)
    if let system = object.referenceSystem { try check(system, of: object, isGeometry: isBare) }
    if object.hasGeometry || isBare {
      guard chosen == nil else {
        throw .mismatch(
          expected: "objects with the members \"\(chosen?.latitude ?? "")\" and "
            + "\"\(chosen?.longitude ?? "")\"", found: "GeoJSON",
          remedy: "Leave the names of the columns away: GeoJSON has its own.")
      }
      if isBare { try finish(object.bare) }
      // The properties of a feature whose type came after them.
      if object.hasGeometry {
        unread.removeAll { $0.path.first == "properties" }
        lists.removeAll { $0.path.first == "properties" }
      }
    } else if let pair = try pair(in: object) {
      if coordinates.count > 1 {
        let member = object.bare.hasGeometries ? "geometries" : "coordinates"
        remember(coordinates.count, in: [member], at: scanner.position)
      }
      try finish(pair)
    } else if object.bare.depth == 1, coordinates.count == 1 {
      take(PinFileSummary.Taken("coordinates[1]", "coordinates[0]"))
    } else {
      throw notPlaces(memberNames)
    }
  }

  private func notPlaces(_ members: [String]) -> Problem {
    if members.isEmpty { return Self.notPlaces(found: "an empty object") }
    let found = "an object with the members \(members.quotedList)"
    guard let places = unread.last else { return Self.notPlaces(found: found) }
    return Self.notPlaces(
      found: "\(places.count.places) in \"\(places.name)\" of " + found,
      remedy: remedy(for: places))
  }

  /// The pair that an object means: its own one, before that of a member. `nil` where it has none.
  private mutating func pair(in object: JSONObject) throws(Problem) -> JSONObject.Pair? {
    let own = try pair(of: object.angles, in: nil)
    if own.hasBoth { return own }
    var pairs: [JSONObject.Pair] = []
    for (member, angles) in object.nested { pairs.append(try pair(of: angles, in: member)) }
    let complete = pairs.filter(\.hasBoth)
    let filled = complete.filter { !$0.isNull }
    let meant = filled.isEmpty ? complete : filled
    guard let first = meant.first else { return pairs.first }
    if let other = meant.first(where: { !$0.isEqual(to: first) }) {
      errorPosition = other.latitude?.position
      let names = [first, other].compactMap(\.member)
      throw .mismatch(
        expected: "one member with a coordinate",
        found: "several that may be meant: " + names.quotedList,
        remedy: "Write the one that you mean into a file of its own, as with: "
          + "jq -c '\(format == .jsonArray ? ".[] | " : ""){lat: .MEMBER.lat, lon: .MEMBER.lon}' "
          + "FILE > NEW.ndjson.")
    }
    return first
  }

  /// The pair among angles. Angles without a number count where there are none with one.
  private mutating func pair(
    of angles: [JSONObject.Angle], in member: String?
  ) throws(Problem) -> JSONObject.Pair {
    func found(_ slot: Int) -> JSONObject.Angle? { angles.first { $0.slot == slot } }
    func pair(_ names: UsualNames.Pair) -> JSONObject.Pair {
      JSONObject.Pair(
        latitude: found(names.latitude), longitude: found(names.longitude), member: member)
    }
    let numbers = angles.filter { $0.number != nil }
    for candidates in [numbers, angles] {
      var names: UsualNames = []
      for angle in candidates { names.insert(.slot(angle.slot)) }
      switch choice(of: names) {
      case .one(let meant, _): return pair(meant)
      case .several(let several):
        let pairs = several.map(pair)
        // The same coordinate in several forms needs no choice.
        if pairs.count > 1, pairs.allSatisfy({ $0.isEqual(to: pairs[0]) }) { return pairs[0] }
        errorPosition = candidates.last?.position
        throw .mismatch(
          expected: "one pair of members with a latitude and a longitude",
          found: "several that may be meant: " + candidates.map(\.name).quotedList,
          remedy: "Name the two: " + CoordinateNames.choosing)
      case .none: continue
      }
    }
    // Half a pair, for an error: two halves may be of different kinds.
    guard let half = angles.first else { return JSONObject.Pair(member: member) }
    return half.slot < UsualNames.firstLongitude
      ? JSONObject.Pair(latitude: half, member: member)
      : JSONObject.Pair(longitude: half, member: member)
  }

  /// What names are together; most objects have those of the object before.
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
      latitude: pair.latitude?.name ?? "", longitude: pair.longitude?.name ?? "")
    if !notation.coordinate(coordinate).isValid { invalid = (0, pair.latitude?.position) }
    coordinates.append(coordinate)
    self.names = names
    take(names, in: pair.member)
  }

  private mutating func number(
    _ angle: JSONObject.Angle?, named name: String
  ) throws(Problem) -> Double {
    if let number = angle?.number { return number }
    errorPosition = angle?.position
    throw .mismatch(expected: "a \(name) that is a number", found: angle?.shown ?? "none")
  }

  // MARK: - What was taken

  private mutating func take(_ names: CoordinateNames, in member: String?) {
    // Most objects have the names of the one before.
    let isKnown = taken.contains {
      $0.member == member && $0.names.first == names.latitude && $0.names.last == names.longitude
    }
    if !isKnown { take(PinFileSummary.Taken(names.latitude, names.longitude, member: member)) }
  }

  private mutating func take(_ names: PinFileSummary.Taken) {
    // A file may have any number of kinds.
    if taken.count < 4, !taken.contains(names) { taken.append(names) }
  }
}
