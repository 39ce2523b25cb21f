import EventSimulation
import MapGeometry
import ScenarioModel
import SearchSimulation

extension GeocodingFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "geocode-blocking-main", GeocodeBlockingMain.self,
      summary: "Blocks the main thread on a semaphore until the geocoder has answered."),
    StrategyEntry(
      "geocode-bounded-wait",
      summary: "Blocks the main thread as well, for three seconds at most."
    ) { list, service in
      // Three whole seconds, as the answer waits for the main thread to be free.
      GeocodeBlockingMain(list: list, service: service, timeout: 3_000_000_000)
    },
    StrategyEntry(
      "geocode-address-blocking-main", GeocodeAddressBlockingMain.self,
      summary: "Blocks the main thread until the geocoder has found the address of a row."),
    StrategyEntry(
      "geocode-per-row", GeocodePerRow.self,
      summary: "Makes a geocoder and a request for every row that appears."),
    StrategyEntry(
      "geocode-shared-geocoder", GeocodeSharedGeocoder.self,
      summary: "Gives every row's request to one geocoder, which does one at a time."),
    StrategyEntry(
      "geocode-retry-loop",
      summary: "A request for every row, made again half a second after every error."
    ) { list, service in
      GeocodePerRow(list: list, service: service, retryDelay: 500_000_000)
    },
    StrategyEntry(
      "geocode-single-flight-cached", GeocodeSingleFlightCached.self,
      summary: "One request for rows of one place, kept answers, at most 40 requests a minute."),
    StrategyEntry(
      "geocode-address-await", GeocodeAddressAwait.self,
      summary: "Finds the address of each row in a task that awaits the geocoder."),
  ]
}

/// Blocks the main thread until the geocoder has answered or a time limit has passed. The geocoder
/// answers on the main thread, so without a limit this is a deadlock.
final class GeocodeBlockingMain: GeocodingStrategy {
  private let list: AddressList
  private let service: SearchService
  /// The time limit in nanoseconds; `nil` for none.
  private let timeout: Int64?

  convenience init(list: AddressList, service: SearchService) {
    self.init(list: list, service: service, timeout: nil)
  }

  init(list: AddressList, service: SearchService, timeout: Int64?) {
    self.list = list
    self.service = service
    self.timeout = timeout
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    let semaphore = Semaphore()
    var placemark: Placemark?
    Geocoder(service: service).reverseGeocodeLocation(coordinate) { result in
      placemark = (try? result.get())?.first
      semaphore.signal()
    }
    guard list.main.wait(for: semaphore, timeout: timeout) == .signaled, let placemark else {
      return
    }
    list.show(placemark, inRow: row)
  }
}

/// Creates a geocoder and a request for each row that appears, independent of earlier requests.
/// With a delay, it repeats a request after each error, even the one for too many requests.
final class GeocodePerRow: GeocodingStrategy {
  private let list: AddressList
  private let service: SearchService
  /// The time from an error to the next request, in nanoseconds; `nil` if the row stays without an
  /// address.
  private let retryDelay: Int64?

  convenience init(list: AddressList, service: SearchService) {
    self.init(list: list, service: service, retryDelay: nil)
  }

  init(list: AddressList, service: SearchService, retryDelay: Int64?) {
    self.list = list
    self.service = service
    self.retryDelay = retryDelay
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    Geocoder(service: service).reverseGeocodeLocation(coordinate) { [weak self] result in
      switch result {
      case .success(let placemarks):
        if let placemark = placemarks.first { self?.list.show(placemark, inRow: row) }
      case .failure: self?.geocodingDidFail(row, coordinate)
      }
    }
  }

  private func geocodingDidFail(_ row: Int, _ coordinate: Coordinate) {
    guard let retryDelay else { return }
    list.main.async(after: retryDelay) { [weak self] in
      self?.rowDidAppear(row, coordinate: coordinate)
    }
  }
}

/// Gives the requests of all rows to one geocoder. It handles one at a time, and never answers
/// requests that it gets in this time.
final class GeocodeSharedGeocoder: GeocodingStrategy {
  private let list: AddressList
  private let geocoder: Geocoder

  init(list: AddressList, service: SearchService) {
    self.list = list
    geocoder = Geocoder(service: service)
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    geocoder.reverseGeocodeLocation(coordinate) { [weak self] result in
      guard let placemark = (try? result.get())?.first else { return }
      self?.list.show(placemark, inRow: row)
    }
  }
}

/// Sends one request for all rows of one place, keeps the answers, and stays below the platform's
/// limit: rows on screen come first, rows that left the screen cause no request.
final class GeocodeSingleFlightCached: GeocodingStrategy {
  /// A place is a cell of about eleven metres, a ten-thousandth of a degree: a house. A coarser
  /// one needs fewer requests and shows the neighbours' addresses.
  private struct Cell: Hashable {
    let latitude: Int
    let longitude: Int

    init(_ coordinate: Coordinate) {
      latitude = Int((coordinate.latitude * 10_000).rounded())
      longitude = Int((coordinate.longitude * 10_000).rounded())
    }
  }

  private let list: AddressList
  private let queue: RowRequestQueue<Cell, Placemark>

  init(list: AddressList, service: SearchService) {
    self.list = list
    queue = RowRequestQueue(main: list.main) {
      Cell($0)
    } send: { coordinate, handler in
      Geocoder(service: service).reverseGeocodeLocation(coordinate) { result in
        handler((try? result.get())?.first)
      }
    } show: { placemark, row in
      list.show(placemark, inRow: row)
    }
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    if let placemark = queue.answer(for: coordinate) {
      list.show(placemark, inRow: row)
    } else {
      queue.add(row, coordinate: coordinate)
    }
  }

  func rowDidDisappear(_ row: Int) { queue.remove(row) }
}
