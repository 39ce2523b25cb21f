import Clustering

/// The items of a JSON file with places, one after the other, in the order of the file: the features
/// of a GeoJSON FeatureCollection (RFC 7946), the elements of an array, or whole texts that follow
/// one another (lines, RFC 8142). An item is a feature, a geometry, or an object with a latitude and
/// a longitude. Members may come in any order; unknown ones are skipped.
struct JSONItems: PlaceRows, ~Copyable {
  /// The part of the file that an item is in.
  enum Part {
    /// Nothing: it is a text.
    case texts
    case features
    case array
  }

  var scanner: JSONScanner
  /// The details of the current item's places.
  var details: PlaceDetails
  /// The members with the coordinate that the caller chose.
  let chosen: CoordinateNames?
  /// The way to the array that is read in an object; empty where the file is none or has none.
  let arrayPath: [String]
  /// The caller's choice of how coordinates are written.
  let notation: CoordinateNotation
  private let maxPlaces: Int
  private let maxItems: Int
  private(set) var part = Part.texts
  private var textCount = 0
  private(set) var itemCount = 0
  private var hasArray: Bool
  private var hasCollectionType = false
  /// Indicates whether this is a text that begins with a record separator.
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
  /// Other notes on the file.
  var notes: [String] = []
  /// The members that complete the numbers of a coordinate.
  var partNames: [AnglePart: String] = [:]
  /// The places that were skipped.
  var unread: [UnreadPlaces] = []
  /// The lists that were skipped and hold no places as far as is known.
  var lists: [UnreadPlaces] = []
  /// The way to the value that is skipped.
  var surveyPath: [String] = []
  /// The first numbers of the array that was skipped last, if it has nothing but numbers and nulls.
  var surveyed: [Double?]?
  /// The number of elements of that array.
  var surveyedCount = 0
  /// The coordinates in members of the current item.
  var nested: [JSONObject.Nested] = []
  /// Guesses about skipped members of the current item.
  var hints = JSONHints()
  /// The array of places in an object that is not a place itself; the file is then read again.
  var foundArray: [String] = []
  /// Indicates whether this is nodes of OpenStreetMap without tags, and for ways that do not have
  /// their place; with both, the file is to be read again.
  var hasCorners = false
  var hasWays = false
  /// Indicates whether such nodes are no places.
  let leavesOutCorners: Bool
  /// Indicates whether a geometry has the form of Esri.
  var isOfEsri = false
  /// The last system that a member "spatialReference" names.
  var spatialReference: NamedReferenceSystem?
  /// The names of the last object with a coordinate, and what they are together.
  var lastChoice: (names: UsualNames, choice: UsualNames.Choice) = ([], .none)
  /// The number of places that were handed to the collector.
  private(set) var placeCount = 0

