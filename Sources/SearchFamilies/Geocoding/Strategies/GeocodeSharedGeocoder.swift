import MapGeometry
import SearchSimulation

/// Gives every row's request to one geocoder. It does one at a time: what it is asked meanwhile is
/// never answered.
public final class GeocodeSharedGeocoder: GeocodingStrategy {
  private let list: AddressList
  private let geocoder: Geocoder

  public init(list: AddressList, service: SearchService) {
    self.list = list
    geocoder = Geocoder(service: service)
  }

  public func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    geocoder.reverseGeocodeLocation(coordinate) { [weak self] result in
      guard let placemark = (try? result.get())?.first else { return }
      self?.list.show(placemark, inRow: row)
    }
  }
}
