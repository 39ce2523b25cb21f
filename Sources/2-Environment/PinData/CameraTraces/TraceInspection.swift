import Clustering

/// The account of a camera trace: its movements, and what looks wrong in the recording.
package struct TraceInspection: Hashable, Sendable, Codable {
  /// A time in which the map moved.
  package struct Movement: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
      case pan
      case zoomIn = "zoom in"
      case zoomOut = "zoom out"
    }

    package let kind: Kind
    /// Seconds from the first frame.
    package let start: Double
    package let seconds: Double
    /// The length of the centre's way in widths of the visible map.
    package let screens: Double
    /// The largest speed between two frames, in widths of the visible map a second.
    package let maxSpeed: Double
    /// The change of the zoom level.
    package let zoomLevels: Double
  }

  /// A place where the recording is probably broken.
  package struct Fault: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable {
      /// No frame for longer than ten usual intervals.
      case gap
      /// The centre is more than a width of the visible map away from the frame before.
      case jump
      /// More than an hour, or seconds between frames: the times are probably not in seconds.
      case duration
    }

    package let kind: Kind
    /// The number of the frame behind it, from 1: its line, in a file without empty lines.
    package let frame: Int
    /// Seconds from the first frame.
    package let time: Double
    /// The seconds without a frame, or the widths of the visible map.
    package let extent: Double
  }

  package let frames: Int
  package let seconds: Double
  /// The frames a second, by the median of the intervals; 0 of a single frame.
  package let rate: Double
  package let movements: [Movement]
  package let faults: [Fault]
  /// The lowest and the highest zoom level.
  package let zoomLevels: [Double]
  /// Indicates whether the map ever showed both sides of the 180th meridian.
  package let spans180thMeridian: Bool

  /// A change of the zoom level that makes a movement a zoom.
  private static let zoomThreshold = 0.1

  /// Inspects a trace as a map of the given size shows it. Takes O(n log n) time.
  package init(_ trace: CameraTrace, viewport: Viewport) {
    let first = trace.frames.first?.time ?? 0
    let times = trace.frames.map { $0.time - first }
    let rects = trace.frames.map { viewport.mapRectThatFits($0.region) }
    let zooms = rects.map { viewport.zoom(showing: $0) }
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    let median = intervals.isEmpty ? 0 : intervals.sorted()[intervals.count / 2]
    frames = trace.frames.count
    seconds = times.last ?? 0
    rate = median > 0 ? 1 / median : 0
    zoomLevels = [zooms.min(), zooms.max()].compactMap(\.self)
    spans180thMeridian = rects.contains(where: \.spans180thMeridian)

    var movements: [Movement] = []
    var faults: [Fault] = []
    var start: Int?
    func end(at last: Int) {
      guard let begin = start, last > begin else { return }
      movements.append(
        Self.movement(from: begin, to: last, times: times, rects: rects, zooms: zooms))
      start = nil
    }
    for next in times.indices.dropFirst() {
      let distance = Self.screens(rects[next - 1], rects[next])
      let isGap = times[next] - times[next - 1] > 10 * median
      if isGap {
        faults.append(
          Fault(
            kind: .gap, frame: next + 1, time: times[next - 1],
            extent: times[next] - times[next - 1]))
      } else if distance > 1 {
        faults.append(Fault(kind: .jump, frame: next + 1, time: times[next], extent: distance))
      }
      if rects[next] != rects[next - 1], !isGap {
        if start == nil { start = next - 1 }
      } else {
        end(at: next - 1)
      }
    }
    end(at: times.count - 1)
    self.movements = movements
    if trace.doubt != nil {
      faults.append(
        Fault(kind: .duration, frame: trace.frames.count, time: seconds, extent: seconds))
    }
    self.faults = faults
  }

  private static func movement(
    from first: Int, to last: Int, times: [Double], rects: [MapRect], zooms: [Double]
  ) -> Movement {
    var screens = 0.0
    var maxSpeed = 0.0
    for frame in first..<last {
      let distance = Self.screens(rects[frame], rects[frame + 1])
      screens += distance
      maxSpeed = max(maxSpeed, distance / (times[frame + 1] - times[frame]))
    }
    let change = zooms[last] - zooms[first]
    return Movement(
      kind: change > zoomThreshold ? .zoomIn : change < -zoomThreshold ? .zoomOut : .pan,
      start: times[first], seconds: times[last] - times[first], screens: screens,
      maxSpeed: maxSpeed, zoomLevels: change)
  }

  /// The distance of two centres in widths of the wider rectangle, the short way around the world.
  private static func screens(_ first: MapRect, _ second: MapRect) -> Double {
    let world = MapSize.world.width
    var x = second.midX - first.midX
    x -= (x / world).rounded() * world
    let y = second.midY - first.midY
    return (x * x + y * y).squareRoot() / max(first.width, second.width)
  }
}