  init(
    _ reader: consuming ByteReader, details: PlaceDetails, options: PinFileOptions,
    arrayPath: [String] = [], leavesOutCorners: Bool = false
  ) {
    self.arrayPath = arrayPath
    self.leavesOutCorners = leavesOutCorners
    isSequence = reader.buffered.first == ASCII.recordSeparator
    scanner = JSONScanner(reader)
    self.details = details
    hasArray = !arrayPath.isEmpty
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
  var source: DataFile.Source {
    DataFile.Source(
      format: format, taken: taken, notes: arrayNotes + AnglePart.notes(partNames) + notes)
  }

  func location(of _: PlaceProperty?) -> DataFileError.Location? {
    let position = errorPosition ?? scanner.position
    return part == .texts || itemCount == 0
      ? .position(position) : .feature(itemCount - 1, at: position)
  }

  /// Reads the next text.
  mutating func next(into collector: inout PinCollector) throws(Problem) -> Bool {
    guard let byte = try scanner.peekText() else {
      guard textCount > 0 else { throw Self.notPlaces(found: "an empty file") }
      try checkSpatialReference()
      try checkUnread()
      // They are places only in a file without ways.
      if hasWays, hasCorners, !leavesOutCorners { throw .noPlaces() }
      return false
    }
    textCount += 1
    if !arrayPath.isEmpty {
      try readArray(into: &collector)
    } else if byte == ASCII.openBracket {
      hasArray = true
      try readItems(into: &collector)
    } else {
      try readObject(into: &collector)
    }
    return true
  }

  /// Hands the places of the current item to a collector.
  private mutating func handOver(to collector: inout PinCollector) throws(Problem) {
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
    placeCount += coordinates.count
  }

  /// Hands the items of an array to a collector.
  mutating func readItems(
    areFeatures: Bool = false, into collector: inout PinCollector
  ) throws(Problem) {
    guard try scanner.open(.array) else { return }
    part = areFeatures ? .features : .array
    repeat {
      try scanItem()
      try handOver(to: &collector)
      if collector.endsStep() { collector.showProgress?(progress) }
    } while try scanner.continues(.array)
    part = .texts
  }

  private mutating func scanItem() throws(Problem) {
    itemCount += 1
    var object = beginItem()
    if part == .array, try scanner.peek() == ASCII.openBracket { throw try problemOfRow() }
    if try scanner.open(.object) {
      repeat { try scanMember(scanner.key(), into: &object) } while try scanner.continues(.object)
    }
    if part == .features, !object.hasGeometry, nested.isEmpty {
      // Services of Esri leave the member away where it is null.
      if isOfEsri, memberNames.contains("attributes") { return leftOut.append(.nullGeometry) }
      // Only the type says that these are features.
      if !hasCollectionType, itemCount == 1 { foundArray = ["features"] }
      throw .mismatch(
        expected: "a feature with a member \"geometry\"", found: "an object without it")
    }
    try finish(object)
  }

  private mutating func beginItem() -> JSONObject {
    forgetPlaces()
    memberNames.removeAll(keepingCapacity: true)
    nested.removeAll(keepingCapacity: true)
    hints = JSONHints()
    details.removeAll()
    errorPosition = nil
    return JSONObject()
  }

  // MARK: - Texts

  /// Hands the places of a text that is an item or a collection to a collector.
  private mutating func readObject(into collector: inout PinCollector) throws(Problem) {
    guard try scanner.open(.object) else { throw Self.notPlaces(found: "an empty object") }
    var object = beginItem()
    var isCollection = false
    repeat {
      let key = try scanner.key()
      guard key == "features" else {
        try scanMember(key, into: &object)
        continue
      }
      if isCollection {
        throw .mismatch(expected: "one member \"features\"", found: "a second one")
      }
      isCollection = true
      try checkCollection(object)
      hasCollectionType = object.type != nil
      try readItems(areFeatures: true, into: &collector)
      object.referenceSystem = nil
    } while try scanner.continues(.object)
    guard isCollection || object.type == "FeatureCollection" else {
      itemCount += 1
      try finish(object)
      return try handOver(to: &collector)
    }
    try checkCollection(object)
    let missing = isCollection ? "type" : "features"
    guard isCollection, object.type != nil || isOfEsri else {
      throw Self.notPlaces(found: "an object without a member \"\(missing)\"")
    }
  }

  private mutating func checkCollection(_ object: JSONObject) throws(Problem) {
    if let system = object.referenceSystem { try check(system) }
    guard object.type == nil || object.type == "FeatureCollection" else {
      throw Self.notPlaces(found: "an object of type \"\(object.type ?? "")\"")
    }
  }

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

  static func notPlaces(
    found: String, remedy: String = Problem.usualRemedy
  ) -> Problem {
    .mismatch(
      expected: "a FeatureCollection: {\"type\": \"FeatureCollection\", \"features\": [...]}, or "
        + "objects with a latitude and a longitude: [{\"lat\": 52.5, \"lon\": 13.4}, ...]",
      found: found, remedy: remedy)
  }
}
