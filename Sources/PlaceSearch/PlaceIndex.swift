import GRDB
import MapGeometry
import PinData

/// An index of places in a file: SQLite's FTS5 finds places by words, its R*Tree by where they are.
///
/// Made by ``build(_:at:)``. Used by one thread at a time.
///
/// **Text.** Words are runs of letters and digits without regard to case and accents. Sixteen words
/// of the first 512 characters count; a text without words finds nothing. A place must have all
/// words in its name, street and number, city or category; English stop words ("in", "near", "the",
/// "me") need not match. A word that no place has stands for the at most eight most frequent words
/// that are one typing error away, if it has four letters or more. Where no place has all words,
/// places that have some of them are found, those with the rarest first.
///
/// **Order.** A name that is the query comes before one that begins with it, one that contains its
/// words, and words in the street, the city and the category; the mean over the words counts. What
/// lies in the region comes first; only a name that is the whole query elsewhere comes before a
/// place inside that matches by nothing but its category. Between equals decide the distance from
/// the region's centre, in steps of its size, the prominence, and the position in the set. All is
/// reckoned in integers or without rounding functions, the same on each machine.
///
/// **Region.** Degrees, edges included; it may cross the antimeridian or be larger than the world.
/// One whose centre is not on earth, or with a span that is negative or not a number, is no hint;
/// where it is required, nothing is found. A place whose coordinate is not valid is in no region.
///
/// **Cost.** Words that many places have are not all looked up: of each way to match, at most 256
/// places (or the query's limit, where that is more) are scored, the most prominent first, inside
/// the region before elsewhere.
public final class PlaceIndex {
  let path: String
  private let database: DatabaseQueue
  private let contents: IndexContents

  /// Opens an index for reading.
  ///
  /// The file must not change while it is open; another may take its name.
  ///
  /// - Throws: ``PlaceSearchError/unknownFormat(path:found:)`` where the file is no place index, or
  ///   one of another version; ``PlaceSearchError/database(path:reason:)`` where it cannot be read
  ///   or is not whole.
  public init(path: String) throws(PlaceSearchError) {
    self.path = path
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.label = "place index"
      // Locks and looks for a journal once, not for each statement; other readers are let in.
      configuration.prepareDatabase { database in
        _ = try Row.fetchOne(database, sql: "PRAGMA locking_mode = EXCLUSIVE")
        try database.execute(
          sql: """
            PRAGMA cache_size = -32768;
            PRAGMA temp_store = MEMORY;
            """)
        _ = try Row.fetchOne(database, sql: "PRAGMA mmap_size = 4294967296")
      }
      database = try DatabaseQueue(path: path, configuration: configuration)
      contents = try database.unsafeRead { try IndexContents($0, path: path) }
    } catch {
      throw PlaceSearchError(error, path: path)
    }
  }

  /// Asks the file; the file never changes, so that no transaction is needed.
  func read<Value>(
    _ body: (Database, IndexContents) throws -> Value
  ) throws(PlaceSearchError) -> Value {
    do {
      return try database.unsafeRead { try body($0, contents) }
    } catch {
      throw PlaceSearchError(error, path: path)
    }
  }
}
