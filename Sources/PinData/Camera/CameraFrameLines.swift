import MapGeometry

/// The frames in a file of JSON lines, one after the other.
struct CameraFrameLines: ~Copyable {
  private var scanner: JSONScanner
  /// The line on which the current frame starts, from 1.
  private(set) var line = 1

  init(path: String) throws(ScanError) {
    scanner = try JSONScanner(path: path)
  }

  /// The next frame, or `nil` after the last.
  mutating func next() throws(ScanError) -> CameraFrame? {
    guard try scanner.peek() != nil else { return nil }
    line = scanner.line
    var time: Double?
    var center: (Double, Double)?
    var span: (Double, Double)?
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "time": time = try scanner.number()
        case "center": center = try numbers("latitude", "longitude")
        case "span": span = try numbers("latitudeDelta", "longitudeDelta")
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard let time, let center, let span else {
      throw ScanError.malformed(
        expected: "a frame with the members \"time\", \"center\" and \"span\"",
        found: "an object without one of them")
    }
    return CameraFrame(
      time: time,
      region: Region(
        center: Coordinate(latitude: center.0, longitude: center.1),
        span: CoordinateSpan(latitudeDelta: span.0, longitudeDelta: span.1)))
  }

  /// Reads an object that has two members with numbers.
  private mutating func numbers(
    _ firstName: String, _ secondName: String
  ) throws(ScanError) -> (Double, Double) {
    var first: Double?
    var second: Double?
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case firstName: first = try scanner.number()
        case secondName: second = try scanner.number()
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard let first, let second else {
      throw ScanError.malformed(
        expected: "an object with the members \"\(firstName)\" and \"\(secondName)\"",
        found: "an object without one of them")
    }
    return (first, second)
  }
}
