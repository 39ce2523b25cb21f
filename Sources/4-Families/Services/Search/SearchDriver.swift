import PinData
import Platform
import Simulation

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

/// Plays the app of a person with a strategy: the view model behind a search field, the platform's
/// search service, and a clock.
final class SearchDriver {
  /// A search that is under way.
  private struct Progress {
    let search: TypedSearch
    /// All texts that were in the field, the current one last.
    var texts: [String] = []
    var keystrokes = 0
    /// The time at which the person tapped a row or pressed the key; `nil` while they type.
    var endTime: Int64?
    var tappedRow: SearchRow?
    /// The rows of the list when one was tapped.
    var rowsAtTap: [SearchRow] = []
    /// The time at which the wanted place appeared among the rows.
    var wantedSince: Int64?
    var lastChange: Int64 = 0
    /// The position of the text that the rows answer, and of the newest that any rows have answered.
    var shownText: Int?
    var newestShownText: Int?
    var staleAnswersShown = 0

    /// The text of the field.
    var text: String { texts.last ?? "" }
    /// Indicates whether a row that is a place was tapped: then there is nothing left to wait for.
    var hasTakenPlace: Bool {
      if case .item = tappedRow { true } else { false }
    }
  }

  private let phone: ServicePhone
  private let environment: SearchEnvironment
  private let screen: SearchScreen
  private let strategy: any SearchCallbacks
  private var progress: Progress
  /// The text of the field when each request was made.
  private var requestTexts: [RequestNumber: String] = [:]

  /// - Parameter first: the person's first search.
  init(
    _ first: TypedSearch, in environment: SearchEnvironment, on phone: ServicePhone,
    make: SearchMake
  ) {
    self.phone = phone
    phone.start = first.start
    self.environment = environment
    progress = Progress(search: first)
    screen = SearchScreen(purpose: environment.purpose, mapRegion: first.region)
    strategy = make(screen, phone.service)
    phone.service.requestDidBegin = { [unowned self] number, kind, isSent in
      requestTexts[number] = progress.text
      // Not the argument, which the closure would keep.
      self.phone.note("\(kind.transcriptText) for “\(progress.text)”\(isSent ? "" : ": refused")")
    }
    screen.rowsDidChange = { [unowned self] question in rowsDidChange(answering: question) }
  }

  /// Cancels all scheduled work, which would keep the service in a reference cycle.
  deinit { phone.main.cancelAll() }

  /// Replays a search until the next one begins or the person's patience ends.
  func perform(_ search: TypedSearch, until next: Int64?) -> TypedSearchRecord {
    let main = phone.main
    phone.advance(until: search.start)
    progress = Progress(search: search)
    screen.mapRegion = search.region
    main.async { [unowned self] in
      progress.texts.append("")
      strategy.searchTextDidChange("")
    }
    for keystroke in search.keystrokes {
      main.async(after: keystroke.time) { [unowned self] in press(keystroke.text) }
    }
    main.async(after: search.endingTime) { [unowned self] in end() }
    while main.simulation.runNext(until: lastLook(before: next)) {}
    phone.advance(until: lastLook(before: next))
    return record
  }

  /// The end of the search. The patience begins with the tap, possibly before the end of the
  /// typing; after the tap on a place there is nothing to wait for.
  private func lastLook(before next: Int64?) -> Int64 {
    let end = progress.endTime ?? progress.search.start + progress.search.endingTime
    return min(end + (progress.hasTakenPlace ? 0 : environment.reader.patience), next ?? .max)
  }

  // MARK: - The person

  /// Types, unless the person has seen the wanted row: then they tap it.
  private func press(_ text: String) {
    guard progress.endTime == nil else { return }
    if progress.search.wanted != nil, let since = progress.wantedSince,
      phone.now - since >= environment.reader.reactionTime, tapRow()
    {
      return
    }
    progress.keystrokes += 1
    progress.texts.append(text)
    phone.note("the field reads “\(text)”")
    strategy.searchTextDidChange(text)
  }

  private func end() {
    guard progress.endTime == nil, !tapRow() else { return }
    progress.endTime = phone.now
    phone.note("presses the search key")
    strategy.searchButtonClicked(progress.text)
  }

  /// Taps the row that leads to the wanted place; returns false if there is none.
  private func tapRow() -> Bool {
    guard let row = rowToTap else { return false }
    progress.endTime = phone.now
    progress.tappedRow = row
    progress.rowsAtTap = screen.rows
    // If a row is tapped, the rows are not wrong, even if more was typed since.
    if progress.hasTakenPlace { progress.shownText = progress.texts.count - 1 }
    phone.note("taps “\(row.title)”")
    strategy.didSelectRow(row)
    return true
  }

