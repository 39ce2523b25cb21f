import ArgumentParser
import Harness
import ScenarioModel

/// What commands that measure let one choose: which cases, how often, and within which limits.
struct RunOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: "Run only these strategies, besides the naive one that they are compared with.")
  var strategies: [String] = []

  @Option(parsing: .upToNextOption, help: "Run these sizes instead of the scenario's own.")
  var sizes: [SizeArgument] = []

  @Option(help: "Measure each case this often, instead of as the scenario says.")
  var trials: TrialCountArgument?

  @Option(help: "The seed of every generator, instead of the scenario's own.")
  var seed: UInt64?

  @Option(help: "Seconds that a trial may take.")
  var timeout: Double = WorkerLimits.standard.seconds

  @Option(help: "Resident memory that a trial may take: 500MB, 2GiB.")
  var memoryLimit = ByteCountArgument(bytes: WorkerLimits.standard.memory)

  @Flag(help: "Show no progress, and no summary where all is well.")
  var quiet = false

  func validate() throws {
    guard timeout > 0, timeout <= Self.greatestTimeout else {
      throw ValidationError("--timeout: expected seconds, more than 0 and at most a year")
    }
  }

  private static let greatestTimeout = 31_536_000.0
}

extension RunOptions {
  var selection: RunSelection {
    RunSelection(
      strategies: strategies.isEmpty ? nil : strategies,
      sizes: sizes.isEmpty ? nil : sizes.map(\.size), trials: trials?.count, seed: seed)
  }

  var limits: WorkerLimits {
    WorkerLimits(seconds: timeout, memory: memoryLimit.bytes)
  }

  /// Reads scenarios by name or path, and orders their trials; throws where their files cannot
  /// serve the sizes.
  ///
  /// - Parameter shard: the part of the work to do; `nil` for all of it.
  func plan(
    of names: [String], families: FamilyRegistry, shard: Shard? = nil
  ) throws -> Plan {
    let scenarios = try ScenarioLibrary().scenarios(names, families: families)
    let plan = try Plan(scenarios: scenarios, selection: selection, shard: shard)
    for scenario in scenarios {
      try scenario.workload.check(sizes: selection.sizes ?? scenario.sizes)
    }
    return plan
  }

  /// What was chosen besides strategies and sizes, as one would type it.
  var repeatedArguments: [String] {
    var arguments: [String] = []
    if let trials { arguments += ["--trials", "\(trials.count)"] }
    if let seed { arguments += ["--seed", "\(seed)"] }
    if timeout != WorkerLimits.standard.seconds { arguments += ["--timeout", "\(timeout)"] }
    if memoryLimit.bytes != WorkerLimits.standard.memory {
      arguments += ["--memory-limit", "\(memoryLimit.bytes)B"]
    }
    return arguments
  }
}
