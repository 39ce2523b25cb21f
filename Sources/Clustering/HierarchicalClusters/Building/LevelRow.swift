/// A row of a level that holds items: a strip around the world.
///
/// The rows of a level are in order and only those that are not empty. One more, whose number no
/// row has, ends them.
struct LevelRow {
  static let endNumber = UInt32.max

  /// The row's place from the north, in heights of a row.
  let number: UInt32
  /// Where its items start; they end where those of the next row start.
  let start: UInt32

  static func end(at count: Int) -> LevelRow {
    LevelRow(number: endNumber, start: UInt32(count))
  }
}
