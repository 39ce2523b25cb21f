import MapGeometry

extension TouchCamera {
  mutating func hopBetweenCities(along itinerary: inout Itinerary) {
    while !isFull {
      jump(to: hop(along: &itinerary))
      dwell(seconds: 0.4)
      fly(to: hop(along: &itinerary), seconds: 1)
      dwell(seconds: 0.4)
    }
  }

  private func hop(along itinerary: inout Itinerary) -> CameraPose {
    // From a whole city to a few streets.
    CameraPose(center: itinerary.pin(), zoom: itinerary.number(in: 11...16))
  }
}
