import Support

/// The names of a latitude and a longitude, of columns or of members of objects.
package struct CoordinateNames: Hashable, Sendable {
  package let latitude: String
  package let longitude: String

  package init(latitude: String, longitude: String) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Names of a latitude, in lower case.
  static let latitudes = ["latitude", "lat", "y"]
  /// Names of a longitude, in lower case.
  static let longitudes = ["longitude", "lon", "lng", "long", "x"]

  /// Indicates whether the latitude is read from what is named like a longitude, and the other way
  /// round.
  var isSwapped: Bool {
    guard let latitude = UsualNames.slot(of: latitude),
      let longitude = UsualNames.slot(of: longitude)
    else { return false }
    return latitude >= UsualNames.firstLongitude && longitude < UsualNames.firstLongitude
  }

  /// The way to read the two exchanged, for a message.
  var exchange: String {
    if latitude == longitude {
      return "Rename the column \"lonlat\", or write the two numbers into two columns."
    }
    return "Exchange the two columns: "
      + CoordinateNames(latitude: longitude, longitude: latitude).choice()
  }

  /// The way to choose these two, for a message.
  func choice(scale: String? = nil, table: String? = nil) -> String {
    let keys = [
      ("table", table), ("latitude", latitude), ("longitude", longitude), ("scale", scale),
    ]
    let values = keys.compactMap { key, value in value.map { (key, $0) } }
    let options =
      ShellWord.line(values.flatMap { ["--" + $0, $1] }) ?? "--latitude and --longitude"
    return "'try' has the options \(options); in a scenario, data: { …, "
      + values.map { "\($0): \($1.yamlText)" }.joined(separator: ", ") + " }."
  }

  /// Two names that differ as those of a latitude and a longitude do, as "avgLat" and "avgLon".
  static func similar(in names: [String]) -> CoordinateNames? {
    for (part, others) in [("lat", ["lon", "lng", "long"]), ("y", ["x"])] {
      for latitude in names where latitude.lowercased().contains(part) {
        let others = others.map { latitude.lowercased().replacing(part, with: $0) }
        if let longitude = names.first(where: { others.contains($0.lowercased()) }) {
          return CoordinateNames(latitude: latitude, longitude: longitude)
        }
      }
    }
    return nil
  }

  /// The slot among the usual names of one that says a multiple of degrees, as "latitudeE7".
  static func scaledSlot(of name: String) -> Int? {
    // Most names of a file are none of these.
    guard name.utf8.count <= 16, let last = name.utf8.last, ASCII.isDigit(last) else { return nil }
    let lowercase = name.lowercased()
    guard lowercase.hasSuffix("e7") || lowercase.hasSuffix("e6") else { return nil }
    return UsualNames.slot(of: String(lowercase.dropLast(2)))
  }

  /// The problem with names of multiples of degrees; `nil` where there are no two.
  static func scaledProblem(_ names: [String]) -> Problem? {
    let slots = names.map(scaledSlot)
    guard let latitude = slots.firstIndex(where: { ($0 ?? .max) < UsualNames.firstLongitude }),
      let longitude = slots.firstIndex(where: { ($0 ?? 0) >= UsualNames.firstLongitude })
    else { return nil }
    let found = CoordinateNames(latitude: names[latitude], longitude: names[longitude])
    let scale = "1e-" + found.latitude.suffix(1)
    return .mismatch(
      expected: "a latitude and a longitude in degrees",
      found: "\([found.latitude, found.longitude].quotedList), which look like multiples of "
        + "\(scale) degrees",
      remedy: "Say so: " + found.choice(scale: scale))
  }

  /// The way to name the two, for a message.
  static let choosing =
    "'try' has the options --latitude and --longitude, for a name or a column's number (from 1); in "
    + "a scenario, data: { file: …, latitude: …, longitude: … }."
}

/// The fields of a row with the coordinate.
struct CoordinateColumns {
  let latitude: Int
  let longitude: Int
  /// The names as the file writes them.
  let names: CoordinateNames
  /// Further columns with the name of the latitude, or of the longitude.
  var repeats: (latitude: [Int], longitude: [Int]) = ([], [])
  /// The names of weaker pairs, which are not read.
  var besides: [String] = []
  /// The columns of minutes, seconds and hemispheres.
  var parts: [AnglePart: (column: Int, name: String)] = [:]

  /// Indicates whether this is a column with both numbers.
  var isOne: Bool { latitude == longitude }

