import Clustering
import Simulation

/// Binds the camera's position, as `Map(position: $position)`: code sets it, and the user's
/// movements take it away from code.
final class CameraPositionRegion: RegionUpdateStrategy {
  /// The changes of the camera after which the app itself writes the reported region into the
  /// position, in `onMapCameraChange`.
  enum WriteBack {
    case never
    /// At the end of each change, the default frequency of `onMapCameraChange`.
    case atEnd
    /// At each step of each change.
    case continuous
    /// At the end of a change by the user.
    case afterGestures
  }

  private let model: MapScreenModel
  private let isAnimated: Bool
  private let writeBack: WriteBack
  private let position: ViewState<MapCameraPosition>
  private var map: BoundMap?
  /// Indicates whether the latest write of the position is in `withAnimation`.
  private var animatesPosition = false

  /// - Parameter first: the position that the map begins with; `nil` for the model's region.
  init(
    model: MapScreenModel, isAnimated: Bool, writeBack: WriteBack, first: MapCameraPosition? = nil
  ) {
    self.model = model
    self.isAnimated = isAnimated
    self.writeBack = writeBack
    position = model.state(first ?? .region(model.region))
  }

  func makeUIView(_ mapView: RegionMapView) {
    let map = BoundMap(
      mapView: mapView, content: model.content, position: { [position] in position.value },
      setPosition: { [position] in position.value = $0 })
    // SwiftUI calls outside of updates, whatever the app does.
    map.onCameraChange = { [weak self] region in
      mapView.main.async { self?.cameraDidChange(to: region) }
    }
    if writeBack == .continuous {
      map.onContinuousCameraChange = { [weak self] region in
        mapView.main.async { self?.writePosition(region) }
      }
    }
    map.update()
    self.map = map
  }

  private func cameraDidChange(to region: Region) {
    // The app knows the shown region, but no update sets it.
    model.region = region
    switch writeBack {
    case .never, .continuous: break
    case .atEnd: writePosition(region)
    case .afterGestures:
      if position.value == .positionedByUser { writePosition(region) }
    }
  }

  private func writePosition(_ region: Region) {
    animatesPosition = false
    position.value = .region(region)
  }

  func centerMap(on region: Region) {
    animatesPosition = isAnimated
    position.value = .region(region)
  }

  func updateUIView(_ mapView: RegionMapView) { map?.update(animated: animatesPosition) }
}
