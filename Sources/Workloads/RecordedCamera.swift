import MapGeometry
import PinData
import ScenarioModel

/// A recorded trace as the screen would have shown it: one rectangle for each refresh, whatever
/// rate it was recorded at.
package struct RecordedCamera {
  private let times: [Double]
  private let rects: [MapRect]

  /// A recording of more than an hour is most likely one whose times are not in seconds.
  package static let longestRecording = 3_600.0

  package init(_ trace: CameraTrace, viewport: Viewport) throws(WorkloadError) {
    guard let first = trace.frames.first, let last = trace.frames.last else { throw .emptyTrace }
    let duration = last.time - first.time
    guard duration <= Self.longestRecording else {
      throw .traceTooLong(seconds: duration, longest: Self.longestRecording)
    }
    times = trace.frames.map { $0.time - first.time }
    rects = trace.frames.map { viewport.mapRectThatFits($0.region) }
  }

  /// What the screen shows at each refresh, in a straight line between two recorded frames.
  package func visibleMapRects(refresh: Double) -> [MapRect] {
    guard let end = times.last else { return [] }
    // A frame that was recorded a moment before a refresh belongs to it.
    let count = Int((end * refresh + 0.01).rounded(.down)) + 1
    var shown: [MapRect] = []
    shown.reserveCapacity(count)
    var next = 0
    for frame in 0..<count {
      let time = min(Double(frame) / refresh, end)
      while next < times.count - 1, times[next] < time { next += 1 }
      shown.append(rect(at: time, before: next))
    }
    return shown
  }

  private func rect(at time: Double, before next: Int) -> MapRect {
    guard next > 0, times[next] > time else { return rects[next] }
    let (start, end) = (rects[next - 1], rects[next])
    let share = (time - times[next - 1]) / (times[next] - times[next - 1])
    let world = MapSize.world.width
    // The short way around the world.
    var way = end.midX - start.midX
    way -= (way / world).rounded() * world
    let x = start.midX + way * share
    func between(_ first: Double, _ second: Double) -> Double { first + (second - first) * share }
    return MapRect(
      center: MapPoint(
        x: x - (x / world).rounded(.down) * world, y: between(start.midY, end.midY)),
      size: MapSize(
        width: between(start.width, end.width), height: between(start.height, end.height)))
  }
}
