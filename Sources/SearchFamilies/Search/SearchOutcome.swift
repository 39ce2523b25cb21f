/// How one search ended for the person who made it.
struct SearchOutcome: Hashable, Sendable {
  /// Changes of the text until the person tapped a row or pressed the key.
  let keystrokes: Int
  /// The places of the first ten rows of the list that answered; -1 for a row that is no place.
  let places: [Int32]
  /// Whether the list held any rows in the end, an answer or not.
  let hasRows: Bool
  /// From the tap or the key to the rows that stayed, in nanoseconds; `nil` where none did.
  let timeToAnswer: Int64?
  /// From the first key to the rows that stayed, in nanoseconds; `nil` where none did.
  let duration: Int64?
  let staleAnswersShown: Int
  /// Whether the rows answer another text than the one in the field.
  let endedWithWrongRows: Bool

  var isEmpty: Bool { !hasRows }
}
