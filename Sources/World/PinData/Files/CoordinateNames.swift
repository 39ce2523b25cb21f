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

  /// True where the latitude is read from what is named like a longitude, and the other way round.
  var isSwapped: Bool {
    Self.longitudes.contains(latitude.lowercased())
      && Self.latitudes.contains(longitude.lowercased())
  }

  /// How to read the two exchanged, in a message.
  var exchange: String {
    "Exchange the two columns: 'try' has the options --latitude and --longitude; in a scenario, "
      + "\"latitude: \(longitude.yamlText), longitude: \(latitude.yamlText)\" in 'data'."
  }

  /// How to name the two, in a message.
  static let choosing =
    "'try' has the options --latitude and --longitude; in a scenario, "
    + "data: { file: …, latitude: …, longitude: … }."
}

/// The usual names that a row or an object has, as a set of slots: 0 to 2 are those of latitudes, 3
/// to 7 those of longitudes.
struct UsualNames: OptionSet, Hashable {
  let rawValue: UInt8

  static let names = CoordinateNames.latitudes + CoordinateNames.longitudes
  /// The slot of the first longitude.
  static let firstLongitude = CoordinateNames.latitudes.count
  /// Latitude with longitude, lat with lon, lng or long, y with x: the slots of each family.
  private static let families: [(latitude: Int, longitudes: [Int])] = [
    (0, [3]), (1, [4, 5, 6]), (2, [7]),
  ]
  /// The names that may mean anything: a place on a screen or on a plan as well.
  private static let vague: UsualNames = [.slot(2), .slot(7)]

  static func slot(_ slot: Int) -> UsualNames { UsualNames(rawValue: 1 << UInt8(slot)) }

  /// The slot of a name; `nil` for any other name.
  ///
  /// - Parameter chosen: the caller's names, which are then the only ones and have the first slots.
  static func slot(of name: String, chosen: CoordinateNames? = nil) -> Int? {
    if let chosen {
      if name == chosen.latitude { return 0 }
      return name == chosen.longitude ? firstLongitude : nil
    }
    // Most names of a file are longer.
    return name.utf8.count <= 9 ? names.firstIndex(of: name.lowercased()) : nil
  }

  /// A latitude and a longitude, by their slots.
  struct Pair: Hashable {
    let latitude: Int
    let longitude: Int
  }

  /// What the names are together.
  enum Choice: Equatable {
    case none
    /// The one pair, and the slots of another one that is weaker.
    case one(Pair, besides: [Int])
    /// Pairs of equal rank, or a pair beside half of a stronger one.
    case several([Pair])
  }

  /// The pair that is meant, if only one can be.
  ///
  /// A pair is of one family, where there is one; else of the only two names, as "lat" and
  /// "longitude". "y" and "x" count where nothing stronger is there, not even half a pair.
  var choice: Choice {
    let complete = Self.families.flatMap { family in
      pairs([family.latitude], family.longitudes)
    }
    let strong = complete.filter { $0.latitude != 2 }
    let vague = complete.filter { $0.latitude == 2 }
    let besides = vague.flatMap { [$0.latitude, $0.longitude] }
    if strong.count == 1 { return .one(strong[0], besides: besides) }
    if strong.count > 1 { return .several(strong) }
    guard !subtracting(Self.vague).isEmpty else {
      guard let pair = vague.first else { return .none }
      return .one(pair, besides: [])
    }
    let mixed = pairs([0, 1], [3, 4, 5, 6])
    if mixed.count == 1 { return .one(mixed[0], besides: besides) }
    return mixed.isEmpty && vague.isEmpty ? .none : .several(mixed + vague)
  }

  /// The pairs of these slots that are both there.
  private func pairs(_ latitudes: [Int], _ longitudes: [Int]) -> [Pair] {
    latitudes.filter { contains(.slot($0)) }.flatMap { latitude in
      longitudes.filter { contains(.slot($0)) }.map { Pair(latitude: latitude, longitude: $0) }
    }
  }
}

