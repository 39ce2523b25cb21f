import CSQLite

/// SQLite's own tokenizer `unicode61` without diacritics, by which FTS5 cuts text into words.
package final class SQLiteTokenizer {
  /// The words of a text in their order.
  package struct Words: Sendable {
    package fileprivate(set) var words: [String] = []
    /// The end of the last word, in bytes.
    package fileprivate(set) var end = 0
  }

  /// The functions belong to it.
  private let connection: SQLiteConnection
  private let functions: fts5_tokenizer
  private let instance: OpaquePointer

  package init(_ connection: SQLiteConnection) throws(SQLiteError) {
    let missing = SQLiteError.misuse("SQLite was built without FTS5", "unicode61")
    guard let interface = Self.interface(of: connection) else { throw missing }
    var functions = fts5_tokenizer()
    var context: UnsafeMutableRawPointer?
    var code = interface.pointee.xFindTokenizer?(interface, "unicode61", &context, &functions)
    guard code == SQLITE_OK, let create = functions.xCreate else { throw missing }
    var instance: OpaquePointer?
    code = "remove_diacritics".withCString { name in
      "2".withCString { value in
        var arguments: [UnsafePointer<CChar>?] = [name, value]
        return create(context, &arguments, Int32(arguments.count), &instance)
      }
    }
    guard code == SQLITE_OK, let instance else { throw missing }
    self.connection = connection
    self.functions = functions
    self.instance = instance
  }

  deinit {
    functions.xDelete?(instance)
  }

  /// FTS5 writes its address to where a parameter points.
  private static func interface(
    of connection: SQLiteConnection
  ) -> UnsafeMutablePointer<fts5_api>? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection.pointer, "SELECT fts5(?)", -1, &statement, nil) == SQLITE_OK
    else { return nil }
    defer { sqlite3_finalize(statement) }
    var interface: UnsafeMutablePointer<fts5_api>?
    // SQLite keeps both addresses, and reads them in this step only.
    "fts5_api_ptr".withCString { type in
      withUnsafeMutablePointer(to: &interface) { address in
        _ = sqlite3_bind_pointer(statement, 1, address, type, nil)
        _ = sqlite3_step(statement)
      }
    }
    return interface
  }

  package func words(of text: String) throws(SQLiteError) -> Words {
    guard let tokenize = functions.xTokenize else { return Words() }
    var found = Words()
    // The tokenizer calls back before it returns: `found` and the text's bytes outlive every call,
    // and each word has `count` bytes until its call returns.
    let code = withUnsafeMutablePointer(to: &found) { found in
      tokenize(
        instance, found, FTS5_TOKENIZE_DOCUMENT, text, Int32(clamping: text.utf8.count)
      ) { context, _, word, count, _, end in
        guard let context, let word else { return SQLITE_OK }
        let found = context.assumingMemoryBound(to: Words.self)
        let bytes = UnsafeRawBufferPointer(start: word, count: Int(count))
        found.pointee.words.append(String(decoding: bytes, as: UTF8.self))
        found.pointee.end = Int(end)
        return SQLITE_OK
      }
    }
    guard code == SQLITE_OK else {
      throw SQLiteError(extendedCode: code, message: "tokenizer failed", subject: text)
    }
    return found
  }
}
