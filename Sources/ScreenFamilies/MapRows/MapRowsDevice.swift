import EventSimulation
import MapSimulation
import ScenarioModel
import Workloads

/// A person's phone while a list of maps is open.
final class MapRowsDevice {
  /// What a row shows from its appearance to its end.
  private struct Appearance {
    let row: Int
    /// The time at which it should be on screen.
    let due: Int64
    /// The time of its own map; `nil` until it is shown.
    var shownAt: Int64?
    /// Since when another row's map is visible; `nil` if none is.
    var wrongSince: Int64?
    var wrongTime: Int64 = 0
  }

  let simulation = Simulation()
  let list: MapList
  private let strategy: any MapRowStrategy
  private let refresh: Double
  private let transcript: TranscriptWriter?
  private var cells: [Int: MapCell] = [:]
  private var waitingCells: [MapCell] = []
  private var appearances: [Int: Appearance] = [:]
  private var rowsShown: Set<Int> = []
  private var blankTimes: [Int64] = []
  private var wrongTimes: [Int64] = []

  init(
    places: [RowPlace], device: Device, modelledScale: Int, seed: UInt64,
    entry: StrategyEntry<MapRowsFamily.Make>, transcript: TranscriptWriter? = nil
  ) {
    self.transcript = transcript
    refresh = device.refresh
    list = MapList(
      places: places, device: device, modelledScale: modelledScale,
      main: device.profile.mainThread(in: simulation), seed: seed)
    strategy = entry.make(list)
    list.cellDidChange = { [unowned self] in look(at: $0) }
    list.mapDidLoad = { [unowned self] in mapDidLoad($0) }
    if transcript != nil { list.note = { [unowned self] in note($0()) } }
  }

  /// Cancels all scheduled work, which would keep the list in a reference cycle.
  deinit { simulation.cancelAll() }

  /// Replays the scrolling until the list is closed or the system ends the app.
  ///
  /// - Parameter picture: called with the rows on screen when the first scroll has ended.
  func perform(
    _ scroll: ListScroll, picture: (([(row: Int, cell: MapCell)]) -> Void)? = nil
  ) -> MapRowsOutcome {
    for event in scroll.events {
      list.main.async(after: event.time) { [unowned self] in handle(event) }
    }
    if let picture {
      let time = scroll.movements.first?.upperBound ?? scroll.closingTime
      simulation.schedule(after: time + 1_000_000) { [unowned self] in
        picture(cells.sorted { $0.key < $1.key }.map { (row: $0.key, cell: $0.value) })
      }
    }
    simulation.run(until: scroll.closingTime)
    for row in cells.keys.sorted() { end(row, at: list.terminationTime ?? simulation.now) }
    if let end = list.terminationTime {
      transcript?.noteAlways(
        "the system has ended the app: it has \(list.maxMaps) maps, "
          + "\(Int((list.peakFootprint / 1_000_000).rounded())) MB", at: end)
    }
    let hitches = ScrollHitches(
      busy: list.busyTimes, movements: scroll.movements,
      interval: FrameForecast.interval(refresh: refresh),
      until: list.terminationTime ?? list.main.terminationTime)
    return MapRowsOutcome(
      rowsSeen: Set(scroll.events.map(\.row)).count, rowsShown: rowsShown.count,
      blankTimes: blankTimes, wrongTimes: wrongTimes.filter { $0 > 0 },
      mapsMade: list.mapsMade, maxMaps: list.maxMaps, peakFootprint: list.peakFootprint,
      maxPictureBytes: list.maxPictureBytes, snapshots: list.snapshots,
      isTerminated: list.terminationTime != nil, hitches: hitches)
  }

  private func handle(_ event: ListScroll.Event) {
    guard !list.isTerminated else { return }
    switch event.change {
    case .appears:
      let cell = waitingCells.popLast() ?? MapCell(list: list)
      cell.row = event.row
      cells[event.row] = cell
      appearances[event.row] = Appearance(row: event.row, due: event.time)
      note("row \(event.row + 1) appears")
      strategy.rowDidAppear(event.row, in: cell)
      look(at: cell)
    case .disappears:
      guard let cell = cells[event.row] else { return }
      note("row \(event.row + 1) leaves the screen")
      end(event.row, at: simulation.now)
      strategy.rowDidDisappear(event.row, from: cell)
      cell.row = nil
      waitingCells.append(cell)
    }
  }

