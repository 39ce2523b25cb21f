import Clustering
import MapGeometry
import MapSimulation
import PinData

extension PinSet {
  /// An annotation for each pin, in the pins' order.
  public var annotations: [Annotation] {
    coordinates.indices.map { pin in
      Annotation(id: .pin(pin), mapPoint: MapPoint(coordinates[pin]))
    }
  }

  /// Where the pins lie on the flat world, in the pins' order.
  public var mapPoints: [MapPoint] { coordinates.map { MapPoint($0) } }
}