  /// Finds the columns that a header has for a coordinate; `nil` where it has none. Throws where
  /// several may be meant.
  ///
  /// - Parameters:
  ///   - chosen: the caller's choice of names, or of numbers from 1 where no column has such a name;
  ///     without it the usual names are looked for.
  ///   - table: the table of a database.
  static func match(
    _ header: [String], chosen: CoordinateNames?, table: String? = nil
  ) throws(Problem) -> CoordinateColumns? {
    var columns: [[Int]] = Array(repeating: [], count: UsualNames.count)
    if let chosen {
      columns[0] = Self.columns(named: chosen.latitude, in: header)
      columns[UsualNames.firstLongitude] = Self.columns(named: chosen.longitude, in: header)
    } else {
      for (column, name) in header.enumerated() {
        if let slot = UsualNames.slot(of: name) { columns[slot].append(column) }
      }
    }
    var present: UsualNames = []
    for slot in columns.indices where !columns[slot].isEmpty { present.insert(.slot(slot)) }
    let several = Self.several(columns.flatMap { $0 }.sorted().map { header[$0] }, table: table)
    switch present.choice {
    case .none: return nil
    case .several: throw several
    case .one(let pair, _) where chosen == nil && pair.isVague && areSizes(header): throw several
    case .one(let pair, let besides):
      let (latitudes, longitudes) = (columns[pair.latitude], columns[pair.longitude])
      // "geo_lat" and "gps_lat" have one slot.
      guard Set((latitudes + longitudes).map { header[$0].lowercased() }).count <= 2 else {
        throw several
      }
      let names = CoordinateNames(latitude: header[latitudes[0]], longitude: header[longitudes[0]])
      return CoordinateColumns(
        latitude: latitudes[0], longitude: longitudes[0], names: names,
        repeats: (Array(latitudes.dropFirst()), Array(longitudes.dropFirst())),
        besides: besides.compactMap { columns[$0].first }.map { header[$0] },
        parts: AnglePart.parts(header, of: names).mapValues { ($0, header[$0]) })
    }
  }

  /// Returns whether columns next to an x and a y, or a "Breite" and a "Länge", say that these are
  /// the size of a box, and not a place.
  static func areSizes(_ header: [String]) -> Bool {
    let names = Set(header.map { $0.lowercased() })
    return names.isSuperset(of: ["width", "height"]) || names.isSuperset(of: ["w", "h"])
      || names.contains("breite") && !names.isDisjoint(with: ["höhe", "hoehe", "tiefe", "gewicht"])
  }

  /// Finds the columns, or says why none can be meant.
  ///
  /// - Parameter table: the table of a database.
  static func find(
    in header: [String], chosen: CoordinateNames?, table: String? = nil
  ) throws(Problem) -> CoordinateColumns {
    let columns = try match(header, chosen: chosen, table: table)
    guard let columns, table == nil || !columns.isOne else {
      throw missing(in: header, chosen: chosen)
    }
    return columns
  }

  /// The columns of a name; in upper or lower case where none has exactly this one; else the one
  /// with this number.
  private static func columns(named name: String, in header: [String]) -> [Int] {
    let exact = header.indices.filter { header[$0] == name }
    if !exact.isEmpty { return exact }
    let lowercase = name.lowercased()
    let similar = header.indices.filter { header[$0].lowercased() == lowercase }
    return similar.isEmpty ? column(numbered: name, in: header).map { [$0] } ?? [] : similar
  }

