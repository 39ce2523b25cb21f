/// Why a place index could not be made, opened or asked.
public enum PlaceSearchError: Error, Hashable, Sendable {
  /// SQLite could not read or write the index's file.
  case database(path: String, reason: String)
  /// The file is no place index, or one of another version.
  case unknownFormat(path: String, found: String)
}
