import EventSimulation
import PinData
import PlaceSearch
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Workloads

/// A person in front of the rows of a search.
struct ListReader: Hashable, Sendable {
  /// The number of rows that a person looks at.
  let rowsLookedAt: Int
  /// The time that a person needs to read a row and tap it, in nanoseconds.
  let reactionTime: Int64
  /// The time for which people wait for an answer, in nanoseconds.
  let patience: Int64

  /// - Precondition: the profile provides the group of people who search.
  init(profile: PlatformProfile) {
    rowsLookedAt = profile.count(.rowsLookedAt)
    reactionTime = Int64(profile[.reactionTime].rounded())
    patience = Int64(profile[.patience].rounded())
  }
}

/// A person's phone: the app with its view model, the platform's search service, and a clock.
final class SearchDevice {
  let service: SearchService
  let main: MainThread
  private let simulation = Simulation()
  private let person: ListReader
  private let screen: SearchScreen
  private let strategy: any SearchStrategy
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: TranscriptWriter?
  private var search: TypedSearch
  private var progress: SearchProgress
  /// The text of the field when each request was made.
  private var requestTexts: [RequestNumber: String] = [:]

  /// - Parameter first: the person's first search.
  init(
    engine: any PlaceSearching, platform: PlatformSource, seed: UInt64, person: ListReader,
    purpose: Place.Kinds, first: TypedSearch, entry: StrategyEntry<SearchFamily.Make>,
    transcript: TranscriptWriter? = nil
  ) {
    self.transcript = transcript
    self.person = person
    search = first
    progress = SearchProgress(first, person: person)
    main = platform.profile.mainThread(in: simulation)
    service = platform.service(engine: engine, main: main, seed: seed)
    screen = SearchScreen(purpose: purpose, mapRegion: first.region)
    strategy = entry.make(screen, service)
    service.requestDidBegin = { [unowned self] number, kind, isSent in
      requestTexts[number] = progress.text
      note("\(kind.transcriptText) for “\(progress.text)”\(isSent ? "" : ": refused")")
    }
    screen.rowsDidChange = { [unowned self] question in rowsDidChange(answering: question) }
  }

  /// Cancels all scheduled work, which would keep the service in a reference cycle.
  deinit { simulation.cancelAll() }

  /// Replays a search until the next one begins or the person's patience ends.
  func perform(_ search: TypedSearch, until next: Int64?) -> SearchOutcome {
    simulation.run(until: search.start)
    self.search = search
    progress = SearchProgress(search, person: person)
    screen.mapRegion = search.region
    main.async { [unowned self] in clearField() }
    for keystroke in search.keystrokes {
      main.async(after: keystroke.time) { [unowned self] in press(keystroke.text) }
    }
    main.async(after: search.endingTime) { [unowned self] in end() }
    while simulation.runNext(until: lastLook(before: next)) {}
    simulation.run(until: lastLook(before: next))
    // An app that the watchdog has ended shows no rows.
    return progress.outcome(
      main.isTerminated ? [] : screen.rows, message: screen.message, at: simulation.now)
  }

  /// The end of the search. The patience begins with the tap, possibly before the end of the
  /// typing; after the tap on a place there is nothing to wait for.
  private func lastLook(before next: Int64?) -> Int64 {
    let end = progress.endTime ?? search.start + search.endingTime
    return min(end + (progress.hasTakenPlace ? 0 : person.patience), next ?? .max)
  }

  // MARK: - The person

  private func clearField() {
    progress.clearField()
    strategy.searchTextDidChange("")
  }

  /// Types, unless the person has seen the wanted row: then they tap it.
  private func press(_ text: String) {
    guard progress.endTime == nil else { return }
    if progress.hasSeenWanted(at: simulation.now),
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
    note(rowsText(answering: question))
    progress.rowsDidChange(
      screen.rows, answering: question.flatMap(text(of:)), at: simulation.now)
  }

  private func text(of question: SearchScreen.Question) -> String? {
    switch question {
    case .request(let number): requestTexts[number]
    case .fragment(let text): text
    }
  }

