import GRDB
import PinData

extension PlaceIndex {
  /// Writes an index of places to a file, which takes the place of one that is already there.
  ///
  /// The file is written under another name beside it and renamed when it is whole, so that a
  /// half-made index is never opened; nothing is left behind by an error. It is not flushed to the
  /// disk. The same places give the same index. No places are valid: that index answers nothing.
  /// Takes O(n log n) time and O(n) memory; may be called on any thread.
  ///
  /// - Throws: ``PlaceSearchError/database(path:reason:)`` where the file cannot be written.
  public static func build(_ places: PlaceSet, at path: String) throws(PlaceSearchError) {
    let partial = PartialFile(path)
    do {
      try write(places.places, to: partial.path)
    } catch {
      partial.remove()
      throw PlaceSearchError(error, path: path)
    }
    if let reason = partial.finish() {
      partial.remove()
      throw .database(path: path, reason: reason)
    }
  }

  private static func write(_ places: [Place], to path: String) throws {
    var configuration = Configuration()
    configuration.label = "place index"
    // The file has no readers, and is thrown away when its writer dies.
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA page_size = 8192;
          PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA synchronous = OFF;
          PRAGMA cache_size = -131072;
          PRAGMA temp_store = MEMORY;
          """)
      _ = try Row.fetchOne(database, sql: "PRAGMA journal_mode = OFF")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { database in
      var writer = try IndexWriter(database: database, places: places)
      try writer.write()
    }
    try queue.close()
  }
}
