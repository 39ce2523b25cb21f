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
    var center: Coordinate?
    var span: CoordinateSpan?
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "time": time = try scanner.number()
        case "center": center = try scanner.coordinate()
        case "span": span = try scanner.span()
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard let time, let center, let span else {
      throw ScanError.malformed(
        expected: "a frame with the members \"time\", \"center\" and \"span\"",
        found: "an object without one of them")
    }
    return CameraFrame(time: time, region: Region(center: center, span: span))
  }
}