  private func rowsText(answering question: SearchScreen.Question?) -> String {
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

/// The progress of one search: the text of the field, the text that the list answers, the tap.
struct SearchProgress {
  private let search: TypedSearch
  private let person: ListReader
  /// All texts that were in the field, the current one last.
  private var texts: [String] = []
  private(set) var keystrokeCount = 0
  /// The time at which the person tapped a row or pressed the key; `nil` while they type.
  private(set) var endTime: Int64?
  private var tappedRow: SearchRow?
  /// The rows of the list when one was tapped.
  private var rowsAtTap: [SearchRow] = []
  /// The time at which the wanted place appeared among the rows.
  private var wantedSince: Int64?
  private var lastChange: Int64 = 0
  /// The position of the text that the rows answer, and of the newest that any rows have answered.
  private var shownText: Int?
  private var newestShownText: Int?
  private var staleAnswersShown = 0

  init(_ search: TypedSearch, person: ListReader) {
    self.search = search
    self.person = person
  }

  // MARK: - The person

  /// The text of the field.
  var text: String { texts.last ?? "" }

  mutating func clearField() {
    texts.append("")
  }

  mutating func press(_ text: String) {
    keystrokeCount += 1
    texts.append(text)
  }

  mutating func pressSearchKey(at time: Int64) {
    endTime = time
  }

  mutating func tap(_ row: SearchRow, of rows: [SearchRow], at time: Int64) {
    endTime = time
    tappedRow = row
    rowsAtTap = rows
    // Rows of which one is tapped are not wrong, even if more was typed since.
    if hasTakenPlace { shownText = texts.count - 1 }
  }

  /// True if a row that is a place was tapped: then there is nothing left to wait for.
  var hasTakenPlace: Bool {
    if case .item = tappedRow { true } else { false }
  }

  /// The row that leads to the wanted place; the first row if that is not known.
  func rowToTap(of rows: [SearchRow]) -> SearchRow? {
    guard search.ending == .selectCompletion else { return nil }
    let visible = rows.prefix(person.rowsLookedAt)
    guard let wanted = search.wanted else { return visible.first }
    return visible.first { $0.place == wanted }
  }

  /// Returns whether the person has had the time to see the wanted place among the rows; `false` if
  /// it is not known.
  func hasSeenWanted(at time: Int64) -> Bool {
    guard search.wanted != nil, let wantedSince else { return false }
    return time - wantedSince >= person.reactionTime
  }

  // MARK: - The list

  /// Records the text that the rows answer: the last one in the field that equals the question's.
  mutating func rowsDidChange(_ rows: [SearchRow], answering text: String?, at time: Int64) {
    lastChange = time
    wantedSince = rowToTap(of: rows) == nil ? nil : wantedSince ?? time
    shownText =
      isTappedPlace(rows) ? texts.count - 1 : text.flatMap { text in texts.lastIndex(of: text) }
    guard !rows.isEmpty else { return }
    let answered = shownText ?? -1
    if let newest = newestShownText, answered < newest { staleAnswersShown += 1 }
    newestShownText = max(newestShownText ?? answered, answered)
  }

  /// Returns whether the rows are the tapped place, which is correct for any text of the field.
  private func isTappedPlace(_ rows: [SearchRow]) -> Bool {
    guard let place = tappedRow?.place else { return false }
    return rows.count == 1 && rows[0].place == place
  }

  /// The outcome of the search that ends with these rows in the list, and with this message.
  func outcome(_ rows: [SearchRow], message: MapError?, at time: Int64) -> SearchOutcome {
    let isWrong = !rows.isEmpty && shownText != texts.count - 1
    // Rows for another text are no answer, however good they look.
    let answer = isWrong ? [] : rows
    let end = endTime ?? time
    let firstKey = search.start + (search.keystrokes.first?.time ?? 0)
    return SearchOutcome(
      keystrokes: keystrokeCount,
      places: gradedRows(answer).prefix(RankedList.depth).map { Int32($0.place ?? -1) },
      hasRows: !rows.isEmpty,
      hasMessage: message != nil,
      timeToAnswer: answer.isEmpty ? nil : max(0, lastChange - end),
      duration: answer.isEmpty ? nil : max(lastChange, end) - firstKey,
      staleAnswersShown: staleAnswersShown,
      endedWithWrongRows: isWrong)
  }

  /// The list in which the person found their place: if they tapped a row, the list with this row,
  /// not the one place that the tap led to.
  private func gradedRows(_ answer: [SearchRow]) -> [SearchRow] {
    guard !answer.isEmpty, tappedRow?.place != nil else { return answer }
    return rowsAtTap
  }
}

/// The result of one search for its person.
struct SearchOutcome: Hashable, Sendable {
  /// Changes of the text until the person tapped a row or pressed the key.
  let keystrokes: Int
  /// The places of the first ten rows of the list that answered; -1 for a row that is no place.
  let places: [Int32]
  /// True if the list had any rows at the end, an answer or not.
  let hasRows: Bool
  /// True if the screen told the person an error at the end.
  let hasMessage: Bool
  /// From the tap or the key to the final rows, in nanoseconds; `nil` if there are none.
  let timeToAnswer: Int64?
  /// From the first key to the final rows, in nanoseconds; `nil` if there are none.
  let duration: Int64?
  let staleAnswersShown: Int
  /// True if the rows answer another text than the one in the field.
  let endedWithWrongRows: Bool

  var isEmpty: Bool { !hasRows }
}
