import Clustering

/// The callbacks of a list's view model, which run on the simulated main thread.
public struct RowCallbacks {
  package let rowDidAppear: (_ row: Int, Coordinate) -> Void
  package let rowDidDisappear: (_ row: Int) -> Void

  /// Creates the callbacks.
  ///
  /// - Parameters:
  ///   - didAppear: a row comes on screen without an answer of the service, as `onAppear` or
  ///     `tableView(_:cellForRowAt:)`.
  ///   - didDisappear: a row leaves the screen, as `onDisappear`.
  public init(
    didAppear: @escaping (_ row: Int, Coordinate) -> Void,
    didDisappear: @escaping (_ row: Int) -> Void = { _ in }
  ) {
    rowDidAppear = didAppear
    rowDidDisappear = didDisappear
  }
}

/// A list on a phone whose rows ask a service, while a person scrolls through it.
final class ListDriver {
  let phone: ServicePhone
  private let visit: ListVisit
  private let callbacks: RowCallbacks
  private(set) var onScreen: Set<Int> = []
  /// The time at which each row should first come on screen; a busy main thread may be late with
  /// it.
  private var firstAppearances: [Int: Int64] = [:]

  init(_ visit: ListVisit, on phone: ServicePhone, _ callbacks: RowCallbacks) {
    self.visit = visit
    self.phone = phone
    self.callbacks = callbacks
  }

  /// The number of rows that should come on screen at least once.
  var rowsSeen: Int { firstAppearances.count }

  /// The time since a row should first have come on screen.
  func waitingTime(of row: Int) -> Int64? {
    firstAppearances[row].map { phone.now - $0 }
  }

  /// Replays the scrolling until the list is closed or the watchdog ends the app.
  ///
  /// - Parameters:
  ///   - isAnswered: indicates whether a row has an answer of the service.
  ///   - didAppear: called when a row comes on screen with one.
  func perform(isAnswered: @escaping (Int) -> Bool, didAppear: @escaping (Int) -> Void) {
    for event in visit.scroll.events {
      let row = event.row
      if event.change == .appears, firstAppearances[row] == nil {
        firstAppearances[row] = event.time
      }
      phone.main.async(after: event.time) { [unowned self] in
        switch event.change {
        case .appears:
          onScreen.insert(row)
          phone.note("row \(row + 1) appears")
          if isAnswered(row) {
            didAppear(row)
          } else {
            callbacks.rowDidAppear(row, visit.coordinates[row])
          }
        case .disappears:
          onScreen.remove(row)
          phone.note("row \(row + 1) leaves the screen")
          callbacks.rowDidDisappear(row)
        }
      }
    }
    phone.run(until: visit.scroll.closingTime)
  }
}
