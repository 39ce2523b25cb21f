import Foundation
import Synchronization
import TestSupport

/// A finished run of the executable that several tests only read: made once, by the first of them.
///
/// A test that changes a file takes a copy.
struct SharedRun: Sendable {
  let outcome: Tool.Outcome
  /// The project of the run; read only.
  let project: TemporaryFolder
  /// The run's folder in the project.
  let folder: String

  private init(
    _ project: TemporaryFolder, _ arguments: [String], folder: String,
    tool: Tool = .mappressure
  ) throws {
    self.project = project
    self.folder = folder
    outcome = try project.run(["run"] + arguments, tool: tool)
  }

  var files: RunFolderFiles { RunFolderFiles(project, folder) }

  /// A copy of the project with the run, for a test that changes it.
  func copy() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in try project.names() {
      try FileManager.default.copyItem(atPath: project.file(name), toPath: copy.file(name))
    }
    return copy
  }

  // MARK: - The runs

  /// Two strategies with two trials, a threshold that holds, a claim of a document and one of our own.
  static func small() throws -> SharedRun { try smallRun.get() }

  static let smallScenario = ScenarioFile(
    trials: 2,
    more: """
      thresholds: { grid-clusters: ["max-shown-annotations <= 0.9 x all-pins"] }
      claims:
        - { id: a, says: b, document: guide, line: 3, cannot-be-told: c }
        - { id: many, says: all are shown, hypothesis: true, strategy: all-pins, metric: max-live-views, at-least: 1 }
      """)

  private static let smallRun = Result {
    try SharedRun(
      TemporaryFolder(ledgerWith: "small/a", scenario: smallScenario), ["small"],
      folder: "Reports/small")
  }

  /// Strategies with one fault each, two trials of each.
  static func faults() throws -> SharedRun { try faultyRun.get() }

  static let faultyStrategies = [
    "traps", "traps-when-measured", "throws", "throws-markup", "exits", "prints", "floods",
    "random", "allocates-elsewhere",
  ]

  private static let faultyRun = Result {
    var scenario = ScenarioFile.faulty(faultyStrategies)
    // A threshold that fails and one of a broken case: the broken cases decide the exit code.
    scenario.more = """
      thresholds: { all-pins: ["views-created <= 0"], throws: ["views-created <= 1000000"] }
      """
    return try SharedRun(
      TemporaryFolder(scenarios: [scenario]), ["small"], folder: "Reports/small",
      tool: .faultyStrategies)
  }

  /// The pins of a file, in the right columns or swapped.
  static func ownPins(swapped: Bool) throws -> SharedRun {
    try (swapped ? swappedPinsRun : rightPinsRun).get()
  }

  private static let rightPinsRun = Result { try pins(swapped: false) }
  private static let swappedPinsRun = Result { try pins(swapped: true) }

  private static func pins(swapped: Bool) throws -> SharedRun {
    let scenario = ScenarioFile(
      name: "own-pins", data: "{ file: stores.csv }",
      device: "viewport: [200, 400], scale: 1, refresh: 60", frames: 60,
      strategies: ["all-pins", "all-pins-reused", "hierarchical-clusters"], sizes: "[300]")
    let project = try TemporaryFolder(
      scenarios: [],
      files: ["stores.csv": OwnPins.csv(swapped: swapped), "own-pins.yaml": scenario.text])
    return try SharedRun(project, ["own-pins.yaml", "--out", "out", "--quiet"], folder: "out")
  }
}

/// Pins around Berlin.
enum OwnPins {
  static func csv(swapped: Bool, count: Int = 300) -> String {
    (swapped ? "longitude,latitude\n" : "latitude,longitude\n")
      + (0..<count).map { pin in
        "\(52.3 + Double(pin % 20) / 100),\(13.1 + Double(pin / 20) / 100)\n"
      }.joined()
  }
}

/// Runs of a strategy with changes that are known, each made once.
enum ChangedRuns {
  static let scenario = ScenarioFile.faulty(["changed", "allocates"])

  private static let made = Mutex<[String: Result<TemporaryFolder, any Error>]>([:])

  /// The path of the run's folder, to be copied.
  ///
  /// - Parameter name: a change of the strategy; `seed`, `frames`, `part` or `lost` for a run without
  ///   one that has another seed, another frame, less strategies chosen, or a strategy less.
  static func shared(_ name: String) throws -> String {
    try made.withLock { made in
      let project = made[name] ?? Result { try run(name) }
      made[name] = project
      return try project.get().file(name)
    }
  }

  private static func run(_ name: String) throws -> TemporaryFolder {
    var scenario = scenario
    if name == "frames" { scenario.frames += 1 }
    if name == "lost" { scenario.strategies.removeLast() }
    let options =
      switch name {
      case "seed": ["--seed", "99"]
      case "part": ["--strategies", "changed"]
      default: [String]()
      }
    let project = try TemporaryFolder(scenarios: [scenario])
    _ = try project.runFaulty(
      ["run", "--quiet", "--out", name] + options,
      environment: ["CHANGE": ["seed", "frames", "part", "lost"].contains(name) ? "nothing" : name])
    return project
  }
}
