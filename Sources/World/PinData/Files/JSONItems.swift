import Clustering

/// The items of a JSON file with places, one after the other, in the order of the file: the features
/// of a GeoJSON FeatureCollection (RFC 7946), the elements of an array, or whole texts that follow
/// one another (lines, RFC 8142). An item is a feature, a geometry, or an object with a latitude and
/// a longitude. Members may come in any order; unknown ones are skipped.
struct JSONItems: PlaceRows, ~Copyable {
  private enum Part {
    /// Between texts: at the beginning, at the end, or after a line.
    case texts
    case features
    case array
  }

  var scanner: JSONScanner
  /// What the current item says of its places.
  var details: PlaceDetails
  /// The members with the coordinate that the caller chose.
  let chosen: CoordinateNames?
  /// How the caller says that the coordinates are written.
  let notation: CoordinateNotation
  private let maxPlaces: Int
  private let maxItems: Int
  private var part = Part.texts
  private var textCount = 0
  private var itemCount = 0
  private var hasArray = false
  private var hasCollectionType = false
  /// True for a text that begins with a record separator.
  private let isSequence: Bool

  /// The places of the current item.
  var coordinates: [Coordinate] = []
  /// The reasons why parts of the current item are no places.
  var leftOut: [PinFileSummary.LeftOutReason] = []
  /// The type of the current item's geometry.
  var geometryType = ""
  /// The first of the current item's coordinates that is not on the earth, and its place.
  var invalid: (index: Int, position: DataFileError.TextPosition?)?
  /// The names of the members that the current item's coordinate is from; `nil` for geometries.
  var names: CoordinateNames?
  /// The place of an error, where it is before what was read.
  var errorPosition: DataFileError.TextPosition?
  /// The names of the current object's first members, for a message.
  var memberNames: [String] = []

  /// The members that coordinates were read from, as many kinds as a message shows.
  var taken: [PinFileSummary.Taken] = []
  /// What else is to be known of the file.
  var notes: [String] = []
  /// The places that were skipped.
  var unread: [UnreadPlaces] = []
  /// The lists that were skipped and hold no places as far as is known.
  var lists: [UnreadPlaces] = []
  /// The way to the value that is skipped.
  var surveyPath: [String] = []
  /// The names of the last object with a coordinate, and what they are together.
  var lastChoice: (names: UsualNames, choice: UsualNames.Choice) = ([], .none)
  /// The number of places in the items before the current one.
  private(set) var placeCount = 0

  init(_ reader: consuming ByteReader, details: PlaceDetails, options: PinFileOptions) {
    isSequence = reader.buffered.first == ASCII.recordSeparator
    scanner = JSONScanner(reader)
    self.details = details
    chosen = options.columns
    notation = options.notation
    maxPlaces = options.maxPlaces
    maxItems = options.maxItems
  }

  /// The format of the file, as far as it was read.
  var format: PinFileFormat {
    if isSequence || textCount > 1 { return .jsonLines }
    return hasArray ? .jsonArray : .geoJSON
  }

  var progress: PinFileProgress { scanner.reader.progress }
  var source: DataFile.Source { DataFile.Source(format: format, taken: taken, notes: notes) }

  func location(of _: PlaceProperty?) -> DataFileError.Location? {
    let position = errorPosition ?? scanner.position
    return part == .texts || itemCount == 0
      ? .position(position) : .feature(itemCount - 1, at: position)
  }

  mutating func next(into collector: inout PinCollector) throws(Problem) -> Bool {
    guard try advance() else { return false }
    // One name for several places would be several places of one name.
    if collector.isOfPlaces, geometryType != "Point", !coordinates.isEmpty {
      throw .notAPoint(geometryType)
    }
    for (index, coordinate) in coordinates.enumerated() {
      if index == invalid?.index { errorPosition = invalid?.position }
      try collector.add(
        coordinate, details,
        exchange: names?.exchange ?? "Exchange the two (GeoJSON writes longitude first).")
    }
    for reason in leftOut { try collector.leaveOut(reason) }
    return true
  }

