import Foundation

/// A scenario that is over in about a second.
struct World: Hashable {
  static let file = "scenario.yaml"

  let pins: Int
  let other: String

  static let all = [
    World(pins: 50, other: "visible-region-database"), World(pins: 120, other: "native-clusters"),
    World(pins: 200, other: "hierarchical-clusters"),
  ]

  var text: String {
    """
    scenario: torture
    title: What an attack may not change
    family: annotations
    source: "a test"
    data: { generator: cities, pins: \(pins), seed: 42 }
    device: { viewport: [120, 180], scale: 1, refresh: 60, profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: 120, seed: 7 }
    naive: all-pins
    strategies: [all-pins, \(other)]
    sizes: [\(pins)]
    trials: 2

    """
  }

  /// Makes a folder with the scenario and a folder for temporary files in it.
  func write(in folder: String) throws(Loss) {
    try attempt("write the scenario") {
      try FileManager.default.createDirectory(
        atPath: folder + "/tmp", withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + World.file))
    }
  }
}

/// The undisturbed runs, one a scenario, made when first asked for.
struct References {
  struct Run {
    let folder: RunFolder
    /// The duration of the run.
    let seconds: Double
  }

  let subject: Subject
  let folder: String
  private var runs: [World: Run] = [:]

  init(subject: Subject, folder: String) {
    self.subject = subject
    self.folder = folder
  }

  mutating func run(of world: World) throws(Loss) -> Run {
    if let run = runs[world] { return run }
    let path = Arena.path(in: folder, "ref\(world.pins)")
    try world.write(in: path)
    let begin = Date()
    let program = try RunningSubject(
      subject, ["run", World.file, "--out", "run"], folder: path, temporaryFolder: path + "/tmp",
      mark: UUID().uuidString, wrapper: nil, output: nil, errors: nil)
    let code = try program.end()
    guard code == 0 else {
      throw Loss(.attack, "the undisturbed run ended with \(code): \(program.errors.suffix(300))")
    }
    let run = Run(folder: RunFolder(path: path + "/run"), seconds: Date().timeIntervalSince(begin))
    try run.folder.checkJournalIsFinished()
    runs[world] = run
    return run
  }
}
