import Measurement
import ScenarioModel

/// A replay whose frames take longer by a known share: what a gate is tried on.
///
/// After each frame it waits, busily, for that share of the time that the frame took.
final class SlowedReplay: Replay {
  private let replay: any Replay
  private let share: Double

  /// - Parameter share: 0.05 for 5 % more.
  init(_ replay: any Replay, by share: Double) {
    self.replay = replay
    self.share = share
  }

  var frameCount: Int { replay.frameCount }
  var framesAreIndependent: Bool { replay.framesAreIndependent }
  func reset() { replay.reset() }
  func build() throws { try replay.build() }
  func frameDidEnd(_ frame: Int) { replay.frameDidEnd(frame) }
  func results() -> [NamedValue] { replay.results() }

  func showFrame(_ frame: Int) throws {
    let start = MonotonicClock.now()
    try replay.showFrame(frame)
    let now = MonotonicClock.now()
    let end = now + Int64((share * Double(now - start)).rounded())
    while MonotonicClock.now() < end {}
  }
}