  private func mapDidLoad(_ map: RowMap) {
    for (_, cell) in cells {
      if case .map(let shown) = cell.content, shown === map { look(at: cell) }
    }
  }

  /// Notes what a cell shows from now on.
  private func look(at cell: MapCell) {
    guard let row = cell.row, var appearance = appearances[row], !list.isTerminated else { return }
    let now = simulation.now
    if let since = appearance.wrongSince {
      appearance.wrongTime += now - since
      appearance.wrongSince = nil
    }
    if let visible = cell.visibleMapRow {
      if visible == row {
        if appearance.shownAt == nil {
          appearance.shownAt = now
          rowsShown.insert(row)
          note("row \(row + 1) shows its map")
        }
      } else {
        appearance.wrongSince = now
        note("row \(row + 1) shows the map of row \(visible + 1)")
      }
    }
    appearances[row] = appearance
  }

  /// Ends the appearance of a row.
  private func end(_ row: Int, at time: Int64) {
    cells[row] = nil
    guard let appearance = appearances.removeValue(forKey: row) else { return }
    let end = max(time, appearance.due)
    blankTimes.append((appearance.shownAt ?? end) - appearance.due)
    wrongTimes.append(
      appearance.wrongTime + (appearance.wrongSince.map { max(0, end - $0) } ?? 0))
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }
}

/// The result of a visit to a list of maps.
struct MapRowsOutcome: Hashable, Sendable {
  /// Rows that the visit brings on screen at least once, those after the app's end included.
  let rowsSeen: Int
  /// Rows that showed their own map at least once.
  let rowsShown: Int
  /// For each appearance of a row the time until its own map is shown, or until it leaves, in
  /// nanoseconds.
  let blankTimes: [Int64]
  /// The times for which appearances showed another row's map, without those that never did.
  let wrongTimes: [Int64]
  let mapsMade: Int
  let maxMaps: Int
  let peakFootprint: Double
  let maxPictureBytes: Int
  let snapshots: MapList.Snapshots
  /// True if the system ended the app.
  let isTerminated: Bool
  let hitches: ScrollHitches
}

/// The frames of a list's scroll that come late because the main thread works.
struct ScrollHitches: Hashable, Sendable {
  /// The time by which frames of a movement were late, in nanoseconds.
  private(set) var late: Int64 = 0
  /// The time of the movements with their late frames, in nanoseconds.
  private(set) var duration: Int64 = 0
  /// The longest time for which the main thread worked without a break, in nanoseconds.
  private(set) var longestWork: Int64 = 0

  /// A frame is late by the refreshes that the work which begins in it takes beyond its own.
  ///
  /// - Parameters:
  ///   - busy: the main thread's work, in the order of its beginnings.
  ///   - interval: from one refresh to the next, in nanoseconds.
  ///   - end: the time after which nothing is on screen; `nil` for none.
  init(busy: [Range<Int64>], movements: [Range<Int64>], interval: Int64, until end: Int64?) {
    var next = 0
    for movement in movements where movement.lowerBound < end ?? .max {
      // The row that comes last is made after the last frame that moves.
      let last = movement.upperBound + interval
      var workByFrame: [Int64: Int64] = [:]
      while next < busy.count, busy[next].lowerBound < last {
        let work = busy[next]
        if work.lowerBound >= movement.lowerBound {
          workByFrame[(work.lowerBound - movement.lowerBound) / interval, default: 0] +=
            Int64(work.count)
        }
        next += 1
      }
      var frames = (movement.upperBound - movement.lowerBound + interval - 1) / interval
      for work in workByFrame.values {
        let missed = FrameForecast.refreshes(for: work, interval: interval) - 1
        late += missed * interval
        frames += missed
      }
      duration += frames * interval
    }
    var chain: Range<Int64>?
    for work in busy {
      if let earlier = chain, work.lowerBound <= earlier.upperBound {
        chain = earlier.lowerBound..<max(earlier.upperBound, work.upperBound)
      } else {
        chain = work
      }
      longestWork = max(longestWork, Int64(chain?.count ?? 0))
    }
  }
}
