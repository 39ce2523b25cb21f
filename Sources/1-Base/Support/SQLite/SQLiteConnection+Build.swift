extension SQLiteConnection {
  /// Writes a new database in one transaction, and closes it.
  ///
  /// - Parameter cacheSize: the kibibytes of pages in memory.
  package static func build(
    _ path: String, cacheSize: Int, _ write: (SQLiteConnection) throws -> Void
  ) throws {
    let database = try SQLiteConnection(path, .create)
    // The file has no readers, and is thrown away when its writer dies.
    try database.execute(
      """
      PRAGMA page_size = 8192;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -\(cacheSize);
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_mode = OFF;
      """)
    try database.transaction { try write(database) }
    database.close()
  }
}
