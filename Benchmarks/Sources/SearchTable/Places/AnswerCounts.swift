import Answers

/// The contents of the answers to a series, the same in each run.
struct AnswerCounts: Hashable {
  private(set) var found = 0
  private(set) var examined = 0
  /// The number of answers with the wanted place.
  private(set) var wanted = 0

  mutating func add(_ answer: Answer, to question: Question) {
    found += answer.rowCount
    examined += answer.examined
    if answer.places.contains(where: { $0.id == question.wanted }) { wanted += 1 }
  }
}
