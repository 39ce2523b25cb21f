import Answers
import PinData
import ScenarioModel
import Simulation
import Support

/// Queries of an engine for typed texts, without the platform: suggestions for each keystroke,
/// places for the end of each search.
struct TypingReplay {
  let keystrokes: CallTimes
  let searches: CallTimes
  let counts: Counts

  struct Counts: Hashable {
    var keystrokes = 0
    var suggestions = 0
    var found = 0
    var examined = 0
    /// The number of searches that suggested the wanted place at their last keystroke, and that
    /// found it.
    var wantedSuggested = 0
    var wantedFound = 0
  }

  init(_ trace: TypingTrace, _ engine: some PlaceSearching) throws {
    var counts = Counts()
    var (keystrokes, searches): ([Int64], [Int64]) = ([], [])
    for search in trace.searches {
      var last: Answer?
      for keystroke in search.keystrokes {
        let query = PlaceQuery(
          text: keystroke.text, region: search.region, limit: Question.suggestionLimit)
        let (answer, time) = try Self.timed(.suggestions(query), search, engine)
        keystrokes.append(time)
        counts.keystrokes += 1
        counts.suggestions += answer.rowCount
        last = answer
      }
      let query = PlaceQuery(
        text: search.finalText, region: search.region, limit: Question.placeLimit)
      let (answer, time) = try Self.timed(.places(query), search, engine)
      searches.append(time)
      counts.found += answer.rowCount
      counts.examined += answer.examined
      if Self.holdsWanted(last, search) { counts.wantedSuggested += 1 }
      if Self.holdsWanted(answer, search) { counts.wantedFound += 1 }
    }
    self.keystrokes = CallTimes(keystrokes)
    self.searches = CallTimes(searches)
    self.counts = counts
  }

  /// The nanoseconds of all calls.
  var sum: Double { keystrokes.sum + searches.sum }

  private static func timed(
    _ form: Question.Form, _ search: TypedSearch, _ engine: some PlaceSearching
  ) throws -> (Answer, Int64) {
    let question = Question(form: form, wanted: search.wanted ?? -1)
    let start = ProcessorTime.thread()
    let answer = try question.answer(of: engine)
    return (answer, ProcessorTime.thread() - start)
  }

  private static func holdsWanted(_ answer: Answer?, _ search: TypedSearch) -> Bool {
    answer?.places.contains { $0.id == search.wanted } ?? false
  }
}
