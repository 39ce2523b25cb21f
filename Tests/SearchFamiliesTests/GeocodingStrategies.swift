import MapGeometry
import ScenarioModel
import SearchFamilies
import SearchSimulation

/// Never asks for anything.
final class SilentGeocoding: GeocodingStrategy {
  init(list: AddressList, service: SearchService) {}
  func rowDidAppear(_ row: Int, coordinate: Coordinate) {}
}

/// Asks for the rows of even number only.
final class EvenRowsGeocoding: GeocodingStrategy {
  private let list: AddressList
  private let service: SearchService

  init(list: AddressList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    guard row.isMultiple(of: 2) else { return }
    Geocoder(service: service).reverseGeocodeLocation(coordinate) { [list] result in
      if let placemark = (try? result.get())?.first { list.show(placemark, inRow: row) }
    }
  }
}

/// Asks for the first row only, and shows its address in every row.
final class FirstRowsAddress: GeocodingStrategy {
  private let list: AddressList
  private let service: SearchService
  private var rows: [Int] = []
  private var placemark: Placemark?

  init(list: AddressList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    rows.append(row)
    if let placemark { return list.show(placemark, inRow: row) }
    guard rows.count == 1 else { return }
    Geocoder(service: service).reverseGeocodeLocation(coordinate) { [weak self] result in
      guard let self, let placemark = (try? result.get())?.first else { return }
      self.placemark = placemark
      for row in rows { list.show(placemark, inRow: row) }
    }
  }
}

/// Shows addresses only in rows that have left the screen.
final class LateGeocoding: GeocodingStrategy {
  private let list: AddressList
  private let service: SearchService
  private var placemarks: [Int: Placemark] = [:]

  init(list: AddressList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    Geocoder(service: service).reverseGeocodeLocation(coordinate) { [weak self] result in
      self?.placemarks[row] = (try? result.get())?.first
    }
  }

  func rowDidDisappear(_ row: Int) {
    if let placemark = placemarks[row] { list.show(placemark, inRow: row) }
  }
}

/// Has a timer that fires for ever, and says when it is released.
final class EndlessGeocoding: GeocodingStrategy {
  private let service: SearchService

  init(list: AddressList, service: SearchService) {
    self.service = service
    wait()
  }

  deinit { ListVisitWatch.current?.append(ListVisitWatch.Visit()) }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {}

  private func wait() {
    service.main.async(after: 3_600_000_000_000) { self.wait() }
  }
}

extension GeocodingTrial {
  /// The strategies of the tests.
  static let entries: [StrategyEntry<GeocodingMake>] = [
    StrategyEntry("silent", SilentGeocoding.self, summary: "Nothing."),
    StrategyEntry("even-rows", EvenRowsGeocoding.self, summary: "Every other row."),
    StrategyEntry("first-rows-address", FirstRowsAddress.self, summary: "One for all."),
    StrategyEntry("late", LateGeocoding.self, summary: "Off screen."),
    StrategyEntry("endless", EndlessGeocoding.self, summary: "Waits."),
  ]
}
