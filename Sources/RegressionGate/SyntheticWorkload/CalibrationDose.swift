import ScenarioModel

/// How a strategy of the calibration differs from the plain one by a known amount.
enum CalibrationDose: Hashable, Sendable {
  /// So many hundredths of the work more.
  case percent(Int)
  /// One unit of work more in the whole replay.
  case oneUnit
  /// One allocation more in the whole replay.
  case oneAllocation

  /// How many units the frames before an index have done in all.
  ///
  /// In whole numbers, so that the last frame ends at exactly the share.
  func units(before frame: Int, ofEach size: Int) -> Int {
    switch self {
    case .percent(let percent): frame * size * (100 + percent) / 100
    case .oneUnit: frame * size + (frame > 0 ? 1 : 0)
    case .oneAllocation: frame * size
    }
  }
}

/// A strategy of the calibration.
struct CalibrationStrategyEntry: DescribedStrategy {
  let description: StrategyDescription
  let dose: CalibrationDose

  private init(_ name: String, _ dose: CalibrationDose, summary: String) {
    description = StrategyDescription(name: name, summary: summary)
    self.dose = dose
  }

  /// The shares of more work that the gate is tried on.
  static let percents = [1, 2, 3, 5, 10]

  static let plain = CalibrationStrategyEntry(
    "plain-work", .percent(0), summary: "Does a known amount of work in each frame.")

  static let all =
    [plain]
    + percents.map {
      CalibrationStrategyEntry(
        "work-plus-\($0)-percent", .percent($0), summary: "Does \($0) % more work.")
    } + [
      CalibrationStrategyEntry(
        "work-plus-one-unit", .oneUnit, summary: "Does one unit of work more in the first frame."),
      CalibrationStrategyEntry(
        "work-plus-one-allocation", .oneAllocation,
        summary: "Takes and frees one block more in the first frame."),
    ]
}
