import Clustering
import Families
import ScenarioModel
import Simulation

extension StrategyEntry where Make == GeocodingMake {
  /// Strategies whose faults are known.
  static var ofTests: [StrategyEntry] {
    [
      StrategyEntry("silent", summary: "Never asks for anything.") { _, _ in
        RowCallbacks(didAppear: { _, _ in })
      },
      StrategyEntry("even-rows", summary: "Asks for the rows of even number only.") {
        list, service in
        RowCallbacks(didAppear: { row, coordinate in
          guard row.isMultiple(of: 2) else { return }
          Geocoder(service: service).reverseGeocodeLocation(coordinate) { result in
            if let placemark = (try? result.get())?.first { list.show(placemark, inRow: row) }
          }
        })
      },
      StrategyEntry(
        "first-rows-address", summary: "Asks for the first row, and shows its address in all."
      ) { list, service in
        var rows: [Int] = []
        var placemark: Placemark?
        return RowCallbacks(didAppear: { row, coordinate in
          rows.append(row)
          if let placemark { return list.show(placemark, inRow: row) }
          guard rows.count == 1 else { return }
          Geocoder(service: service).reverseGeocodeLocation(coordinate) { result in
            guard let found = (try? result.get())?.first else { return }
            placemark = found
            for row in rows { list.show(found, inRow: row) }
          }
        })
      },
      StrategyEntry("late", summary: "Shows addresses in rows that have left.") { list, service in
        var placemarks: [Int: Placemark] = [:]
        return RowCallbacks(
          didAppear: { row, coordinate in
            Geocoder(service: service).reverseGeocodeLocation(coordinate) { result in
              placemarks[row] = (try? result.get())?.first
            }
          },
          didDisappear: { row in
            if let placemark = placemarks[row] { list.show(placemark, inRow: row) }
          })
      },
    ]
  }
}
