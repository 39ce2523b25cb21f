import Answers
import ArgumentParser
import Harness
import Platform
import Reporting
import ScenarioModel
import Simulation
import Support
import Validation

/// `mappressure validate-model`: compares the model with published measurements.
struct ValidateModelCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate-model",
    abstract: "Compare the model with measurements, published or your own.",
    usage: "mappressure validate-model [<file> ...] [<options>]",
    discussion: """
      Replays the apps of published measurements, as rebuilt in Scenarios/validation, \
      with the same code as 'run' but untimed. Prints, for each parameter set, the \
      published figures, the model's figures and their ratios, and the ratios' \
      geometric mean and worst value. Figures that were used to set a parameter do not count.

        mappressure validate-model                              all parameter sets
        mappressure validate-model --profile iphone-simulator   one
        mappressure validate-model --profile my-phone.yaml      your own profile
        mappressure validate-model --out Reports/model          writes the files, too

      With --measured, the command finds how slow your phone is: it compares the metrics \
      of your performance test (from xcresulttool) or a payload of MetricKit with a \
      scenario that does what the test does. See Documentation/YourPhone.md.

        mappressure validate-model --measured metrics.json --scenario my.yaml

      Exit codes: 0 compared, whatever the error, 1 error of the tool or its input, \
      130 interrupted.
      """)

  @Argument(
    help: "Files of published measurements. (default: all in Scenarios/validation)",
    completion: .yaml)
  var files: [String] = []

  @Option(
    name: .customLong("profile"), parsing: .upToNextOption,
    help: "Parameter sets: built-in profiles or files. (default: all built-in, or the scenario's)",
    completion: .profile)
  var profiles: [String] = []

  @OptionGroup var phone: MeasuredPhoneOptions

  @Option(
    help: "With --measured: the scenario, by name or file, that does what the test does.",
    completion: .scenario)
  var scenario: String?

  @Option(
    name: .customLong("case"),
    help: """
      With --measured: the case that matches your app, as SIZE/STRATEGY or VARIANT/SIZE/STRATEGY. \
      (default: the largest size with the naive strategy)
      """, transform: CaseArgument.init)
  var chosenCase: CaseArgument?

  @OptionGroup var cache: CacheOptions

  @Option(
    help: "A folder for validation.md and its JSON. (default: none are written)",
    completion: .folder)
  var out: String?

  func validate() throws {
    let hasOthers = scenario != nil || chosenCase != nil
    guard phone.measured == nil ? !hasOthers : scenario != nil && files.isEmpty && profiles.isEmpty
    else {
      throw ValidationError(
        "--measured needs --scenario ('mappressure init my-map' writes one), and takes no file of "
          + "published measurements and no --profile; --scenario and --case need --measured")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    if let out { try ValidationReport.make(out) }
    if let measurements = try phone.measurements() { return try await place(measurements, tool) }
    let validation = ModelValidation(
      benchmarks: try benchmarks(families: .validating(tool.families)), sets: try sets())
    let workspace = try Workspace()
    defer { workspace.remove() }
    let results = try await tool.invocation.interruption.cancelling {
      try await validation.run(folder: workspace.path)
    } orElse: {
      tool.errors.write("interrupted\n")
    }
    if let out { try ValidationReport.write(results, to: out) }
    tool.output.write(ValidationReport.document(results))
    return .pass
  }

  /// Finds how slow the measured phone is.
  private func place(
    _ measurements: DeviceMeasurements, _ tool: MapPressureTool
  ) async throws -> ToolExitCode {
    let scenario = try ScenarioLibrary().scenarios([scenario ?? ""], families: tool.families)[0]
    let scenarioCase =
      try chosenCase?.scenarioCase(of: scenario)
      ?? Case(
        scenario: scenario.name, variant: scenario.workload.variants.first ?? "",
        size: scenario.sizes.max() ?? 0, strategy: scenario.naive)
    let found = try await phone.slowness(
      measurements, of: scenarioCase, in: scenario, cache: cache, call: tool.invocation)
    if let out { try ValidationReport.write(found, to: out) }
    tool.output.write(found.document)
    guard found.comparesSomething else {
      throw CommandError("expected a number that the scenario models, found none: see the reasons")
    }
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
          "--profile", unknown: "profile, or profile's file ending in .yaml,", name,
          known: PlatformProfile.builtInNames)
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
