import MapGeometry
import SearchSimulation

/// Asks again half a second after every error, also after the one that says that it asks too much.
public final class GeocodeRetryLoop: GeocodePerRow {
  private static let pause: Int64 = 500_000_000

  override func geocodingDidFail(_ row: Int, _ coordinate: Coordinate, _ error: MapError) {
    list.main.async(after: Self.pause) { [weak self] in self?.geocode(row, coordinate) }
  }
}
