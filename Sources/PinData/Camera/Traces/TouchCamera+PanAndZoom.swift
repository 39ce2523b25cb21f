import MapGeometry

extension TouchCamera {
  mutating func panAndZoom(along itinerary: inout Itinerary) {
    while !isFull {
      dwell(seconds: 0.3)
      let zoom = max(itinerary.number(in: 10.5...12.5), itinerary.overview.zoom + 2)
      pinch(to: CameraPose(center: itinerary.placeToStay(), zoom: min(zoom, 20)))
      let there = itinerary.direction()
      let distance = itinerary.number(in: 150...300)
      drag(by: (there.x * distance, there.y * distance), seconds: 0.4)
      dwell(seconds: 0.1)
      // Back over the place where the pan began, and beyond.
      fling(direction: (-there.x, -there.y), speed: max(itinerary.flingSpeed(), 1_200))
      dwell(seconds: 0.2)
      pinch(to: itinerary.overview)
    }
  }
}