  /// The row that leads to the wanted place; the first row if that is not known.
  private var rowToTap: SearchRow? {
    guard progress.search.ending == .selectCompletion else { return nil }
    let visible = screen.rows.prefix(environment.reader.rowsLookedAt)
    guard let wanted = progress.search.wanted else { return visible.first }
    return visible.first { $0.place == wanted }
  }

  // MARK: - The list

  /// Records the text that the rows answer: the last one in the field that equals the question's.
  private func rowsDidChange(answering question: SearchScreen.Question?) {
    let asked: String? =
      switch question {
      case .request(let number): requestTexts[number]
      case .fragment(let text): text
      case nil: nil
      }
    phone.note(rowsText(answering: asked))
    progress.lastChange = phone.now
    progress.wantedSince = rowToTap == nil ? nil : progress.wantedSince ?? phone.now
    progress.shownText =
      showsTappedPlace
      ? progress.texts.count - 1 : asked.flatMap { progress.texts.lastIndex(of: $0) }
    guard !screen.rows.isEmpty else { return }
    let answered = progress.shownText ?? -1
    let newest = progress.newestShownText ?? answered
    if answered < newest { progress.staleAnswersShown += 1 }
    progress.newestShownText = max(newest, answered)
  }

  /// Indicates whether the rows are the tapped place, which is correct for any text of the field.
  private var showsTappedPlace: Bool {
    guard let place = progress.tappedRow?.place else { return false }
    return screen.rows.count == 1 && screen.rows[0].place == place
  }

  private func rowsText(answering text: String?) -> String {
    guard !screen.rows.isEmpty else { return "the list is empty" }
    let wanted = progress.search.wanted
    let titles = screen.rows.prefix(3).map { row in
      wanted != nil && row.place == wanted ? "\(row.title) ★" : row.title
    }
    let rest = screen.rows.count > 3 ? " and \(screen.rows.count - 3) more" : ""
    let source = text.map { " (for “\($0)”)" } ?? ""
    return "the list shows \(titles.joined(separator: ", "))\(rest)\(source)"
  }

  /// The record of the search that ends now.
  private var record: TypedSearchRecord {
    let search = progress.search
    // An app that the watchdog has ended shows no rows.
    let rows = phone.main.isTerminated ? [] : screen.rows
    let isWrong = !rows.isEmpty && progress.shownText != progress.texts.count - 1
    // Rows for another text are no answer, however good they look.
    let answer = isWrong ? [] : rows
    // If the person tapped a row, the list with this row, not the one place that the tap led to.
    let found = answer.isEmpty || progress.tappedRow?.place == nil ? answer : progress.rowsAtTap
    let end = progress.endTime ?? phone.now
    let firstKey = search.start + (search.keystrokes.first?.time ?? 0)
    return TypedSearchRecord(
      keystrokes: progress.keystrokes,
      list: search.wanted.map {
        environment.judge.list(
          shown: found.prefix(RankedList.depth).map { Int32($0.place ?? -1) }, wanted: $0,
          region: search.region)
      },
      isEmpty: rows.isEmpty, hasMessage: screen.message != nil,
      timeToAnswer: answer.isEmpty ? nil : max(0, progress.lastChange - end),
      duration: answer.isEmpty ? nil : max(progress.lastChange, end) - firstKey,
      staleAnswersShown: progress.staleAnswersShown, endedWithWrongRows: isWrong)
  }
}

/// The result of one search for its person.
struct TypedSearchRecord: Sendable {
  /// Changes of the text until the person tapped a row or pressed the key.
  let keystrokes: Int
  /// The grades of the list that answered; `nil` if it is not known what the person wanted.
  let list: RankedList?
  /// Indicates whether the list had no rows at the end, an answer or not.
  let isEmpty: Bool
  /// Indicates whether the screen showed an error at the end.
  let hasMessage: Bool
  /// From the tap or the key to the final rows, in nanoseconds; `nil` if there are none.
  let timeToAnswer: Int64?
  /// From the first key to the final rows, in nanoseconds; `nil` if there are none.
  let duration: Int64?
  let staleAnswersShown: Int
  /// Indicates whether the rows answer another text than the one in the field.
  let endedWithWrongRows: Bool
}
