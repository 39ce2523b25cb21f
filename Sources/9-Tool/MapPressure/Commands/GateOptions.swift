import ArgumentParser
import Gate
import Harness
import ScenarioModel

/// The options that choose the base of a gate.
struct GateBaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A commit, branch or tag. It is built in a separate folder.",
      valueName: "reference"), completion: .reference)
  var base: String?

  @Option(
    help: ArgumentHelp("A release's tag, or 'latest'.", valueName: "tag", visibility: .hidden),
    completion: .reference)
  var baseRelease: String?

  @Option(
    help: ArgumentHelp("The path of a built program.", valueName: "path", visibility: .hidden),
    completion: .anyFile)
  var baseBinary: String?

  @Option(
    help: ArgumentHelp("A file from 'baseline update'.", valueName: "file"), completion: .json)
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "The name of the program in the base's package, if it differs from this program's.",
      valueName: "product", visibility: .hidden))
  var baseProduct: String?

  enum Choice {
    case reference(String)
    case program(String)
    case baseline(String)
  }

  var choice: Choice {
    get throws {
      switch (base ?? baseRelease, baseBinary, baseline) {
      case (let reference?, nil, nil) where base == nil || baseRelease == nil:
        return .reference(reference)
      case (nil, let path?, nil): return .program(path)
      case (nil, nil, let file?): return .baseline(file)
      default:
        throw ValidationError(
          "expected exactly one of --base, --base-release, --base-binary and --baseline")
      }
    }
  }

  func validate() throws {
    _ = try choice
    if baseProduct != nil, base ?? baseRelease == nil {
      throw ValidationError("--base-product needs --base or --base-release")
    }
  }

  /// The base as the user named it.
  var name: String { base ?? baseRelease ?? baseBinary ?? baseline ?? "" }

  /// The given options as arguments of a command line.
  var repeatedArguments: [String] {
    [
      ("--base", base), ("--base-release", baseRelease), ("--base-binary", baseBinary),
      ("--baseline", baseline), ("--base-product", baseProduct),
    ]
    .flatMap { name, value in value.map { [name, $0] } ?? [] }
  }
}

/// The options for a gate's comparisons of times and instructions.
struct GateTimingOptions: ParsableArguments {
  private static let standardBudget = 10.0

  @Flag(help: "Compare only counted and modelled numbers, no measured ones.")
  var exactOnly = false

  @Flag(
    help: ArgumentHelp(
      "Compare executed instructions too, where they can be counted.", visibility: .hidden))
  var instructions = false

  @Option(
    help: ArgumentHelp(
      """
      How much slower the head may be, in percent. Below 2 %, even the order of the code in a \
      program can make a difference. (default: \(PercentArgument(share: TimedGateOptions().margin)))
      """, valueName: "percent", visibility: .hidden),
    transform: PercentArgument.init)
  var margin = PercentArgument(share: TimedGateOptions().margin)

  @Option(
    help: ArgumentHelp(
      "The time for the whole gate, in minutes; 0 means no limit.", valueName: "minutes"))
  var budget = Self.standardBudget

  @Option(
    help: ArgumentHelp(
      "The time limit for comparing a case, in seconds; after it, the case is inconclusive.",
      valueName: "seconds", visibility: .hidden))
  var caseBudget = TimedGateOptions().secondsPerCase

  @Flag(
    help: ArgumentHelp(
      "Compare all times, even if the programs are the same or no change touches the case.",
      visibility: .hidden))
  var timeAll = false

  @Option(
    help: ArgumentHelp(
      "The seed for the order of pairs and slices. (default: random)",
      valueName: "seed", visibility: .hidden))
  var orderSeed: UInt64?

  func validate() throws {
    guard budget >= 0, budget <= 10_080 else {
      throw ValidationError(
        "--budget: expected a number of minutes from 0 to a week, found \(budget)")
    }
    guard caseBudget > 0, caseBudget <= 86_400 else {
      throw ValidationError(
        "--case-budget: expected a number of seconds above 0 and at most a day, found \(caseBudget)"
      )
    }
  }

  /// Returns the options of the comparison of times; `nil` if times are not compared.
  ///
  /// - Parameters:
  ///   - limits: the limits of each process.
  ///   - seed: that of a gate which this one continues.
  func timed(limits: WorkerLimits, seed: UInt64?) -> TimedGateOptions? {
    guard !exactOnly else { return nil }
    var options = TimedGateOptions()
    options.margin = margin.share
    options.secondsPerCase = caseBudget
    options.limits = limits
    // With a fixed order, each gate would repeat the same chance. Nine digits are easy to copy.
    options.seed = orderSeed ?? seed ?? UInt64.random(in: 0..<1_000_000_000)
    return options
  }

  /// The first given option that concerns the comparison of two programs; `nil` if there is none.
  var optionOfPairs: String? {
    repeatedArguments.first { $0.hasPrefix("--") && $0 != "--exact-only" }
  }

  /// The given options as arguments of a command line.
  var repeatedArguments: [String] {
    var arguments: [String] = []
    if exactOnly { arguments.append("--exact-only") }
    if instructions { arguments.append("--instructions") }
    if margin.share != TimedGateOptions().margin {
      arguments += ["--margin", "\(margin.share * 100)"]
    }
    if let orderSeed { arguments += ["--order-seed", "\(orderSeed)"] }
    if budget != Self.standardBudget { arguments += ["--budget", "\(budget)"] }
    if caseBudget != TimedGateOptions().secondsPerCase {
      arguments += ["--case-budget", "\(caseBudget)"]
    }
    if timeAll { arguments.append("--time-all") }
    return arguments
  }
}