  private static func column(numbered number: String, in header: [String]) -> Int? {
    Int(number).flatMap { header.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  /// The columns of two numbers; `nil` where the choice is none of numbers, or names these columns.
  static func numbered(_ chosen: CoordinateNames, in fields: [String]) -> CoordinateColumns? {
    guard let latitude = column(numbered: chosen.latitude, in: fields),
      let longitude = column(numbered: chosen.longitude, in: fields),
      fields[latitude] != chosen.latitude || fields[longitude] != chosen.longitude
    else { return nil }
    return CoordinateColumns(latitude: latitude, longitude: longitude, names: chosen)
  }

  var haveRepeats: Bool { !repeats.latitude.isEmpty || !repeats.longitude.isEmpty }

  /// The columns in an account.
  var taken: PinFileSummary.Taken {
    isOne
      ? PinFileSummary.Taken(names.latitude)
      : PinFileSummary.Taken(names.latitude, names.longitude)
  }

  /// The notes that weaker pairs are not read, and which further columns are; none without them.
  var notes: [String] {
    (besides.isEmpty ? [] : ["not read: the columns \(besides.quotedList)"])
      + AnglePart.notes(parts.mapValues(\.name))
  }

  /// The columns that are looked for, in a message.
  static func wanted(_ chosen: CoordinateNames?) -> String {
    let latitudes = chosen.map { [$0.latitude] } ?? CoordinateNames.latitudes
    let longitudes = chosen.map { [$0.longitude] } ?? CoordinateNames.longitudes
    return "with a latitude column (\(latitudes.quotedList)) and a longitude column "
      + "(\(longitudes.quotedList))"
  }

  /// Parts of the names that a column with a coordinate may have, in lower case.
  private static let nearNames = ["lat", "lon", "lng", "breit", "läng", "oord", "geo", "loc"]
  /// The number of columns that a message shows.
  private static let maxShown = 8

  /// The problem with a CSV header that lacks one of the two.
  private static func missing(in header: [String], chosen: CoordinateNames?) -> Problem {
    func isNear(_ name: String) -> Bool {
      let lowercase = name.lowercased()
      return nearNames.contains { lowercase.contains($0) }
    }
    let shown = header.filter(isNear) + header.filter { !isNear($0) }
    let rest = shown.count - maxShown
    if let problem = CoordinateNames.scaledProblem(header) { return problem }
    let words = header.count == 1 ? header[0].split(whereSeparator: \.isWhitespace) : []
    var remedy =
      "Add or rename the columns, or name them (one column twice if it has both numbers): "
      + CoordinateNames.choosing
    if let pair = CoordinateNames.similar(in: header) {
      remedy = "If they are \([pair.latitude, pair.longitude].quotedList): " + pair.choice()
    } else if words.count > 1, words.contains(where: { UsualNames.slot(of: String($0)) != nil }) {
      remedy =
        "If blanks separate the columns, and no text has one: "
        + "sed 's/^ *//; s/ *$//' FILE | tr -s ' ' , > NEW.csv."
    } else if let order = numbers(in: header).first {
      let orders = numbers(in: header)
      remedy =
        "If the file has no header line, give the numbers of the columns"
        + (orders.count == 1 ? ": " : ". If the latitude is first: ") + order.choice()
        + (orders.count == 1 ? "" : " If the longitude is first: " + orders[1].choice())
    }
    return .mismatch(
      expected: "a header line " + wanted(chosen),
      found: shown.prefix(maxShown).map { $0.excerpt(40) }.quotedList
        + (rest > 0 ? " and \(rest) more" : ""),
      remedy: remedy)
  }

  /// The numbers of the first two fields of a row, one after the other, that look like a coordinate,
  /// in each order that is possible.
  static func numbers(in fields: [String]) -> [CoordinateNames] {
    let angles = fields.map { text in
      let isWhole = !text.contains(".") && !text.contains(",")
      return isWhole
        ? .infinity : CoordinatePair.number(Array(text.utf8)[...])?.magnitude ?? .infinity
    }
    for (first, next) in zip(fields.indices, fields.indices.dropFirst()) {
      let orders = [(first, next), (next, first)].filter { angles[$0] <= 90 && angles[$1] <= 180 }
      if !orders.isEmpty {
        return orders.map { CoordinateNames(latitude: "\($0 + 1)", longitude: "\($1 + 1)") }
      }
    }
    return []
  }

  /// The problem with columns if several pairs could be meant.
  private static func several(_ names: [String], table: String?) -> Problem {
    .mismatch(
      expected: "one pair of columns with a latitude and a longitude",
      found: "several candidates: " + names.quotedList
        + (table.map { " of the table \"\($0.excerpt(40))\"" } ?? ""),
      remedy: "Name the two: " + CoordinateNames.choosing)
  }
}

extension [String] {
  /// The position of the first of several names that is there.
  func firstIndex(ofFirst names: [String]) -> Int? {
    names.lazy.compactMap { firstIndex(of: $0) }.first
  }
}

extension String {
  /// The text as a value in YAML: in quotes, unless it is a plain word or a number.
  var yamlText: String {
    if Double(self)?.isFinite == true { return self }
    let isWord =
      first.map { $0.isLetter } == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !isWord else { return excerpt(60) }
    let escaped = excerpt(60).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"" + escaped + "\""
  }
}
