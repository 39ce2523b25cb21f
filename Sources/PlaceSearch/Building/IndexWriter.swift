import GRDB
import MapGeometry
import PinData

import struct Foundation.Data

/// Writes the tables of an index.
struct IndexWriter {
  let database: Database
  let places: [Place]
  /// The places' positions, the best known first.
  let order: [Int]
  /// The number of each place's classification.
  private let classifications: [Int]
  private var terms: PlaceTerms

  init(database: Database, places: [Place]) throws {
    self.database = database
    self.places = places
    // A stable order needs the position: sort(by:) promises none.
    order = places.indices.sorted {
      (places[$1].prominence, $0) < (places[$0].prominence, $1)
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: ClassificationTable.all.enumerated().map { ($1, $0) })
    // Each classification is in the table: it lists all cases.
    classifications = places.map { numbers[$0.classification] ?? 0 }
    terms = try PlaceTerms(
      places, classifications: classifications, tokenizer: WordTokenizer(database))
  }

  mutating func write() throws {
    try database.execute(sql: IndexSchema.creation)
    try writePlaces()
    try writeWords()
    try writeTerms()
    try writeMisspellings()
    try writeClassifications()
    try writeCells()
    try writeAddresses()
    try database.execute(sql: IndexSchema.identification)
  }

  private func writePlaces() throws {
    let insertion = try database.makeStatement(
      sql: "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (row, position) in order.enumerated() {
      let place = places[position]
      let summary = PlaceSummary.bytes(
        coordinate: place.coordinate, classification: classifications[position],
        terms: terms[position])
      insertion.setUncheckedArguments([
        row + 1, Data(summary), position, classifications[position], place.prominence,
        place.coordinate.latitude, place.coordinate.longitude, text(place.name),
        text(place.street), text(place.houseNumber), text(place.city),
      ])
      try insertion.execute()
    }
  }

  /// A text ends at a NUL character where it is read back as one.
  private func text(_ text: String) -> any DatabaseValueConvertible {
    text.utf8.contains(0) ? Data(text.utf8) : text
  }

  private mutating func writeWords() throws {
    // One sorted run in memory at a time, all of them merged at the end.
    try database.execute(
      sql: """
        INSERT INTO words(words, rank) VALUES ('automerge', 0), ('crisismerge', 1999),
          ('hashsize', 67108864)
        """)
    let insertion = try database.makeStatement(
      sql: "INSERT INTO words(rowid, text) VALUES (?, ?)")
    var document = PlaceDocument()
    for (row, position) in order.enumerated() {
      document.fill(
        with: places[position], terms: terms[position],
        searchTerms: terms.classificationTerms[classifications[position]], vocabulary: terms.terms)
      terms.count(document.distinctTerms)
      insertion.setUncheckedArguments([row + 1, document.text])
      try insertion.execute()
    }
    try database.execute(sql: "INSERT INTO words(words) VALUES ('optimize')")
  }

  private func writeTerms() throws {
    let insertion = try database.makeStatement(sql: "INSERT INTO terms VALUES (?, ?, ?, ?)")
    var before = 0
    for (number, term) in terms.terms.enumerated() {
      insertion.setUncheckedArguments([number, term, terms.frequencies[number], before])
      try insertion.execute()
      before += terms.frequencies[number]
    }
    try database.execute(sql: "CREATE UNIQUE INDEX termsByTerm ON terms(term)")
  }

  private func writeMisspellings() throws {
    var misspellings: [(key: Int64, term: Int)] = []
    for (number, term) in terms.terms.enumerated()
    where Spelling.isOffered(term) {
      misspellings += Spelling.keys(of: term).map { ($0, number) }
    }
    misspellings.sort { $0 < $1 }
    let insertion = try database.makeStatement(sql: "INSERT INTO misspellings VALUES (?, ?)")
    for misspelling in misspellings {
      insertion.setUncheckedArguments([misspelling.key, misspelling.term])
      try insertion.execute()
    }
  }

  private func writeClassifications() throws {
    var counts = [Int](repeating: 0, count: ClassificationTable.all.count)
    for classification in classifications { counts[classification] += 1 }
    for (number, classification) in ClassificationTable.all.enumerated() {
      let terms = terms.classificationTerms[number].flatMap { term in
        withUnsafeBytes(of: term.littleEndian, Array.init)
      }
      try database.execute(
        sql: "INSERT INTO classifications VALUES (?, ?, ?, ?)",
        arguments: [number, classification.name, Data(terms), counts[number]])
    }
  }

  private func writeCells() throws {
    let insertion = try database.makeStatement(sql: "INSERT INTO cells VALUES (?, ?, ?, ?)")
    for level in GridCell.levels where level <= GridCell.finestCounted {
      var counts: [GridCell: Int] = [:]
      for place in places where place.coordinate.isValid {
        counts[GridCell(level: level, containing: place.coordinate), default: 0] += 1
      }
      let cells = counts.keys.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
      for cell in cells {
        insertion.setUncheckedArguments([level, cell.row, cell.column, counts[cell]])
        try insertion.execute()
      }
    }
  }

  private func writeAddresses() throws {
    let insertion = try database.makeStatement(
      sql: "INSERT INTO addresses VALUES (?, ?, ?, ?, ?, ?, ?)")
    // Neighbours one after the other: each finds its page in the cache, and nodes stay small.
    let rows = order.indices
      .filter { places[order[$0]].kind == .address && places[order[$0]].coordinate.isValid }
      .map { (cell: CurvePosition(places[order[$0]].coordinate).value, row: $0) }
      .sorted { $0 < $1 }
    for (_, row) in rows {
      let (latitude, longitude) = (
        places[order[row]].coordinate.latitude, places[order[row]].coordinate.longitude
      )
      insertion.setUncheckedArguments([
        row + 1, latitude, latitude, longitude, longitude, latitude, longitude,
      ])
      try insertion.execute()
    }
  }
}
