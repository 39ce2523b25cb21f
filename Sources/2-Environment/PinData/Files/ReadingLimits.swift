/// The limits of the cost of reading a file, besides its number of places.
///
/// A small compressed file can stand for more than any memory or disk holds, and the queries of a
/// foreign database may be made to never end.
package struct ReadingLimits: Hashable, Sendable {
  /// The most bytes of text that a compressed file may stand for.
  package var textSize = 8 << 30
  /// The most bytes of a database that a compressed file may stand for; at most half of the disk's
  /// free space is taken in any case.
  package var databaseSize = 4 << 30
  /// The longest time for which a database is read; `nil` allows ten seconds, and one for each MiB.
  package var databaseTime: Duration?

  /// The most bytes of the names and the properties of all pins; further ones are left out.
  package var labelsSize = 512 << 20

  /// The usual limits.
  package init() {}

  /// The time for a database of a number of bytes: the slowest disk reads a MiB in far less than a
  /// second.
  func databaseTime(forSize size: Int) -> Duration {
    databaseTime ?? .seconds(10 + (size >> 20))
  }
}

extension DataFileError.Problem {
  /// The problem with a file that has more places than are wanted.
  static func tooManyPlaces(_ limit: Int) -> Self {
    .mismatch(
      expected: "at most \(limit.places)", found: "more",
      remedy: "Allow more with the option --max-places, or with \"max-places\" in a scenario's "
        + "'data', or export fewer.")
  }

  /// The problem with a file that has rows or features without an end.
  static func tooManyItems(_ limit: Int) -> Self {
    .mismatch(
      expected: "at most \(limit) rows or features, whether places or not", found: "more",
      remedy: "Allow more with the option --max-places, or with \"max-places\" in a scenario's "
        + "'data' (four rows or features for each place), or export only the places.")
  }

  /// The problem with a file that another program writes to.
  static func grown(from size: Int) -> Self {
    .mismatch(
      expected: "a file that does not change while it is read",
      found: "more than the \(size) bytes that it had when it was opened",
      remedy: "Read a copy of it.")
  }
}
