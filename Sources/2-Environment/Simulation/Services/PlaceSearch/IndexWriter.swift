import Clustering
import PinData
import Support

extension PlaceIndex {
  /// Writes an index of places to a file, and replaces an existing one.
  ///
  /// The file is written under another name in its folder and renamed when it is complete, so that
  /// an incomplete index is never opened; an error leaves no file. The file is not flushed to the
  /// disk. The same places give the same index. Without places an index finds nothing. Takes O(n
  /// log n) time and O(n) memory; may be called on any thread.
  ///
  /// - Throws: ``PlaceSearchError/database(path:reason:)`` if the file cannot be written.
  public static func build(_ places: PlaceSet, at path: String) throws(PlaceSearchError) {
    do {
      try AtomicFile.build(path) { partial in
        try SQLiteConnection.build(partial, cacheSize: 131_072) { database in
          var writer = try IndexWriter(database: database, places: places.places)
          try writer.write()
        }
      }
    } catch {
      throw PlaceSearchError(error, path: path)
    }
  }
}

/// The tables of an index's file.
enum IndexSchema {
  /// SQLite's application id: "MPPI" in ASCII.
  static let applicationID = 0x4D50_5049
  /// The version, which increases with each change of the tables or their contents.
  static let version = 2

  /// The longest prefix, in letters, for which the full-text table has a separate index.
  static let longestIndexedPrefix = 3

  /// - `places`: a row a place, in descending order of prominence, then in the set's. `summary`
  ///   is what a search scores, see ``PlaceSummary``; a text with a NUL character is a blob.
  /// - `words`: what FTS5 finds places by, see ``IndexToken``. One letter more than
  ///   ``longestIndexedPrefix``, for the marks.
  /// - `terms`: the distinct words, numbered in their binary order, how many places have each, and
  ///   the sum of this over the terms before.
  /// - `misspellings`: a word's number by the hashes of ``Spelling/keys(of:)``.
  /// - `classifications`: their names, the terms of their search words, how many places they have.
  /// - `cells`: how many places the large cells have.
  /// - `addresses`: where the addresses are. The R*Tree rounds to 32 bits; the exact coordinate
  ///   is in the columns after it.
  static let creation = """
    CREATE TABLE places(
      id INTEGER PRIMARY KEY, summary BLOB NOT NULL, position INTEGER NOT NULL,
      classification INTEGER NOT NULL, prominence INTEGER NOT NULL, latitude REAL, longitude REAL,
      name, street, houseNumber, city);
    CREATE VIRTUAL TABLE words USING fts5(
      text, content='', columnsize=0, detail=none, prefix='1 2 3 4',
      tokenize="unicode61 remove_diacritics 2 tokenchars '\(IndexToken.marks)'");
    CREATE TABLE terms(
      id INTEGER PRIMARY KEY, term TEXT NOT NULL, frequency INTEGER NOT NULL,
      before INTEGER NOT NULL);
    CREATE TABLE misspellings(
      key INTEGER NOT NULL, term INTEGER NOT NULL, PRIMARY KEY(key, term)) WITHOUT ROWID;
    CREATE TABLE classifications(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, terms BLOB NOT NULL,
      places INTEGER NOT NULL);
    CREATE TABLE cells(
      level INTEGER NOT NULL, row INTEGER NOT NULL, "column" INTEGER NOT NULL,
      places INTEGER NOT NULL, PRIMARY KEY(level, row, "column")) WITHOUT ROWID;
    CREATE VIRTUAL TABLE addresses USING rtree(
      id, minLatitude, maxLatitude, minLongitude, maxLongitude, +latitude REAL, +longitude REAL);
    """

  static let identification = """
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """
}

/// Writes the tables of an index.
struct IndexWriter {
  let database: SQLiteConnection
  let places: [Place]
  /// The places' positions, the most prominent first.
  let order: [Int]
  /// The number of each place's classification.
  private let classifications: [Int]
  private let terms: PlaceTerms
  /// The number of places that have each term.
  private var frequencies: [Int]

  init(database: SQLiteConnection, places: [Place]) throws {
    self.database = database
    self.places = places
    // A stable order needs the position: sort(by:) promises none.
    order = places.indices.sorted {
      (places[$1].prominence, $0) < (places[$0].prominence, $1)
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: Place.Classification.all.enumerated().map { ($1, $0) })
    // Each classification is in the table: it lists all cases.
    classifications = places.map { numbers[$0.classification] ?? 0 }
    terms = try PlaceTerms(
      places, classifications: classifications, tokenizer: SQLiteTokenizer(database))
    frequencies = Array(repeating: 0, count: terms.terms.count)
  }

