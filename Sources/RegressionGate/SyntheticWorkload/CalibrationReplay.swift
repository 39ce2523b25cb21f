import Measurement
import ScenarioModel

/// Frames of work of a known amount.
final class CalibrationReplay: Replay {
  let frameCount: Int
  private let size: Int
  private let seed: UInt64
  private let dose: CalibrationDose
  private var work: CalibratedWork

  init(frameCount: Int, size: Int, seed: UInt64, dose: CalibrationDose) {
    self.frameCount = frameCount
    self.size = size
    self.seed = seed
    self.dose = dose
    work = CalibratedWork(seed: seed)
  }

  /// All frames do work of the same kind.
  var framesAreIndependent: Bool { true }

  func reset() {
    work = CalibratedWork(seed: seed)
  }

  /// The work is all in the frames; there is nothing to make before.
  func build() {}

  func showFrame(_ frame: Int) {
    if frame == 0, dose == .oneAllocation { work.allocateOnce() }
    work.perform(
      units: dose.units(before: frame + 1, ofEach: size)
        - dose.units(before: frame, ofEach: size))
  }

  func frameDidEnd(_ frame: Int) {}

  func results() -> [NamedValue] {
    [NamedValue(.workUnits, work.units)]
  }
}
