import PlatformProfiles
import ScenarioModel
import YAMLReading

/// The world of a calibration: how many frames of work, and from which seed.
struct CalibrationWorkload: Workload {
  static let keys = ["work"]
  private static let workKeys = ["frames", "seed"]

  private let frameCount: Int
  private var seed: UInt64

  init(_ mapping: YAMLMapping) throws(InputError) {
    let work = try mapping.value("work").mapping(keys: Self.workKeys)
    frameCount = try work.value("frames").integer(in: 1...100_000)
    seed = UInt64(try work["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  var maxSize: Int { 1_000_000 }
  var profile: PlatformProfile? { nil }
  var profileGroups: [ProfileParameter.Group] { [] }
  var inputFiles: [String] { [] }
  var seeds: [(name: String, seed: UInt64)] { [("work", seed)] }
  var facts: [(name: String, value: String)] { [("frames", "\(frameCount)")] }

  func defaultSize() -> Int { 200 }
  func check(sizes: [Int]) {}

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.seed = seed
    return workload
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, frameCount: frameCount)
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, frameCount: 2)
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) -> Inspection {
    Inspection()
  }

  private func replay(_ scenarioCase: Case, frameCount: Int) throws -> CalibrationReplay {
    CalibrationReplay(
      frameCount: frameCount, size: scenarioCase.size, seed: seed,
      dose: try CalibrationStrategyEntry.all.entry(of: scenarioCase).dose)
  }
}
