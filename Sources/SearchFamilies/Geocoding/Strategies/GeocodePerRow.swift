import MapGeometry
import SearchSimulation

/// Makes a geocoder and a request for every row that appears, whatever was asked before.
public class GeocodePerRow: GeocodingStrategy {
  let list: AddressList
  private let service: SearchService

  public required init(list: AddressList, service: SearchService) {
    self.list = list
    self.service = service
  }

  public func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    geocode(row, coordinate)
  }

  func geocode(_ row: Int, _ coordinate: Coordinate) {
    Geocoder(service: service).reverseGeocodeLocation(coordinate) { [weak self] result in
      switch result {
      case .success(let placemarks):
        if let placemark = placemarks.first { self?.list.show(placemark, inRow: row) }
      case .failure(let error): self?.geocodingDidFail(row, coordinate, error)
      }
    }
  }

  /// The row stays without an address.
  func geocodingDidFail(_ row: Int, _ coordinate: Coordinate, _ error: MapError) {}
}
