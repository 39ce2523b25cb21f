import MapGeometry
import MapSimulation
import UpdateSimulation

/// Binds the camera's position, as `Map(position: $position)`: code sets it, and the user's
/// movements take it away from code.
public final class CameraPositionRegion: RegionUpdateStrategy {
  private let model: MapScreenModel
  private let isAnimated: Bool
  private let position: ViewState<MapCameraPosition>
  private var map: BoundMap?

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.isAnimated = isAnimated
    position = model.state(.region(model.region))
  }

  public func makeUIView(_ mapView: RegionMapView) {
    let map = BoundMap(
      mapView: mapView, position: { [position] in position.value },
      setPosition: { [position] in position.value = $0 })
    // What the map shows is for the app to know, and nothing that an update sets. SwiftUI calls
    // outside of updates, whatever the app does.
    map.onCameraChange = { [model] region in
      mapView.main.async { model.region = region }
    }
    map.update()
    self.map = map
  }

  public func centerMap(on region: Region) {
    position.value = .region(region)
  }

  public func updateUIView(_ mapView: RegionMapView) {
    map?.update(animated: isAnimated)
  }
}
