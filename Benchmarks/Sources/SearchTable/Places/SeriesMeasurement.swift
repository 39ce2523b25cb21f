import PlaceSearch

/// Asks both engines the questions of one series, as often as wanted.
struct SeriesMeasurement {
  let series: QuestionSeries
  /// How many of the questions the scan is asked.
  let scanCount: Int
  private(set) var counts: [AnswerCounts] = []
  private(set) var index: [CallTimes] = []
  private(set) var scan: [CallTimes] = []

  init(series: QuestionSeries, placeCount: Int) {
    self.series = series
    // A scan of so many places takes long: fewer questions will do.
    let affordable = min(max(2_000_000 / placeCount, 5), 100)
    scanCount = series.kind.suitsScan ? min(series.questions.count, affordable) : 0
  }

  /// Asks the index all questions without measuring, so that the file's pages are in memory.
  func warmUp(_ world: World) throws {
    let index = try world.index()
    for question in series.questions { _ = try question.answer(of: index) }
  }

  /// Asks all questions once, the index first.
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

  /// The scan's time in times of the index's, for the same questions, a repetition each.
  var ratios: [Double] {
    zip(scan, index).map { scan, index in scan.sum / max(1, index.sum(ofFirst: scanCount)) }
  }
}
