import EventSimulation
import PinData
import PlaceSearch
import ScenarioModel
import SearchSimulation
import Workloads

/// One person's phone: the app with its view model, the platform's search service, and a clock.
final class SearchDevice {
  /// How long people look at a list before they put the search away, in nanoseconds.
  static let patience: Int64 = 10_000_000_000
  /// How long a row must be there before a person has read it and taps it, in nanoseconds. An
  /// assumption: a choice among a few words takes people about that long.
  static let reactionTime: Int64 = 700_000_000

  let service: SearchService
  let main: MainThread
  private let simulation = Simulation()
  private let screen: SearchScreen
  private let strategy: any SearchStrategy
  /// Takes down what happens, where somebody wants to read it.
  private let transcript: TranscriptWriter?
  private var search: TypedSearch
  private var progress: SearchProgress
  /// What the field held when each request was made.
  private var requestTexts: [RequestNumber: String] = [:]

  /// - Parameter first: the first search that the phone is taken out for.
  init(
    engine: any PlaceSearching, platform: PlatformSource, seed: UInt64, purpose: Place.Kinds,
    first: TypedSearch, entry: SearchStrategyEntry, transcript: TranscriptWriter? = nil
  ) {
    self.transcript = transcript
    search = first
    progress = SearchProgress(first)
    main = platform.profile.mainThread(in: simulation)
    service = platform.service(engine: engine, main: main, seed: seed)
    screen = SearchScreen(purpose: purpose, mapRegion: first.region)
    strategy = entry.make(screen, service)
    service.requestDidBegin = { [unowned self] number, kind, isSent in
      requestTexts[number] = progress.text
      note("\(kind.inWords) for “\(progress.text)”\(isSent ? "" : ": refused")")
    }
    screen.rowsDidChange = { [unowned self] question in rowsDidChange(answering: question) }
  }

  /// What is still on its way when the phone is put down holds the service, and the service it.
  deinit { simulation.cancelAll() }

  /// Lets the person search, until the next search begins or their patience ends.
  func perform(_ search: TypedSearch, until next: Int64?) -> SearchOutcome {
    simulation.run(until: search.start)
    self.search = search
    progress = SearchProgress(search)
    screen.mapRegion = search.region
    main.async { [unowned self] in clearField() }
    for keystroke in search.keystrokes {
      main.async(after: keystroke.time) { [unowned self] in press(keystroke.text) }
    }
    main.async(after: search.endingTime) { [unowned self] in end() }
    while simulation.runNext(until: lastLook(before: next)) {}
    simulation.run(until: lastLook(before: next))
    // Of an app that the watchdog has ended nobody sees any rows.
    return progress.outcome(main.isTerminated ? [] : screen.rows, at: simulation.now)
  }

  /// Patience begins with the tap, which may come before all is typed; who taps a place has it.
  private func lastLook(before next: Int64?) -> Int64 {
    let end = progress.endTime ?? search.start + search.endingTime
    return min(end + (progress.hasTakenPlace ? 0 : Self.patience), next ?? .max)
  }

  // MARK: - The person

  private func clearField() {
    progress.clearField()
    strategy.searchTextDidChange("")
  }

  /// Who waits for a row taps it before the next key, once they have seen it.
  private func press(_ text: String) {
    guard progress.endTime == nil else { return }
    if progress.hasSeenWanted(at: simulation.now, reactionTime: Self.reactionTime),
      let row = progress.rowToTap(of: screen.rows)
    {
      tap(row)
    } else {
      progress.press(text)
      note("the field reads “\(text)”")
      strategy.searchTextDidChange(text)
    }
  }

  private func end() {
    guard progress.endTime == nil else { return }
    if let row = progress.rowToTap(of: screen.rows) {
      tap(row)
    } else {
      progress.pressSearchKey(at: simulation.now)
      note("presses the search key")
      strategy.searchButtonClicked(progress.text)
    }
  }

  private func tap(_ row: SearchRow) {
    progress.tap(row, of: screen.rows, at: simulation.now)
    note("taps “\(row.title)”")
    strategy.didSelectRow(row)
  }

  // MARK: - The list

  private func rowsDidChange(answering question: SearchScreen.Question?) {
    note(rowsInWords(answering: question))
    progress.rowsDidChange(
      screen.rows, answering: question.flatMap(text(of:)), at: simulation.now)
  }

  private func text(of question: SearchScreen.Question) -> String? {
    switch question {
    case .request(let number): requestTexts[number]
    case .fragment(let text): text
    }
  }

  private func rowsInWords(answering question: SearchScreen.Question?) -> String {
    guard !screen.rows.isEmpty else { return "the list is empty" }
    let titles = screen.rows.prefix(3).map { row in
      search.wanted != nil && row.place == search.wanted ? "\(row.title) ★" : row.title
    }
    let rest = screen.rows.count > 3 ? " and \(screen.rows.count - 3) more" : ""
    let source = question.flatMap(text(of:)).map { " (for “\($0)”)" } ?? ""
    return "the list shows \(titles.joined(separator: ", "))\(rest)\(source)"
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now - search.start)
  }
}