/// The fields of a row with the coordinate.
struct CoordinateColumns {
  let latitude: Int
  let longitude: Int
  /// The names as the file writes them.
  let names: CoordinateNames
  /// Further columns with the name of the latitude, or of the longitude.
  var repeats: (latitude: [Int], longitude: [Int]) = ([], [])
  /// The names of a weaker pair, which is not read.
  var besides: [String] = []

  /// The columns that a header has for a coordinate.
  enum Match {
    case none
    case one(CoordinateColumns)
    /// The names that could be meant.
    case several([String])
  }

  /// Finds the columns.
  ///
  /// - Parameter chosen: the caller's choice of names; without it the usual names are looked for.
  static func match(_ header: [String], chosen: CoordinateNames?) -> Match {
    var columns: [[Int]] = Array(repeating: [], count: UsualNames.names.count)
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
    switch present.choice {
    case .none: return .none
    case .several: return .several(columns.flatMap { $0 }.sorted().map { header[$0] })
    case .one(let pair, let besides):
      let (latitudes, longitudes) = (columns[pair.latitude], columns[pair.longitude])
      return .one(
        CoordinateColumns(
          latitude: latitudes[0], longitude: longitudes[0],
          names: CoordinateNames(latitude: header[latitudes[0]], longitude: header[longitudes[0]]),
          repeats: (Array(latitudes.dropFirst()), Array(longitudes.dropFirst())),
          besides: besides.compactMap { columns[$0].first }.map { header[$0] }))
    }
  }

  /// Finds the columns, or says why none can be meant.
  ///
  /// - Parameter table: the table of a database.
  static func find(
    in header: [String], chosen: CoordinateNames?, table: String? = nil
  ) throws(Problem) -> CoordinateColumns {
    switch match(header, chosen: chosen) {
    case .one(let columns): return columns
    case .none: throw missing(in: header, chosen: chosen)
    case .several(let names): throw several(names, table: table)
    }
  }

  /// The columns of a name; in upper or lower case where none has exactly this one.
  private static func columns(named name: String, in header: [String]) -> [Int] {
    let exact = header.indices.filter { header[$0] == name }
    let lowercase = name.lowercased()
    return exact.isEmpty ? header.indices.filter { header[$0].lowercased() == lowercase } : exact
  }

  var haveRepeats: Bool { !repeats.latitude.isEmpty || !repeats.longitude.isEmpty }

  /// The columns in an account.
  var taken: PinFileSummary.Taken { PinFileSummary.Taken(names.latitude, names.longitude) }

  /// The note that a weaker pair is not read; none without one.
  var notes: [String] {
    besides.isEmpty ? [] : ["not read: the columns \(besides.quotedList)"]
  }

  /// The columns that are looked for, in a message.
  static func wanted(_ chosen: CoordinateNames?) -> String {
    let latitudes = chosen.map { [$0.latitude] } ?? CoordinateNames.latitudes
    let longitudes = chosen.map { [$0.longitude] } ?? CoordinateNames.longitudes
    return "with a latitude column (\(latitudes.quotedList)) and a longitude column "
      + "(\(longitudes.quotedList))"
  }

  /// The problem with a CSV header that lacks one of the two.
  private static func missing(in header: [String], chosen: CoordinateNames?) -> Problem {
    .mismatch(
      expected: "a header line " + wanted(chosen), found: header.quotedList,
      remedy: "Add or rename the columns, or name them: " + CoordinateNames.choosing)
  }

  /// The problem with columns of which several could be meant.
  private static func several(_ names: [String], table: String?) -> Problem {
    .mismatch(
      expected: "one pair of columns with a latitude and a longitude",
      found: "several that may be meant: " + names.quotedList
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
  /// The text as a value in YAML: in quotes, unless it is a plain word.
  var yamlText: String {
    let isWord =
      first.map { $0.isLetter } == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !isWord else { return excerpt(60) }
    let escaped = excerpt(60).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"" + escaped + "\""
  }
}
