import GRDB

extension PlaceSearchError {
  /// What SQLite or GRDB says about a file.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as PlaceSearchError: self = error
    case let error as DatabaseError where error.resultCode == .SQLITE_NOTADB:
      self = .unknownFormat(path: path, found: "no SQLite database")
    case let error as DatabaseError:
      let message = error.message ?? "no message"
      self = .database(
        path: path, reason: "\(message) (SQLite error \(error.extendedResultCode.rawValue))")
    default: self = .database(path: path, reason: String(describing: error))
    }
  }
}
