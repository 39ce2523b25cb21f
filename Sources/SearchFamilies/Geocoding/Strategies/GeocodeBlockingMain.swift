import EventSimulation
import MapGeometry
import SearchSimulation

/// Blocks the main thread until the geocoder has answered. The geocoder answers on the main
/// thread, so it never does: a deadlock.
public class GeocodeBlockingMain: GeocodingStrategy {
  private let list: AddressList
  private let service: SearchService
  /// How long the main thread waits, in nanoseconds; `nil` waits for ever.
  var timeout: Int64? { nil }

  public required init(list: AddressList, service: SearchService) {
    self.list = list
    self.service = service
  }

  public func rowDidAppear(_ row: Int, coordinate: Coordinate) {
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
