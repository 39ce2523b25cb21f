import EventSimulation
import MapGeometry
import SearchSimulation

/// Asks once for all rows of one place, keeps the answers, and stays below the platform's limit:
/// rows on screen come first, rows that have left are not asked for.
public final class GeocodeSingleFlightCached: GeocodingStrategy {
  /// A place is a cell of about eleven metres, a ten-thousandth of a degree: a house. A coarser
  /// one asks less and shows the neighbours' addresses.
  private struct Cell: Hashable {
    let latitude: Int
    let longitude: Int

    init(_ coordinate: Coordinate) {
      latitude = Int((coordinate.latitude * 10_000).rounded())
      longitude = Int((coordinate.longitude * 10_000).rounded())
    }
  }

  private struct WaitingRow {
    let row: Int
    let coordinate: Coordinate
  }

  private let list: AddressList
  private let service: SearchService
  private var answers: [Cell: Placemark] = [:]
  private var rowsInFlight: [Cell: [Int]] = [:]
  /// Rows without an address, the one that appeared last at the end.
  private var waiting: [WaitingRow] = []
  private var budget = RequestBudget()
  private var isPumpScheduled = false

  public init(list: AddressList, service: SearchService) {
    self.list = list
    self.service = service
  }

  public func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    let cell = Cell(coordinate)
    if let placemark = answers[cell] {
      list.show(placemark, inRow: row)
    } else if rowsInFlight[cell] != nil {
      rowsInFlight[cell]?.append(row)
    } else {
      waiting.append(WaitingRow(row: row, coordinate: coordinate))
      sendWhatTheBudgetAllows()
    }
  }

  public func rowDidDisappear(_ row: Int) {
    waiting.removeAll { $0.row == row }
  }

  private func sendWhatTheBudgetAllows() {
    while let next = waiting.last {
      let now = list.main.simulation.now
      guard budget.take(at: now) else {
        scheduleSending(after: budget.nextTime - now)
        return
      }
      waiting.removeLast()
      send(next)
    }
  }

  private func scheduleSending(after delay: Int64) {
    guard !isPumpScheduled else { return }
    isPumpScheduled = true
    list.main.async(after: delay) { [weak self] in
      self?.isPumpScheduled = false
      self?.sendWhatTheBudgetAllows()
    }
  }

  private func send(_ first: WaitingRow) {
    let cell = Cell(first.coordinate)
    let sharing = waiting.filter { Cell($0.coordinate) == cell }.map(\.row)
    waiting.removeAll { Cell($0.coordinate) == cell }
    rowsInFlight[cell] = [first.row] + sharing
    Geocoder(service: service).reverseGeocodeLocation(first.coordinate) { [weak self] result in
      self?.receive(result, for: cell)
    }
  }

  private func receive(_ result: Result<[Placemark], MapError>, for cell: Cell) {
    let rows = rowsInFlight.removeValue(forKey: cell) ?? []
    // After an error the rows stay without an address until they appear again.
    guard let placemark = (try? result.get())?.first else { return }
    answers[cell] = placemark
    for row in rows { list.show(placemark, inRow: row) }
  }
}
