import GRDB

/// The tables of an index's file.
enum IndexSchema {
  /// SQLite's application id: "MPPI" in ASCII.
  static let applicationID = 0x4D50_5049
  /// Grows with each change of the tables or of what is in them.
  static let version = 1

  /// The longest prefix, in letters, that the full-text table has an index of its own for.
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
  ///   stands beside.
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
