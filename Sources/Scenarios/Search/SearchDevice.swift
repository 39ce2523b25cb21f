import EventSimulation
import PinData
import PlaceSearch
import SearchSimulation

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

  // What the field held when each request was sent, and what the list answers.
  private var texts: [String] = []
  private var requestTexts: [RequestNumber: String] = [:]
  private var lastChange: Int64 = 0
  private var keystrokeCount = 0
  /// When the person tapped a row or pressed the key; `nil` while they type.
  private var endTime: Int64?
  private var tappedPlace: Int?
  private var wantedSince: Int64?
  private var wanted: Int?
  private var shownText: Int?
  private var newestShownText: Int?
  private var staleAnswersShown = 0

  init(
    engine: any PlaceSearching, platform: PlatformSource, seed: UInt64, purpose: Place.Kinds,
    first: TypedSearch, entry: SearchStrategyEntry
  ) {
    main = platform.mainThread(in: simulation)
    service = platform.service(engine: engine, main: main, seed: seed)
    screen = SearchScreen(purpose: purpose, mapRegion: first.region)
    strategy = entry.make(screen, service)
    service.requestDidBegin = { [unowned self] number in requestTexts[number] = texts.last ?? "" }
    screen.rowsDidChange = { [unowned self] request in rowsDidChange(answering: request) }
  }

  /// What is still on its way when the phone is put down holds the service, and the service it.
  deinit { simulation.cancelAll() }

  /// Lets the person search, until the next search begins or their patience ends.
  func perform(_ search: TypedSearch, until next: Int64?) -> SearchOutcome {
    simulation.run(until: search.start)
    screen.mapRegion = search.region
    begin(search)
    for keystroke in search.keystrokes {
      main.async(after: keystroke.time) { [unowned self] in press(keystroke.text, search) }
    }
    main.async(after: search.endingTime) { [unowned self] in end(search) }
    let latestEnd = search.start + search.endingTime
    simulation.run(until: min(latestEnd + Self.patience, next ?? .max))
    return outcome(of: search)
  }

  private func begin(_ search: TypedSearch) {
    wanted = search.wanted
    wantedSince = nil
    endTime = nil
    tappedPlace = nil
    keystrokeCount = 0
    texts.removeAll(keepingCapacity: true)
    shownText = nil
    newestShownText = nil
    staleAnswersShown = 0
    main.async { [unowned self] in type("") }
  }

  /// Who waits for a row taps it before the next key, once they have seen it.
  private func press(_ text: String, _ search: TypedSearch) {
    guard endTime == nil else { return }
    // Where nobody knows what they want, they are as little known to have seen it.
    if search.ending == .selectCompletion, wanted != nil, let since = wantedSince,
      simulation.now - since >= Self.reactionTime, let row = rowToTap
    {
      tap(row)
    } else {
      keystrokeCount += 1
      type(text)
    }
  }

  private func type(_ text: String) {
    texts.append(text)
    strategy.searchTextDidChange(text)
  }

  private func end(_ search: TypedSearch) {
    guard endTime == nil else { return }
    if search.ending == .selectCompletion, let row = rowToTap {
      tap(row)
    } else {
      endTime = simulation.now
      strategy.searchButtonClicked(texts.last ?? "")
    }
  }

  private func tap(_ row: SearchRow) {
    endTime = simulation.now
    tappedPlace = row.place
    // Rows of which one is taken for the answer are no wrong rows, whatever was typed since.
    if case .item = row { shownText = texts.count - 1 }
    strategy.didSelectRow(row)
  }

  /// The row that leads to what the person wants; any row will do where nobody knows what it is.
  private var rowToTap: SearchRow? {
    let visible = screen.rows.prefix(RankedList.depth)
    guard let wanted else { return visible.first }
    return visible.first { $0.place == wanted }
  }

  /// Notes which text the rows answer: the last one in the field that equals the request's.
  private func rowsDidChange(answering request: RequestNumber?) {
    lastChange = simulation.now
    wantedSince = rowToTap == nil ? nil : wantedSince ?? simulation.now
    let text = request.flatMap { requestTexts[$0] }
    shownText =
      showsTheTappedPlace ? texts.count - 1 : text.flatMap { text in texts.lastIndex(of: text) }
    guard !screen.rows.isEmpty else { return }
    let answered = shownText ?? -1
    if let newest = newestShownText, answered < newest { staleAnswersShown += 1 }
    newestShownText = max(newestShownText ?? answered, answered)
  }

  /// Who tapped a row gets what they tapped, whatever was in the field when it was asked for.
  private var showsTheTappedPlace: Bool {
    tappedPlace != nil && screen.rows.count == 1 && screen.rows[0].place == tappedPlace
  }

  private func outcome(of search: TypedSearch) -> SearchOutcome {
    let rows = screen.rows.prefix(RankedList.depth)
    let finalText = texts.count - 1
    let end = endTime ?? simulation.now
    let firstKey = search.start + (search.keystrokes.first?.time ?? 0)
    return SearchOutcome(
      keystrokes: keystrokeCount,
      places: rows.map { Int32($0.place ?? -1) },
      timeToAnswer: rows.isEmpty ? nil : max(0, lastChange - end),
      duration: rows.isEmpty ? nil : max(lastChange, end) - firstKey,
      staleAnswersShown: staleAnswersShown,
      endedWithWrongRows: !rows.isEmpty && shownText != finalText)
  }
}
