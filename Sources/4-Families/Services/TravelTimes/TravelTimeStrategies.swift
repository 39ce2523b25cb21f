import Clustering
import ScenarioModel
import Simulation

extension StrategyEntry where Make == TravelTimeMake {
  /// The strategies that come with MapPressure, naive ones first.
  static var standard: [StrategyEntry] {
    [
      perRow(
        "route-per-row", timeOnly: false,
        summary: "Calculates a whole route for every row that appears, and shows its time."),
      // The answer goes into the row's cell, whose row may be another one by then: that row shows the
      // time of another place.
      StrategyEntry(
        "route-per-reused-cell",
        summary:
          "Like route-per-row, but writes into the cell, which may show another row by then.",
        reasoning: "The answer belongs to the cell that asked for it."
      ) { list, service in
        // The row of each cell; a cell whose row left is free.
        var rows: [Int?] = []
        return RowCallbacks(
          didAppear: { row, destination in
            let cell = rows.firstIndex(of: nil) ?? rows.count
            if cell == rows.count { rows.append(row) } else { rows[cell] = row }
            list.directions(to: destination, service).requestTime(timeOnly: false) { time in
              if let time, let row = rows[cell] { list.show(time, inRow: row) }
            }
          },
          didDisappear: { row in
            if let cell = rows.firstIndex(of: row) { rows[cell] = nil }
          })
      },
      // A call while a request is under way ends with an error, and the request of an object cannot
      // be changed: the app makes another object when the old one is done.
      StrategyEntry(
        "shared-directions",
        summary: "Keeps one directions object, and gives it a row's request if it is not busy."
      ) { list, service in
        var directions: Directions?
        return RowCallbacks(didAppear: { row, destination in
          if directions?.isCalculating != true {
            directions = list.directions(to: destination, service)
          }
          directions?.requestTime(timeOnly: true) { time in
            if let time { list.show(time, inRow: row) }
          }
        })
      },
      perRow(
        "eta-per-row", timeOnly: true,
        summary: "Requests a travel time without its route for every row that appears."),
      queued(
        "eta-queue-cached", estimatesFirst: false,
        summary:
          "Requests travel times only for rows on screen, once per place, at most 40 a minute."),
      queued(
        "straight-line-first", estimatesFirst: true,
        summary: "Like eta-queue-cached, but shows a straight-line estimate before the answer."),
    ]
  }

  /// Requests a travel time for each row that appears, independent of earlier requests.
  private static func perRow(_ name: String, timeOnly: Bool, summary: String) -> StrategyEntry {
    StrategyEntry(name, summary: summary) { list, service in
      RowCallbacks(didAppear: { row, destination in
        list.directions(to: destination, service).requestTime(timeOnly: timeOnly) { time in
          // The row of an error stays without a time.
          if let time { list.show(time, inRow: row) }
        }
      })
    }
  }

  /// Sends one request for all rows of a place, keeps the answers, and stays below the
  /// platform's limit: rows on screen come first, and rows that left cause no request. With
  /// estimates a row has a time at once, marked as an estimate.
  private static func queued(
    _ name: String, estimatesFirst: Bool, summary: String
  ) -> StrategyEntry {
    StrategyEntry(name, summary: summary) { list, service in
      let queue = RowRequestQueue<[PlaceCell], Double>(
        main: list.main,
        // Two rows of one place differ by the errors of positions; the start has cells of about
        // 100 m, a minute's walk.
        key: { destination in
          [
            PlaceCell(destination, perDegree: 10_000),
            PlaceCell(list.currentLocation, perDegree: 1_000),
          ]
        },
        send: { destination, handler in
          list.directions(to: destination, service).requestTime(timeOnly: true, handler)
        },
        show: { time, row in list.show(time, inRow: row) })
      return RowCallbacks(
        didAppear: { row, destination in
          if estimatesFirst, !queue.hasAnswer(for: destination) {
            list.show(list.estimate(to: destination), isEstimate: true, inRow: row)
          }
          queue.rowDidAppear(row, coordinate: destination)
        }, didDisappear: queue.rowDidDisappear)
    }
  }
}

extension TravelTimeList {
  /// Directions from the person's place to a destination.
  fileprivate func directions(to destination: Coordinate, _ service: SearchService) -> Directions {
    Directions(
      request: Directions.Request(
        source: currentLocation, destination: destination, transportType: transportType),
      service: service)
  }

  /// The guess of the app's author at a travel time, from a detour and speeds in metres per second.
  /// It need not match the service's time; the screen marks it as an estimate.
  fileprivate func estimate(to destination: Coordinate) -> Double {
    let speed =
      switch transportType {
      case .automobile: 11.0
      case .walking: 1.35
      case .transit: 6.0
      case .cycling: 4.5
      }
    return currentLocation.greatCircleDistance(to: destination) * 1.3 / speed
  }
}

extension Directions {
  /// Requests the travel time, with the route or without it; the handler gets none after an error.
  fileprivate func requestTime(timeOnly: Bool, _ handler: @escaping (Double?) -> Void) {
    if timeOnly {
      calculateETA { result in handler((try? result.get())?.expectedTravelTime) }
    } else {
      calculate { result in
        handler((try? result.get()).map { $0.routes.first?.expectedTravelTime ?? 0 })
      }
    }
  }
}
