import Answers
import Simulation

/// The measurement of both engines with the queries of one series.
struct SeriesMeasurement {
  let series: QuestionSeries
  /// The number of queries for the scan.
  let scanCount: Int
  private(set) var counts: [AnswerCounts] = []
  private(set) var index: [CallTimes] = []
  private(set) var scan: [CallTimes] = []

  init(series: QuestionSeries, placeCount: Int) {
    self.series = series
    // A scan of many places takes long, so fewer queries are used.
    let affordable = min(max(2_000_000 / placeCount, 5), 100)
    scanCount = series.kind.suitsScan ? min(series.questions.count, affordable) : 0
  }

  /// Runs all queries on the index without measuring, so that the file's pages are in memory.
  func warmUp(_ world: World) throws {
    let index = try world.index()
    for question in series.questions { _ = try question.answer(of: index) }
  }

  /// Runs all queries once, the index first.
  mutating func measure(_ world: World) throws {
    let index = try world.index()
    let questions = series.questions
    var counts = AnswerCounts()
    var answers: [Answer] = []
    answers.reserveCapacity(questions.count)
    self.index.append(
      try CallTimes(count: questions.count) {
        answers.append(try questions[$0].answer(of: index))
      })
    for (answer, question) in zip(answers, questions) { counts.add(answer, to: question) }
    self.counts.append(counts)
    guard scanCount > 0 else { return }
    let scan = world.scan()
    answers.removeAll(keepingCapacity: true)
    self.scan.append(
      try CallTimes(count: scanCount) { answers.append(try questions[$0].answer(of: scan)) })
  }

  /// The ratio of the scan's time to the index's, for the same queries, in each repetition.
  var ratios: [Double] {
    zip(scan, index).map { scan, index in scan.sum / max(1, index.sum(ofFirst: scanCount)) }
  }
}
