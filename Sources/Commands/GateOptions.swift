import ArgumentParser
import Harness
import RegressionGate
import ScenarioModel

/// What a gate compares with.
struct GateBaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A commit, branch or tag, which is built apart from the working folder.",
      valueName: "reference"))
  var base: String?

  @Option(help: ArgumentHelp("A built program.", valueName: "path"))
  var baseBinary: String?

  @Option(help: ArgumentHelp("A file that 'baseline update' wrote.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "The product of the base's package that is the program, where it has another name.",
      valueName: "product"))
  var baseProduct: String?

  enum Choice {
    case reference(String)
    case program(String)
    case baseline(String)
  }

  var choice: Choice {
    get throws {
      switch (base, baseBinary, baseline) {
      case (let reference?, nil, nil): return .reference(reference)
      case (nil, let path?, nil): return .program(path)
      case (nil, nil, let file?): return .baseline(file)
      default:
        throw ValidationError(
          "expected one of --base REFERENCE, --base-binary PATH and --baseline FILE")
      }
    }
  }

  func validate() throws {
    _ = try choice
    if baseProduct != nil, base == nil {
      throw ValidationError("--base-product goes with --base")
    }
  }

  /// What the user calls the base.
  var name: String { base ?? baseBinary ?? baseline ?? "" }

  /// What was chosen, as one would type it.
  var repeatedArguments: [String] {
    [
      ("--base", base), ("--base-binary", baseBinary), ("--baseline", baseline),
      ("--base-product", baseProduct),
    ]
    .flatMap { name, value in value.map { [name, $0] } ?? [] }
  }
}

/// Which tiers a gate has besides the exact one, and what they may spend.
struct GateTimingOptions: ParsableArguments {
  @Flag(help: "Compare what is counted and modelled, and nothing that was measured.")
  var exactOnly = false

  @Flag(help: "Compare the instructions that are executed too, where they can be counted.")
  var instructions = false

  @Option(
    help: ArgumentHelp(
      """
      How much slower it may get; less than 2 % is what the order of code in a program alone \
      comes to.
      """, valueName: "percent"))
  var margin = PercentArgument(share: TimedGateOptions().margin)

  @Option(
    help: ArgumentHelp(
      "Seconds that the times of a case may take, until it is inconclusive.",
      valueName: "seconds"))
  var budget = TimedGateOptions().secondsPerCase

  @Option(
    help: ArgumentHelp(
      "The seed of the order of everything in the pairs. (default: another one each time)",
      valueName: "seed"))
  var orderSeed: UInt64?

  func validate() throws {
    guard budget > 0, budget <= 86_400 else {
      throw ValidationError("--budget: expected seconds, more than 0 and at most a day")
    }
  }

  /// What the times are compared by; `nil` where they are not.
  ///
  /// - Parameter limits: what each process may use.
  func timed(limits: WorkerLimits) -> TimedGateOptions? {
    guard !exactOnly else { return nil }
    var options = TimedGateOptions()
    options.margin = margin.share
    options.secondsPerCase = budget
    options.limits = limits
    // Of one order, chance would say the same each time. Nine digits are easy to copy.
    options.seed = orderSeed ?? UInt64.random(in: 0..<1_000_000_000)
    return options
  }

  /// The first option that was given a value and says how two programs are run; `nil` for none.
  var optionOfPairs: String? {
    repeatedArguments.first { $0.hasPrefix("--") && $0 != "--exact-only" }
  }

  /// What was chosen, as one would type it.
  var repeatedArguments: [String] {
    var arguments: [String] = []
    if exactOnly { arguments.append("--exact-only") }
    if instructions { arguments.append("--instructions") }
    if margin.share != TimedGateOptions().margin {
      arguments += ["--margin", "\(margin.share * 100)"]
    }
    if let orderSeed { arguments += ["--order-seed", "\(orderSeed)"] }
    if budget != TimedGateOptions().secondsPerCase { arguments += ["--budget", "\(budget)"] }
    return arguments
  }
}
