import Harness
import Platform
import ScenarioModel
import Simulation
import Support

/// A scenario of known amounts of work, for the noise of a machine and for `make calibrate`.
package struct SyntheticWorkload: Sendable {
  package let scenario: Scenario

  /// - Parameter families: the families of the tool; the calibration family is added to them.
  package init(families: FamilyRegistry) throws {
    let strategies = CalibrationFamily.entries.map(\.description.name)
    scenario = try Scenario(
      yaml: """
        scenario: known-work
        title: Work of a known amount
        family: \(CalibrationFamily.name)
        work: { frames: 40, seed: 42 }
        naive: \(CalibrationFamily.plainStrategy)
        strategies: [\(strategies.joined(separator: ", "))]
        sizes: [200]
        """, file: "known-work.yaml", families: families.with(CalibrationFamily.entry))
  }

  /// Returns the plain work of this program, paired with another program's.
  package func pairedCase(with base: WorkerProgram, shared: SharedFolders) -> PairedCase {
    PairedCase(plainCase, of: scenario, seed: nil, base: base, head: .itself(), shared: shared)
  }

  /// The case that all others are compared with.
  package var plainCase: Case {
    Case(
      scenario: scenario.name, variant: "", size: scenario.sizes[0],
      strategy: CalibrationFamily.plainStrategy)
  }
}

/// The family of the synthetic workload: strategies whose work differs by known amounts.
///
/// It is no family for scenarios of maps: every program with a gate has it for its workers.
package enum CalibrationFamily {
  /// The family, for a registry.
  package static var entry: FamilyRegistry.Entry { .init(name) { family } }

  private static var family: any ScenarioFamily {
    Family(
      name,
      scene: SceneReader(keys: CalibrationScene.scenarioKeys) {
        (mapping, _, _) throws(InputError) in try CalibrationScene(mapping)
      },
      strategies: entries, metrics: [.workUnits], isMeasured: true,
      headlines: ["frame-time-p50", "work-units", "allocations"],
      columns: ["frame-time-p50", "work-units", "allocations"],
      sizeLabel: "units of work a frame", frameLabel: "a known amount of work"
    ) { scene, strategy, request in
      let replay = CalibrationReplay(
        frameCount: request.purpose == .warmUp ? 2 : scene.work.frames,
        size: request.scenarioCase.size, seed: scene.work.seed, dose: strategy.make)
      return ReplaySession(replay) { _ in Inspection() }
    }
  }

  fileprivate static let name = "calibration"

  /// The strategy that the others are compared with.
  package static let plainStrategy = "plain-work"
  /// The strategies that do more work, by the percentage.
  package static let slowerStrategies = [1, 2, 3, 5, 10].map {
    (percent: $0, name: "work-plus-\($0)-percent")
  }
  /// The strategies that do more of a counted operation than passes: no unit of work does, and ten
  /// allocations do.
  package static let countedStrategies = ["work-plus-one-unit", "work-plus-eleven-allocations"]

  fileprivate static let entries: [StrategyEntry<CalibrationDose>] =
    [
      StrategyEntry(
        plainStrategy, summary: "Does a known amount of work in each frame.", make: .percent(0))
    ]
    + slowerStrategies.map {
      StrategyEntry($0.name, summary: "Does \($0.percent) % more work.", make: .percent($0.percent))
    } + [
      StrategyEntry(
        countedStrategies[0], summary: "Does one more unit of work in the first frame.",
        make: .oneUnit),
      StrategyEntry(
        countedStrategies[1], summary: "Allocates and frees 11 more blocks in the first frame.",
        make: .elevenAllocations),
    ]
}

/// The known difference between a strategy of the calibration and the plain one.
private enum CalibrationDose: Hashable, Sendable {
  /// A percentage of the work more.
  case percent(Int)
  /// One unit of work more in the whole replay.
  case oneUnit
  /// Eleven allocations more in the whole replay.
  case elevenAllocations

  /// Returns the units of all frames before an index.
  ///
  /// In whole numbers, so that the last frame ends at exactly the percentage.
  func units(before frame: Int, ofEach size: Int) -> Int {
    switch self {
    case .percent(let percent): frame * size * (100 + percent) / 100
    case .oneUnit: frame * size + (frame > 0 ? 1 : 0)
    case .elevenAllocations: frame * size
    }
  }
}

/// The scene of a calibration: frames of work, from a seed.
private struct CalibrationScene: ScenarioScene, Settings {
  struct Work: Settings {
    var frames = 1
    var seed: UInt64 = 0

    static let keys: [Key<Self>] = [
      .integer("frames", \.frames, in: 1...100_000, required: true, "the number of frames"),
      .seed(\.seed),
    ]
  }

  var work = Work()

  static let keys: [Key<Self>] = [.group("work", \.work, required: true)]

  var maxSize: Int { 1_000_000 }
  var profile: PlatformProfile? { nil }
  var profileGroups: [ProfileParameter.Group] { [] }
  var inputFiles: [String] { [] }
  func defaultSize() -> Int { 200 }
  func check(sizes: [Int]) {}

  func reseeded(_ seed: UInt64) -> Self {
    var scene = self
    scene.reseed(seed)
    return scene
  }
}

/// Frames of a known amount of work.
private final class CalibrationReplay: Replay {
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

  /// Does nothing: the frames do all the work.
  func build() {}

  func showFrame(_ frame: Int) {
    if frame == 0, dose == .elevenAllocations { for _ in 0..<11 { work.allocateOnce() } }
    work.perform(
      units: dose.units(before: frame + 1, ofEach: size)
        - dose.units(before: frame, ofEach: size))
  }

  func frameDidEnd(_ frame: Int) {}

  func results() -> [NamedValue] {
    [NamedValue(.workUnits, work.units)]
  }
}

extension Metric {
  static let workUnits = Metric(
    "work-units", .count, .counted, .lowerIsBetter,
    "Units of the known work that were done.")
}
