import EventSimulation
import MapGeometry
import ScenarioModel
import SearchSimulation

extension TravelTimesFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "route-per-row", RequestPerRow.self,
      summary: "Calculates a whole route for every row that appears, and shows its time."),
    StrategyEntry(
      "route-per-reused-cell",
      summary:
        "Does the same, and writes the time into the cell, which another row may have by then.",
      reasoning: "The answer belongs to the cell that asked for it."
    ) { list, service in ReusedCells(list: list, service: service) },
    StrategyEntry(
      "shared-directions", SharedDirections.self,
      summary: "Keeps one directions object, and gives it a row's request if it is not busy."),
    StrategyEntry(
      "eta-per-row",
      summary: "Requests a travel time without its route for every row that appears."
    ) { list, service in RequestPerRow(list: list, service: service, timeOnly: true) },
    StrategyEntry(
      "eta-queue-cached",
      summary: "Requests travel times of rows on screen only, once a place, at most 40 a minute."
    ) { list, service in QueuedTimes(list: list, service: service, estimatesFirst: false) },
    StrategyEntry(
      "straight-line-first",
      summary: "Does the same, and shows an estimate from the straight line until then."
    ) { list, service in QueuedTimes(list: list, service: service, estimatesFirst: true) },
  ]
}

extension TravelTimeList {
  /// Directions from the person's place to a destination.
  fileprivate func directions(to destination: Coordinate, _ service: SearchService) -> Directions {
    Directions(
      request: Directions.Request(
        source: currentLocation, destination: destination, transportType: transportType),
      service: service)
  }
}

extension Directions {
  /// Requests the travel time, with the route or without it.
  fileprivate func requestTime(
    timeOnly: Bool, _ handler: @escaping (Result<Double, MapError>) -> Void
  ) {
    if timeOnly {
      calculateETA { result in handler(result.map(\.expectedTravelTime)) }
    } else {
      calculate { result in
        handler(result.map { $0.routes.first?.expectedTravelTime ?? 0 })
      }
    }
  }
}

/// Requests a travel time for each row that appears, independent of earlier requests.
final class RequestPerRow: TravelTimeStrategy {
  private let list: TravelTimeList
  private let service: SearchService
  private let timeOnly: Bool

  convenience init(list: TravelTimeList, service: SearchService) {
    self.init(list: list, service: service, timeOnly: false)
  }

  init(list: TravelTimeList, service: SearchService, timeOnly: Bool) {
    self.list = list
    self.service = service
    self.timeOnly = timeOnly
  }

  func rowDidAppear(_ row: Int, destination: Coordinate) {
    list.directions(to: destination, service).requestTime(timeOnly: timeOnly) { [list] result in
      // The row of an error stays without a time.
      if case .success(let time) = result { list.show(time, inRow: row) }
    }
  }
}

/// Requests a route for each row, and writes its time into the row's cell without looking whose
/// cell it is by then: the row that has it now shows the time of another place.
final class ReusedCells: TravelTimeStrategy {
  private let list: TravelTimeList
  private let service: SearchService
  /// The row of each cell; a cell whose row left is free.
  private var rows: [Int?] = []

  init(list: TravelTimeList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, destination: Coordinate) {
    let cell = rows.firstIndex(of: nil) ?? rows.count
    if cell == rows.count { rows.append(row) } else { rows[cell] = row }
    list.directions(to: destination, service).requestTime(timeOnly: false) { [weak self] result in
      guard let self, case .success(let time) = result, let row = rows[cell] else { return }
      list.show(time, inRow: row)
    }
  }

  func rowDidDisappear(_ row: Int) {
    if let cell = rows.firstIndex(of: row) { rows[cell] = nil }
  }
}

/// Keeps one directions object. A call while a request is under way ends with an error, and the
/// request of an object cannot be changed: the app makes another object when the old one is done.
final class SharedDirections: TravelTimeStrategy {
  private let list: TravelTimeList
  private let service: SearchService
  private var directions: Directions?

  init(list: TravelTimeList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, destination: Coordinate) {
    if directions?.isCalculating != true {
      directions = list.directions(to: destination, service)
    }
    directions?.requestTime(timeOnly: true) { [list] result in
      if case .success(let time) = result { list.show(time, inRow: row) }
    }
  }
}

/// Sends one request for all rows of a place, keeps the answers, and stays below the
/// platform's limit: rows on screen come first, and rows that left cause no request. With estimates
/// a row has a time at once, marked as an estimate.
final class QueuedTimes: TravelTimeStrategy {
  /// The destination and the start in cells of about 100 m, a thousandth of a degree: a minute's
  /// walk.
  private struct Key: Hashable {
    let destination: [Int]
    let start: [Int]

    init(_ destination: Coordinate, from start: Coordinate) {
      // Two rows of one place differ by the errors of positions.
      self.destination = Self.cell(destination, 10_000)
      self.start = Self.cell(start, 1_000)
    }

    private static func cell(_ coordinate: Coordinate, _ cellsPerDegree: Double) -> [Int] {
      [
        Int((coordinate.latitude * cellsPerDegree).rounded()),
        Int((coordinate.longitude * cellsPerDegree).rounded()),
      ]
    }
  }

  /// A guess of the app's author at a way's detour and at speeds in metres per second. It need not
  /// be the service's: what it shows is marked as an estimate.
  private static let guessedDetour = 1.3
  private static func guessedSpeed(_ type: TransportType) -> Double {
    switch type {
    case .automobile: 11
    case .walking: 1.35
    case .transit: 6
    case .cycling: 4.5
    }
  }

  private let list: TravelTimeList
  private let estimatesFirst: Bool
  private let queue: RowRequestQueue<Key, Double>

  convenience init(list: TravelTimeList, service: SearchService) {
    self.init(list: list, service: service, estimatesFirst: false)
  }

  init(list: TravelTimeList, service: SearchService, estimatesFirst: Bool) {
    self.list = list
    self.estimatesFirst = estimatesFirst
    queue = RowRequestQueue(main: list.main) {
      Key($0, from: list.currentLocation)
    } send: { destination, handler in
      list.directions(to: destination, service).requestTime(timeOnly: true) { result in
        handler(try? result.get())
      }
    } show: { time, row in
      list.show(time, inRow: row)
    }
  }

  func rowDidAppear(_ row: Int, destination: Coordinate) {
    if let time = queue.answer(for: destination) {
      list.show(time, inRow: row)
      return
    }
    if estimatesFirst {
      let line = list.currentLocation.greatCircleDistance(to: destination)
      list.show(
        line * Self.guessedDetour / Self.guessedSpeed(list.transportType), isEstimate: true,
        inRow: row)
    }
    queue.add(row, coordinate: destination)
  }

  func rowDidDisappear(_ row: Int) { queue.remove(row) }
}