  /// Goes to the next item. Returns false after the last.
  private mutating func advance() throws(Problem) -> Bool {
    placeCount += coordinates.count
    forgetPlaces()
    memberNames.removeAll(keepingCapacity: true)
    details.removeAll()
    errorPosition = nil
    while true {
      switch part {
      case .texts:
        guard let byte = try scanner.peekText() else {
          guard textCount > 0 else { throw Self.notPlaces(found: "an empty file") }
          try checkUnread()
          return false
        }
        textCount += 1
        if byte == ASCII.openBracket {
          hasArray = true
          guard try scanner.open(.array) else { continue }
          part = .array
          return try nextItem()
        }
        if try scanText() { return true }
      case .array:
        if try scanner.continues(.array) { return try nextItem() }
        part = .texts
      case .features:
        if try scanner.continues(.array) { return try nextItem() }
        try scanRest()
      }
    }
  }

  private mutating func nextItem() throws(Problem) -> Bool {
    itemCount += 1
    var object = JSONObject()
    if try scanner.open(.object) {
      repeat { try scanMember(scanner.key(), into: &object) } while try scanner.continues(.object)
    }
    if part == .features, !object.hasGeometry {
      throw .mismatch(
        expected: "a feature with a member \"geometry\"", found: "an object without it")
    }
    try finish(object)
    return true
  }

  // MARK: - Texts

  /// Reads a text that is an item and returns true, or enters the features of a collection.
  private mutating func scanText() throws(Problem) -> Bool {
    guard try scanner.open(.object) else { throw Self.notPlaces(found: "an empty object") }
    var object = JSONObject()
    repeat {
      let key = try scanner.key()
      if key == "features" {
        try checkCollectionType(object.type)
        hasCollectionType = object.type != nil
        if let system = object.referenceSystem { try check(system) }
        forgetPlaces()
        if try scanner.open(.array) {
          part = .features
          return try nextItem()
        }
        try scanRest()
        return false
      }
      try scanMember(key, into: &object)
    } while try scanner.continues(.object)
    if object.type == "FeatureCollection" {
      throw Self.notPlaces(found: "an object without a member \"features\"")
    }
    itemCount += 1
    try finish(object)
    return true
  }

  /// Indicates whether the current item is a feature of a collection.
  var isInCollection: Bool { part == .features }

  /// Refuses an item with more places, or with more parts that are none, than are wanted in a file.
  func checkCounts() throws(Problem) {
    guard coordinates.count <= maxPlaces else { throw .tooManyPlaces(maxPlaces) }
    guard leftOut.count <= maxItems else { throw .tooManyItems(maxItems) }
  }

  /// Forgets what foreign members were taken for.
  mutating func forgetPlaces() {
    coordinates.removeAll(keepingCapacity: true)
    leftOut.removeAll(keepingCapacity: true)
    invalid = nil
    names = nil
  }

  /// Reads the members after the features, to the end of the collection.
  private mutating func scanRest() throws(Problem) {
    part = .texts
    while try scanner.continues(.object) {
      switch try scanner.key() {
      case "type":
        try checkCollectionType(try scanner.string())
        hasCollectionType = true
      case "features": throw .mismatch(expected: "one member \"features\"", found: "a second one")
      case let key where Self.namesReferenceSystem(key): try scanReferenceSystem(key)
      case let key: try skipSurveyed(key)
      }
    }
    guard hasCollectionType else {
      throw Self.notPlaces(found: "an object without a member \"type\"")
    }
  }

  private func checkCollectionType(_ type: String?) throws(Problem) {
    guard type == nil || type == "FeatureCollection" else {
      throw Self.notPlaces(found: "an object of type \"\(type ?? "")\"")
    }
  }

  static func notPlaces(
    found: String, remedy: String = "Correct the file or create it again."
  ) -> Problem {
    .mismatch(
      expected: "a FeatureCollection: {\"type\": \"FeatureCollection\", \"features\": [...]}, or "
        + "objects with a latitude and a longitude: [{\"lat\": 52.5, \"lon\": 13.4}, ...]",
      found: found, remedy: remedy)
  }
}
