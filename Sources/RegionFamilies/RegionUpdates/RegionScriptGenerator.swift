import MapGeometry
import MapSimulation
import PinData
import Workloads

/// Makes the script of a case: a camera's gestures, and what happens between and during them.
///
/// Whoever asks for a place looks at it: after a command the next gesture waits for a second and a
/// half, after a resize for one. Every now and then people only look. The gestures come later by
/// that much than in the camera's trace.
package struct RegionScriptGenerator {
  let viewport: Viewport
  let refresh: Double
  let rates: RegionEventRates
  /// How long the screen is used, in seconds.
  let seconds: Int

  package init(viewport: Viewport, refresh: Double, rates: RegionEventRates, seconds: Int) {
    self.viewport = viewport
    self.refresh = refresh
    self.rates = rates
    self.seconds = seconds
  }

  package func script(gestures: CameraGestures, pins: PinSet) -> RegionScript {
    var random = SplitMix64(seed: rates.seed)
    let start = gestures.start
    // A file may have no pins; then everything happens where the camera begins.
    let places =
      pins.coordinates.isEmpty
      ? [MapPoint(x: start.midX, y: start.midY).coordinate] : pins.coordinates
    let home = places[Int(random.unit() * Double(places.count))]
    let duration = Int64(seconds) * 1_000_000_000
    var writer = RegionScriptWriter(
      viewport: viewport, camera: start, home: home, places: places, random: random)
    writer.addBackground(rates, until: duration)
    var schedule = RegionSchedule(rates: rates, duration: duration, writer: writer)
    add(gestures, to: &schedule)
    return RegionScript(
      start: start, viewport: viewport, userLocation: home,
      events: schedule.writer.sortedEvents, duration: duration)
  }

  private func add(_ gestures: CameraGestures, to schedule: inout RegionSchedule) {
    let frame = 1_000_000_000 / refresh
    func duration(ofFrames count: Int) -> Int64 { Int64((Double(count) * frame).rounded()) }
    var restStart: Int64 = 0
    var restFrame = 0
    for gesture in gestures.gestures {
      let rest = schedule.rest(from: restStart)
      let start = max(
        rest.end, restStart + duration(ofFrames: gesture.firstFrame - restFrame))
      let end = start + duration(ofFrames: gesture.movements.count + 1)
      guard end < schedule.duration else { return }
      schedule.writer.add(
        gesture, at: start, frame: frame, resizing: rest.isFollowedByResize)
      if rest.isFollowedByResize { schedule.viewWasResized(by: end) }
      restStart = end
      restFrame = gesture.firstFrame + gesture.movements.count
    }
    schedule.finish(from: restStart)
  }
}
