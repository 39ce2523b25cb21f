import PinData

/// How far one search has come: what stands in the field, what the list answers, what was tapped.
struct SearchProgress {
  private let search: TypedSearch
  /// Every text that has stood in the field, the one that is there now last.
  private var texts: [String] = []
  private(set) var keystrokeCount = 0
  /// When the person tapped a row or pressed the key; `nil` while they type.
  private(set) var endTime: Int64?
  private var tappedRow: SearchRow?
  /// What the list held when a row of it was tapped.
  private var rowsAtTap: [SearchRow] = []
  /// Since when the place that is wanted has been among the rows.
  private var wantedSince: Int64?
  private var lastChange: Int64 = 0
  /// Which of the texts the rows answer, and the newest that any rows have answered.
  private var shownText: Int?
  private var newestShownText: Int?
  private var staleAnswersShown = 0

  init(_ search: TypedSearch) {
    self.search = search
  }

  // MARK: - The person

  /// What stands in the field.
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
    // Rows of which one is taken for the answer are no wrong rows, whatever was typed since.
    if hasTakenPlace { shownText = texts.count - 1 }
  }

  /// Whether a row that is a place was tapped: then there is nothing left to wait for.
  var hasTakenPlace: Bool {
    if case .item = tappedRow { true } else { false }
  }

  /// The row that leads to what the person wants; any row will do where nobody knows what it is.
  func rowToTap(of rows: [SearchRow]) -> SearchRow? {
    guard search.ending == .selectCompletion else { return nil }
    let visible = rows.prefix(RankedList.depth)
    guard let wanted = search.wanted else { return visible.first }
    return visible.first { $0.place == wanted }
  }

  /// Whether the person has had the time to see what they want among the rows. Where nobody knows
  /// what they want, they are as little known to have seen it.
  func hasSeenWanted(at time: Int64, reactionTime: Int64) -> Bool {
    guard search.wanted != nil, let wantedSince else { return false }
    return time - wantedSince >= reactionTime
  }

  // MARK: - The list

  /// Notes which text the rows answer: the last one in the field that equals the question's.
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

  /// Who tapped a row gets what they tapped, whatever was in the field when it was asked for.
  private func isTappedPlace(_ rows: [SearchRow]) -> Bool {
    guard let place = tappedRow?.place else { return false }
    return rows.count == 1 && rows[0].place == place
  }

  /// How the search has ended, with these rows in the list.
  func outcome(_ rows: [SearchRow], at time: Int64) -> SearchOutcome {
    let isWrong = !rows.isEmpty && shownText != texts.count - 1
    // Rows for another text are no answer, however good they look.
    let answer = isWrong ? [] : rows
    let end = endTime ?? time
    let firstKey = search.start + (search.keystrokes.first?.time ?? 0)
    return SearchOutcome(
      keystrokes: keystrokeCount,
      places: gradedRows(answer).prefix(RankedList.depth).map { Int32($0.place ?? -1) },
      hasRows: !rows.isEmpty,
      timeToAnswer: answer.isEmpty ? nil : max(0, lastChange - end),
      duration: answer.isEmpty ? nil : max(lastChange, end) - firstKey,
      staleAnswersShown: staleAnswersShown,
      endedWithWrongRows: isWrong)
  }

  /// The list in which the person found their place: of who tapped one, the list that they tapped
  /// it in, and not the one place that came of it.
  private func gradedRows(_ answer: [SearchRow]) -> [SearchRow] {
    guard !answer.isEmpty, tappedRow?.place != nil else { return answer }
    return rowsAtTap
  }
}
