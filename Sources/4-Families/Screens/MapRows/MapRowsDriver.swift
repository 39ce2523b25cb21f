import ScenarioModel
import Simulation

/// A person's phone while a list of maps is open.
final class MapRowsDriver {
  /// The content of a row from its appearance to its end.
  private struct Appearance {
    let cell: MapCell
    /// The time at which it should be on screen.
    let due: Int64
    /// The time of its own map; `nil` until it is shown.
    var shownAt: Int64?
    /// Since when another row's map is visible; `nil` if none is.
    var wrongSince: Int64?
    var wrongTime: Int64 = 0
  }

  let simulation = Simulation()
  private let list: MapList
  private let scroll: ListScroll
  private let callbacks: MapRowCallbacks
  private let transcript: TranscriptWriter?
  /// The rows on screen.
  private var appearances: [Int: Appearance] = [:]
  private var waitingCells: [MapCell] = []
  private var rowsShown: Set<Int> = []
  private var blankTimes: [Int64] = []
  private var wrongTimes: [Int64] = []

  init(
    _ visits: MapListVisits, person: Int, _ strategy: StrategyEntry<MapRowMake>,
    transcript: TranscriptWriter? = nil
  ) {
    self.transcript = transcript
    scroll = visits.people[person].scroll
    list = MapList(
      visits: visits, main: visits.device.profile.mainThread(in: simulation),
      seed: visits.people[person].seed)
    callbacks = strategy.make(list)
    list.cellDidChange = { [unowned self] in look(at: $0) }
    list.mapDidLoad = { [unowned self] map in
      for cell in appearances.values.map(\.cell) {
        if case .map(let shown) = cell.content, shown === map { look(at: cell) }
      }
    }
    if transcript != nil { list.note = { [unowned self] in note($0()) } }
  }

  /// Cancels all scheduled work, which would keep the list in a reference cycle.
  deinit { simulation.cancelAll() }

  /// Replays the scrolling until the list is closed or the system ends the app.
  ///
  /// - Parameter didScroll: called with the rows on screen when the first scroll has ended.
  func perform(didScroll: (([(row: Int, cell: MapCell)]) -> Void)? = nil) -> MapRowsRecord {
    for event in scroll.events {
      list.main.async(after: event.time) { [unowned self] in handle(event) }
    }
    if let didScroll {
      let time = scroll.movements.first?.upperBound ?? scroll.closingTime
      simulation.schedule(after: time + 1_000_000) { [unowned self] in
        didScroll(appearances.sorted { $0.key < $1.key }.map { (row: $0.key, cell: $0.value.cell) })
      }
    }
    simulation.run(until: scroll.closingTime)
    let termination = list.use.terminationTime
    for row in appearances.keys.sorted() { end(row, at: termination ?? simulation.now) }
    if let termination {
      transcript?.noteAlways(
        "the system has ended the app: it has \(list.use.maxMaps) maps, "
          + "\(Int((list.use.peakFootprint / 1_000_000).rounded())) MB", at: termination)
    }
    return MapRowsRecord(
      rowsSeen: Set(scroll.events.map(\.row)).count, rowsShown: rowsShown.count,
      blankTimes: blankTimes, wrongTimes: wrongTimes, use: list.use,
      hitches: ScrollHitches(
        busy: list.busyTimes, movements: scroll.movements,
        interval: FrameForecast.interval(refresh: list.device.refresh),
        until: termination ?? list.main.terminationTime))
  }

  private func handle(_ event: ListScroll.Event) {
    guard !list.isTerminated else { return }
    switch event.change {
    case .appears:
      let cell = waitingCells.popLast() ?? MapCell(list: list)
      cell.row = event.row
      appearances[event.row] = Appearance(cell: cell, due: event.time)
      note("row \(event.row + 1) appears")
      callbacks.didAppear(event.row, cell)
      look(at: cell)
    case .disappears:
      guard let cell = appearances[event.row]?.cell else { return }
      note("row \(event.row + 1) leaves the screen")
      end(event.row, at: simulation.now)
      callbacks.didDisappear(event.row, cell)
      cell.row = nil
      waitingCells.append(cell)
    }
  }

  /// Notes what a cell shows from now on.
  private func look(at cell: MapCell) {
    guard let row = cell.row, var appearance = appearances[row], !list.isTerminated else { return }
    let now = simulation.now
    if let since = appearance.wrongSince.take() { appearance.wrongTime += now - since }
    if let visible = cell.visibleMapRow, visible != row {
      appearance.wrongSince = now
      note("row \(row + 1) shows the map of row \(visible + 1)")
    } else if cell.visibleMapRow == row, appearance.shownAt == nil {
      appearance.shownAt = now
      rowsShown.insert(row)
      note("row \(row + 1) shows its map")
    }
    appearances[row] = appearance
  }

  /// Ends the appearance of a row.
  private func end(_ row: Int, at time: Int64) {
    guard let appearance = appearances.removeValue(forKey: row) else { return }
    let end = max(time, appearance.due)
    blankTimes.append((appearance.shownAt ?? end) - appearance.due)
    let wrong = appearance.wrongTime + (appearance.wrongSince.map { max(0, end - $0) } ?? 0)
    if wrong > 0 { wrongTimes.append(wrong) }
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }
}
