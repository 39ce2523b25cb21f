import ArgumentParser
import Harness
import Reporting
import ScenarioModel
import Simulation
import Support
import Validation

/// `mappressure validate-model`: compares the model with published measurements.
struct ValidateModelCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-model",
    abstract: "Compare the model with published measurements, and print its error.",
    usage: "mappressure validate-model [<file> ...] [<options>]",
    discussion: """
      Replays the apps of published measurements, as Scenarios/validation rebuilds \
      them, with the same code as 'run', untimed. The published figures and the \
      model's are printed with their ratio, for each parameter set, with the \
      geometric mean and the worst. Figures that set a parameter do not count.

        mappressure validate-model                              all parameter sets
        mappressure validate-model --profile iphone-simulator   one
        mappressure validate-model --profile my-phone.yaml      your own profile
        mappressure validate-model --out Reports/model          writes the files, too

      Exit codes: 0 compared, whatever the error, 1 error of the tool or its input, \
      130 interrupted.
      """)

  @Argument(
    help: "Files of published measurements. (default: all in Scenarios/validation)",
    completion: .yaml)
  var files: [String] = []

  @Option(
    name: .customLong("profile"), parsing: .upToNextOption,
    help: "Parameter sets: built-in profiles or files of profiles. (default: all built-in)",
    completion: .profile)
  var profiles: [String] = []

  @Option(
    help: "A folder for validation.md and validation.json. (default: none are written)",
    completion: .folder)
  var out: String?

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let validation = ModelValidation(
      benchmarks: try benchmarks(families: .validating(tool.families)), sets: try sets())
    if let out { try ValidationReport.make(out) }
    let workspace = try Workspace()
    defer { workspace.remove() }
    let results = try await tool.invocation.interruption.cancelling {
      try await validation.run(folder: workspace.path)
    } orElse: {
      tool.errors.write("interrupted\n")
    }
    if let out { try ValidationReport.write(results, to: out) }
    tool.output.print(ValidationReport.text(results), terminator: "")
    return .pass
  }

  private func benchmarks(families: FamilyRegistry) throws -> [PublishedBenchmark] {
    let paths = files.isEmpty ? try ScenarioLibrary().validationFiles() : files
    var benchmarks: [PublishedBenchmark] = []
    for path in paths {
      let benchmark = try PublishedBenchmark(
        yaml: TextFile.read(path), file: path, families: families)
      if benchmarks.contains(where: { $0.name == benchmark.name }) {
        throw CommandError(
          "\(path): expected benchmarks of different names, found '\(benchmark.name)' twice; leave one "
            + "file out, or change 'benchmark' in one")
      }
      benchmarks.append(benchmark)
    }
    return benchmarks
  }

  private func sets() throws -> [ParameterSet] {
    var sets: [ParameterSet] = []
    for name in profiles.isEmpty ? PlatformProfile.builtInNames : profiles {
      let set: ParameterSet
      if let builtIn = try ParameterSet(builtIn: name) {
        set = builtIn
      } else if ScenarioLibrary.isScenarioFile(name) {
        set = try ParameterSet(file: name)
      } else {
        throw CommandError(
          "there is no profile '\(name)'"
            + NearestName.hint(for: name, among: PlatformProfile.builtInNames)
            + "; give one of these names, or the path of a profile's file ending in .yaml")
      }
      if sets.contains(where: { $0.profile.name == set.profile.name }) {
        throw CommandError(
          "--profile: expected profiles of different names, found '\(set.profile.name)' twice; leave "
            + "one out, or change 'profile' in its file")
      }
      sets.append(set)
    }
    return sets
  }
}
