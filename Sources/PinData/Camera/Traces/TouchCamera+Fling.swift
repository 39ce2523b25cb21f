import MapGeometry

extension TouchCamera {
  mutating func flingRepeatedly(along itinerary: inout Itinerary) {
    var direction = itinerary.direction()
    var speed = itinerary.flingSpeed()
    // Starts beside a pin, so that the first fling rolls over it.
    let place = CameraPose(center: itinerary.placeToStay(), zoom: 12)
    let lead = -Fling.distance(speed: speed) / 2
    jump(to: place.moved(by: (direction.x * lead, direction.y * lead)))
    while !isFull {
      fling(direction: direction, speed: speed)
      dwell(seconds: itinerary.number(in: 0.1...0.4))
      // Users keep their direction for a while: two flings in three go on.
      if itinerary.number(in: 0...1) > 2.0 / 3 { direction = itinerary.direction() }
      speed = itinerary.flingSpeed()
    }
  }
}