  mutating func write() throws {
    try database.execute(IndexSchema.creation)
    try writePlaces()
    try writeWords()
    try writeTerms()
    try writeMisspellings()
    try writeClassifications()
    try writeCells()
    try writeAddresses()
    try database.execute(IndexSchema.identification)
  }

  private func writePlaces() throws {
    let insertion = try database.statement(
      "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (row, position) in order.enumerated() {
      let place = places[position]
      let summary = PlaceSummary.bytes(
        coordinate: place.coordinate, classification: classifications[position],
        terms: terms[position])
      try insertion.run(
        row + 1, summary, position, classifications[position], place.prominence,
        place.coordinate.latitude, place.coordinate.longitude, text(place.name),
        text(place.street), text(place.houseNumber), text(place.city))
    }
  }

  /// A text ends at a NUL character where it is read back as one.
  private func text(_ text: String) -> any SQLiteBindable {
    text.utf8.contains(0) ? [UInt8](text.utf8) : text
  }

  private mutating func writeWords() throws {
    // One sorted run in memory at a time, all of them merged at the end.
    try database.execute(
      """
      INSERT INTO words(words, rank) VALUES ('automerge', 0), ('crisismerge', 1999),
        ('hashsize', 67108864)
      """)
    let insertion = try database.statement("INSERT INTO words(rowid, text) VALUES (?, ?)")
    var document = PlaceDocument()
    for (row, position) in order.enumerated() {
      document.fill(
        with: places[position], terms: terms[position],
        searchTerms: terms.classificationTerms[classifications[position]], vocabulary: terms.terms)
      for term in document.distinctTerms { frequencies[Int(term)] += 1 }
      try insertion.run(row + 1, document.text)
    }
    try database.execute("INSERT INTO words(words) VALUES ('optimize')")
  }

  private func writeTerms() throws {
    let insertion = try database.statement("INSERT INTO terms VALUES (?, ?, ?, ?)")
    var before = 0
    for (number, term) in terms.terms.enumerated() {
      try insertion.run(number, term, frequencies[number], before)
      before += frequencies[number]
    }
    try database.execute("CREATE UNIQUE INDEX termsByTerm ON terms(term)")
  }

  private func writeMisspellings() throws {
    var misspellings: [(key: Int64, term: Int)] = []
    for (number, term) in terms.terms.enumerated()
    where Spelling.isOffered(term) {
      misspellings += Spelling.keys(of: term).map { ($0, number) }
    }
    misspellings.sort { $0 < $1 }
    let insertion = try database.statement("INSERT INTO misspellings VALUES (?, ?)")
    for misspelling in misspellings {
      try insertion.run(misspelling.key, misspelling.term)
    }
  }

  private func writeClassifications() throws {
    var counts = [Int](repeating: 0, count: Place.Classification.all.count)
    for classification in classifications { counts[classification] += 1 }
    for (number, classification) in Place.Classification.all.enumerated() {
      let terms = terms.classificationTerms[number].flatMap { term in
        withUnsafeBytes(of: term.littleEndian, Array.init)
      }
      try database.run(
        "INSERT INTO classifications VALUES (?, ?, ?, ?)", number, classification.name, terms,
        counts[number])
    }
  }

  private func writeCells() throws {
    let insertion = try database.statement("INSERT INTO cells VALUES (?, ?, ?, ?)")
    for level in GridCell.levels where level <= GridCell.finestCounted {
      var counts: [GridCell: Int] = [:]
      for place in places where place.coordinate.isValid {
        counts[GridCell(level: level, containing: place.coordinate), default: 0] += 1
      }
      let cells = counts.keys.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
      for cell in cells {
        try insertion.run(level, cell.row, cell.column, counts[cell])
      }
    }
  }

  private func writeAddresses() throws {
    let insertion = try database.statement("INSERT INTO addresses VALUES (?, ?, ?, ?, ?, ?, ?)")
    // Neighbours one after the other: each finds its page in the cache, and nodes stay small.
    let rows = order.indices
      .filter { places[order[$0]].kind == .address && places[order[$0]].coordinate.isValid }
      .map { (cell: places[order[$0]].coordinate.curvePosition, row: $0) }
      .sorted { $0 < $1 }
    for (_, row) in rows {
      let place = places[order[row]].coordinate
      try insertion.run(
        row + 1, place.latitude, place.latitude, place.longitude, place.longitude, place.latitude,
        place.longitude)
    }
  }
}

extension Coordinate {
  /// The position along Morton's curve through the degrees of the earth: near on the curve is near
  /// on earth.
  fileprivate var curvePosition: UInt64 {
    let row = UInt64(spreading: UInt32((latitude + 90) / 180 * 0xFFFF_FFFF))
    let column = UInt64(spreading: UInt32((longitude + 180) / 360 * 0xFFFF_FFFF))
    return row << 1 | column
  }
}
