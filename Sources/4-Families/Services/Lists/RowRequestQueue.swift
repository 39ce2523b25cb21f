import Clustering
import Simulation

/// Rows of a list that wait for answers of a service.
///
/// The row that appeared last is asked for first, rows with one key share a request, answers are
/// kept, and a budget limits the requests. After an error, rows have no answer until they appear
/// again.
final class RowRequestQueue<Key: Hashable, Answer> {
  private typealias WaitingRow = (row: Int, coordinate: Coordinate)

  private let main: MainThread
  private let key: (Coordinate) -> Key
  private let send: (Coordinate, @escaping (Answer?) -> Void) -> Void
  private let show: (Answer, _ row: Int) -> Void
  private var answers: [Key: Answer] = [:]
  private var rowsInFlight: [Key: [Int]] = [:]
  /// Rows without an answer, the one that appeared last at the end.
  private var waiting: [WaitingRow] = []
  private var budget = RequestBudget()
  private var isSendingScheduled = false

  /// - Parameters:
  ///   - key: what rows that share a request have in common, now.
  ///   - send: sends a request for a coordinate; calls its closure with the answer, or with `nil`
  ///     after an error.
  ///   - show: shows an answer in a row.
  init(
    main: MainThread, key: @escaping (Coordinate) -> Key,
    send: @escaping (Coordinate, @escaping (Answer?) -> Void) -> Void,
    show: @escaping (Answer, _ row: Int) -> Void
  ) {
    self.main = main
    self.key = key
    self.send = send
    self.show = show
  }

  /// Returns whether the answer for a coordinate is kept.
  func hasAnswer(for coordinate: Coordinate) -> Bool { answers[key(coordinate)] != nil }

  /// Shows the answer that is kept, or adds the row to a request that is under way, or to those
  /// that wait.
  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    let key = key(coordinate)
    if let answer = answers[key] {
      show(answer, row)
    } else if rowsInFlight[key] != nil {
      rowsInFlight[key]?.append(row)
    } else {
      waiting.append((row, coordinate))
      sendWithinBudget()
    }
  }

  /// Removes a row that waits; a request that is under way continues.
  func rowDidDisappear(_ row: Int) {
    waiting.removeAll { $0.row == row }
  }

  private func sendWithinBudget() {
    while let next = waiting.last {
      let now = main.simulation.now
      guard budget.take(at: now) else {
        return scheduleSending(after: budget.nextTime - now)
      }
      waiting.removeLast()
      request(next)
    }
  }

  private func scheduleSending(after delay: Int64) {
    guard !isSendingScheduled else { return }
    isSendingScheduled = true
    main.async(after: delay) { [weak self] in
      self?.isSendingScheduled = false
      self?.sendWithinBudget()
    }
  }

  private func request(_ first: WaitingRow) {
    let key = key(first.coordinate)
    let sharing = waiting.filter { self.key($0.coordinate) == key }.map(\.row)
    waiting.removeAll { self.key($0.coordinate) == key }
    rowsInFlight[key] = [first.row] + sharing
    send(first.coordinate) { [weak self] answer in self?.receive(answer, for: key) }
  }

  private func receive(_ answer: Answer?, for key: Key) {
    let rows = rowsInFlight.removeValue(forKey: key) ?? []
    guard let answer else { return }
    answers[key] = answer
    for row in rows { show(answer, row) }
  }
}

/// A cell of a grid in degrees, for rows that are at one place up to the errors of positions.
struct PlaceCell: Hashable {
  private let latitude: Int
  private let longitude: Int

  init(_ coordinate: Coordinate, perDegree count: Double) {
    latitude = Int((coordinate.latitude * count).rounded())
    longitude = Int((coordinate.longitude * count).rounded())
  }
}
