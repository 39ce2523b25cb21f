import MapSimulation

/// What becomes of the pin that the user tapped, seen from outside.
///
/// It is looked at one frame after each update (a change of the data, or an evaluated body), so
/// that an app which selects it again has the time to. Until its pin leaves the data or another one
/// is tapped, it should be selected; where it is part of a cluster it cannot be, and while it is not
/// in view nobody sees whether it is.
struct SelectionWatch {
  /// Pins that the user selected.
  private(set) var tapCount = 0
  /// Updates after which a pin should have been selected, and those after which it was.
  private(set) var updatesWatched = 0
  private(set) var updatesKept = 0
  /// How often a selection was lost.
  private(set) var lostCount = 0

  private var pin: Int?
  private var isHeld = false
  private var hasUpdate = false

  /// The user selected a pin.
  mutating func didSelect(_ pin: Int) {
    tapCount += 1
    self.pin = pin
    isHeld = true
    hasUpdate = false
  }

  /// A frame ended.
  ///
  /// - Parameter isUpdate: whether the data changed or a body was evaluated in it.
  mutating func frameDidEnd(
    isUpdate: Bool, model: PinModel, mapView: MapView, strategy: any AnnotationUpdateStrategy
  ) {
    if let pin, !model.contains(pin) { self.pin = nil }
    if hasUpdate, let pin, let place = model.point(ofPin: pin), mapView.isVisible(place) {
      look(at: pin, mapView, strategy)
    }
    hasUpdate = isUpdate
  }

  private mutating func look(
    at pin: Int, _ mapView: MapView, _ strategy: any AnnotationUpdateStrategy
  ) {
    let isSelected =
      mapView.selectedAnnotation.map { strategy.standsFor(pin, alone: $0) } ?? false
    if !isSelected, isInCluster(pin, mapView, strategy) { return }
    updatesWatched += 1
    if isSelected { updatesKept += 1 }
    if isHeld, !isSelected { lostCount += 1 }
    isHeld = isSelected
  }

  private func isInCluster(
    _ pin: Int, _ mapView: MapView, _ strategy: any AnnotationUpdateStrategy
  ) -> Bool {
    mapView.annotations.contains { annotation in
      guard annotation.isCluster else { return false }
      var isMember = false
      strategy.forEachPin(of: annotation) { if $0 == pin { isMember = true } }
      return isMember
    }
  }
}
