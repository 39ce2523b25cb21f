/// The text of a recorded camera that stays at some places, one after the other, at the equator.
struct CameraTraceText {
  /// The longitude of the place, and the seconds until it is left.
  let stays: [(longitude: Double, end: Double)]
  /// The span of the region in degrees.
  var span = 0.1

  var text: String {
    var lines: [String] = []
    var start = 0.0
    for stay in stays {
      for time in [start, stay.end - 0.001] {
        lines.append(
          "{\"time\": \(time), \"center\": {\"latitude\": 0, \"longitude\": \(stay.longitude)}, "
            + "\"span\": {\"latitudeDelta\": \(span), \"longitudeDelta\": \(span)}}")
      }
      start = stay.end
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
