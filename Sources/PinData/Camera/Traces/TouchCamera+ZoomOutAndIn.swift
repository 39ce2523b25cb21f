import MapGeometry

extension TouchCamera {
  mutating func zoomOutAndIn(along itinerary: inout Itinerary) {
    let zoom = min(max(14, itinerary.overview.zoom + 2), 20)
    while !isFull {
      let place = CameraPose(center: itinerary.placeToStay(), zoom: zoom)
      jump(to: place)
      dwell(seconds: 0.2)
      pinch(to: itinerary.overview, zoomLevelsPerPinch: 1, seconds: 0.2)
      dwell(seconds: 0.2)
      pinch(to: place, zoomLevelsPerPinch: 1, seconds: 0.2)
      dwell(seconds: 0.2)
    }
  }
}
