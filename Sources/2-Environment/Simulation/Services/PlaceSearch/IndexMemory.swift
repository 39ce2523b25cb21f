import Support

/// The contents of an index's file that were read, kept for later queries: the places that an
/// expression finds, the data that scores them, and the places that were found.
///
/// None of it depends on the ranking. Used by one thread at a time.
final class IndexMemory {
  /// The first of the places that an expression finds, in the order of the index.
  private struct Stream {
    var rows: [Int32] = []
    /// Indicates whether there are no others.
    var isWhole = false
  }

  private var streams: [String: Stream] = [:]
  private var rowCount = 0
  private var places: [Int: FoundPlace] = [:]
  /// The summaries one after the other, and the bytes of each row; read at the first use.
  private var summaries: [UInt8] = []
  private var summaryRanges: [Int: Range<Int>] = [:]

  /// Beyond this number of rows in all streams they are forgotten: 80 MB.
  private static let maxRowCount = 20_000_000

  /// Calls `body` with the rows that an expression finds and their summaries, until it returns
  /// false.
  ///
  /// - Parameter count: the number of rows to read from the file at first.
  /// - Returns: whether these were all.
  func forEachRow(
    matching expression: MatchExpression, atFirst count: Int, _ database: SQLiteConnection,
    _ body: (Int, RawSpan) throws -> Bool
  ) throws -> Bool {
    var stream = streams[expression.text] ?? Stream()
    var next = 0
    while true {
      if next == stream.rows.count {
        if stream.isWhole { return true }
        stream = try read(expression, count: max(count, 4 * stream.rows.count), database)
        if next == stream.rows.count { return true }
      }
      let row = Int(stream.rows[next])
      next += 1
      if summaryRanges.isEmpty { try readSummaries(database) }
      guard let range = summaryRanges[row] else {
        throw SQLiteError.corrupt("place \(row) is in an index, but not in the table")
      }
      let summaries = summaries
      let all = summaries.span.bytes
      if try !body(row, all.extracting(range)) { return false }
    }
  }

  /// Reads the first rows of a stream, and whether there are others.
  private func read(
    _ expression: MatchExpression, count: Int, _ database: SQLiteConnection
  ) throws -> Stream {
    let rows = try database.rows(
      "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid LIMIT ?", expression.text, count)
    var stream = Stream()
    while try rows.step() { stream.rows.append(try rows.number(0)) }
    stream.isWhole = stream.rows.count < count
    rowCount += stream.rows.count - (streams[expression.text]?.rows.count ?? 0)
    if rowCount > Self.maxRowCount {
      streams = [:]
      rowCount = stream.rows.count
    }
    streams[expression.text] = stream
    return stream
  }

  private func readSummaries(_ database: SQLiteConnection) throws {
    let rows = try database.rows("SELECT id, summary FROM places")
    while try rows.step() {
      let start = summaries.count
      summaries += rows.bytes(1)
      summaryRanges[try rows.number(0)] = start..<summaries.count
    }
  }

  /// The place in a row, which `read` reads from the file at the first time.
  func place(row: Int, _ read: () throws -> FoundPlace) rethrows -> FoundPlace {
    if let place = places[row] { return place }
    let place = try read()
    places[row] = place
    return place
  }
}
