import EventSimulation
import MapGeometry
import SearchSimulation

/// Blocks the main thread until the geocoder has found the address of a row. The geocoder answers on
/// the main thread in this direction too, so this is a deadlock.
final class GeocodeAddressBlockingMain: GeocodingStrategy {
  private let list: AddressList
  private let service: SearchService

  init(list: AddressList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    let semaphore = Semaphore()
    var placemark: Placemark?
    Geocoder(service: service).geocodeAddressString(list.addresses[row]) { result in
      placemark = (try? result.get())?.first
      semaphore.signal()
    }
    guard list.main.wait(for: semaphore) == .signaled, let placemark else { return }
    list.show(placemark, inRow: row)
  }
}

/// Finds the address of each row in a task of the main actor that awaits the answer of a geocoder of
/// its own:
///
///     Task {
///       guard let found = try? await CLGeocoder().geocodeAddressString(address).first else { return }
///       show(found, inRow: row)
///     }
///
/// The simulation has no `await`. The parts of the task before and after it are tasks of the main
/// queue of their own, and the main thread is free between them.
final class GeocodeAddressAwait: GeocodingStrategy {
  private let list: AddressList
  private let service: SearchService

  init(list: AddressList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    list.main.async { [weak self] in self?.findAddress(of: row) }
  }

  /// The part before `await`.
  private func findAddress(of row: Int) {
    Geocoder(service: service).geocodeAddressString(list.addresses[row]) { [weak self] result in
      self?.list.main.async { [weak self] in self?.receive(result, inRow: row) }
    }
  }

  /// The part after `await`: an error leaves the row as it was.
  private func receive(_ result: Result<[Placemark], MapError>, inRow row: Int) {
    guard let placemark = (try? result.get())?.first else { return }
    list.show(placemark, inRow: row)
  }
}
