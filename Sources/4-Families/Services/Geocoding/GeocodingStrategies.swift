import Clustering
import ScenarioModel
import Simulation

extension StrategyEntry where Make == GeocodingMake {
  /// The strategies that come with MapPressure, naive ones first.
  static var standard: [StrategyEntry] {
    [
      blocking(
        "geocode-blocking-main",
        summary: "Blocks the main thread on a semaphore until the geocoder has answered."),
      // Three whole seconds, as the answer waits for the main thread to be free.
      blocking(
        "geocode-bounded-wait", timeout: 3_000_000_000,
        summary: "Blocks the main thread on a semaphore, but for at most three seconds."),
      blocking(
        "geocode-address-blocking-main", byAddress: true,
        summary: "Blocks the main thread until the geocoder has found the address of a row."),
      perRow(
        "geocode-per-row",
        summary: "Makes a geocoder and a request for every row that appears."),
      StrategyEntry(
        "geocode-shared-geocoder",
        summary: "Gives every row's request to one geocoder, which handles one at a time."
      ) { list, service in
        // It never answers requests that it gets while it handles one.
        let geocoder = Geocoder(service: service)
        return RowCallbacks(didAppear: { row, coordinate in
          geocoder.reverseGeocodeLocation(coordinate) { list.show($0, inRow: row) }
        })
      },
      perRow(
        "geocode-retry-loop", retryAfter: 500_000_000,
        summary: "Sends a request for every row, and repeats it half a second after every error."),
      StrategyEntry(
        "geocode-single-flight-cached",
        summary: "Sends one request for all rows of a place, at most 40 a minute; keeps answers."
      ) { list, service in
        let queue = RowRequestQueue<PlaceCell, Placemark>(
          main: list.main,
          // A place is a cell of about eleven metres: a house. A coarser one needs fewer requests
          // and shows the neighbours' addresses.
          key: { PlaceCell($0, perDegree: 10_000) },
          send: { coordinate, handler in
            Geocoder(service: service).reverseGeocodeLocation(coordinate) { result in
              handler((try? result.get())?.first)
            }
          },
          show: { placemark, row in list.show(placemark, inRow: row) })
        return RowCallbacks(didAppear: queue.rowDidAppear, didDisappear: queue.rowDidDisappear)
      },
      StrategyEntry(
        "geocode-address-await",
        summary: "Finds the address of each row in a task that awaits the geocoder."
      ) { list, service in
        // The simulation has no `await`. The parts of the task before and after it are tasks of the
        // main queue of their own, and the main thread is free between them.
        RowCallbacks(didAppear: { row, _ in
          list.main.async {
            Geocoder(service: service).geocodeAddressString(list.addresses[row]) { result in
              list.main.async { list.show(result, inRow: row) }
            }
          }
        })
      },
    ]
  }

  /// Blocks the main thread until the geocoder has answered or a time limit has passed. The
  /// geocoder answers on the main thread, so without a limit this is a deadlock.
  ///
  /// - Parameters:
  ///   - timeout: the limit in nanoseconds; `nil` for none.
  ///   - byAddress: whether the app has the address of a row, and not its coordinate.
  private static func blocking(
    _ name: String, timeout: Int64? = nil, byAddress: Bool = false, summary: String
  ) -> StrategyEntry {
    StrategyEntry(name, summary: summary) { list, service in
      RowCallbacks(didAppear: { row, coordinate in
        let semaphore = Semaphore()
        var answer: Result<[Placemark], MapError>?
        let handler: Geocoder.CompletionHandler = { result in
          answer = result
          semaphore.signal()
        }
        let geocoder = Geocoder(service: service)
        if byAddress {
          geocoder.geocodeAddressString(list.addresses[row], completionHandler: handler)
        } else {
          geocoder.reverseGeocodeLocation(coordinate, completionHandler: handler)
        }
        guard list.main.wait(for: semaphore, timeout: timeout) == .signaled, let answer else {
          return
        }
        list.show(answer, inRow: row)
      })
    }
  }

  /// Creates a geocoder and a request for each row that appears, independent of earlier requests.
  /// With a delay in nanoseconds, it repeats a request after each error, even the one for too many
  /// requests.
  private static func perRow(
    _ name: String, retryAfter delay: Int64? = nil, summary: String
  ) -> StrategyEntry {
    StrategyEntry(name, summary: summary) { list, service in
      func ask(for row: Int, _ coordinate: Coordinate) {
        Geocoder(service: service).reverseGeocodeLocation(coordinate) { result in
          list.show(result, inRow: row)
          guard let delay, case .failure = result else { return }
          list.main.async(after: delay) { ask(for: row, coordinate) }
        }
      }
      return RowCallbacks(didAppear: ask)
    }
  }
}

extension AddressList {
  /// Shows the first address of an answer; an error leaves the row as it was.
  fileprivate func show(_ answer: Result<[Placemark], MapError>, inRow row: Int) {
    if let placemark = (try? answer.get())?.first { show(placemark, inRow: row) }
  }
}
