import Answers
import BenchmarkTables
import Simulation

/// The agreement of the index and the scan, for queries for which both should find the same.
struct EngineAgreement {
  private let world: World
  private var exactCount = 0
  private var missedByScan = 0
  private var missedByIndex = 0
  private var displaced = 0
  private var nearestCount = 0
  private var differentNearest = 0

  /// Queries both engines; the scan only as often as it is measured.
  init(_ world: World, _ measurements: [SeriesMeasurement]) throws {
    self.world = world
    for measurement in measurements {
      let kind = measurement.series.kind
      for question in measurement.series.questions.prefix(measurement.scanCount) {
        let answer = try question.answer(of: try world.index())
        switch question.form {
        case .places(let query) where kind.isExact:
          add(answer, to: question, matches: world.scan().matches(query))
        case .nearestAddress:
          nearestCount += 1
          let expected = try question.answer(of: world.scan())
          if distances(answer, question) != distances(expected, question) { differentNearest += 1 }
        default: break
        }
      }
    }
  }

  /// The wanted place may be missing if the answer is full of others that have all words.
  private mutating func add(_ answer: Answer, to question: Question, matches: [Int]) {
    exactCount += 1
    let found = answer.places.map(\.id)
    if !matches.contains(question.wanted) { missedByScan += 1 }
    guard !found.contains(question.wanted) else { return }
    let others = Set(matches)
    if found.count == Question.placeLimit, found.allSatisfy({ others.contains($0) }) {
      displaced += 1
    } else {
      missedByIndex += 1
    }
  }

  /// In whole millimetres: two addresses may be at the same place.
  private func distances(_ answer: Answer, _ question: Question) -> [Int] {
    guard case .nearestAddress(let coordinate) = question.form else { return [] }
    return answer.places.map {
      Int((coordinate.greatCircleDistance(to: $0.place.coordinate) * 1_000).rounded())
    }
  }

  var checks: [Check] {
    [
      Check(
        "the scan finds the wanted place by its words", subject: world.name,
        hasPassed: missedByScan == 0, finding: "\(missedByScan) of \(exactCount) not"),
      Check(
        "the index finds the wanted place, or as many others as it may that have the words too",
        subject: world.name, hasPassed: missedByIndex == 0,
        finding: "\(missedByIndex) of \(exactCount) not, \(displaced) behind others"),
      Check(
        "the index finds an address as near as the scan does", subject: world.name,
        hasPassed: differentNearest == 0, finding: "\(differentNearest) of \(nearestCount) not"),
    ]
  }
}
