import MapGeometry

extension TouchCamera {
  mutating func stayOnOverview(along itinerary: inout Itinerary) {
    let overview = itinerary.overview
    let slack = itinerary.overviewSlack
    // A few points, and never so far that a pin leaves the view.
    let reachX = min(4, 0.9 * slack.x / overview.mapPointsPerPoint)
    let reachY = min(4, 0.9 * slack.y / overview.mapPointsPerPoint)
    record(overview)
    while !isFull {
      dwell(seconds: itinerary.number(in: 0.2...0.6))
      let goal = overview.moved(
        by: (
          itinerary.number(in: -reachX...reachX),
          itinerary.number(in: -reachY...reachY)
        ))
      drag(
        by: (
          (goal.center.x - pose.center.x) / pose.mapPointsPerPoint,
          (goal.center.y - pose.center.y) / pose.mapPointsPerPoint
        ), seconds: 0.3)
    }
  }
}
