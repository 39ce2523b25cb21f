import ArgumentParser
import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel

/// `mappressure calibrate`: measures the gate's error rates on this machine.
struct CalibrateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Measure the gate's false alarms and its power on this machine.",
    discussion: """
      Compares this program with a copy of itself, where each regression is a false
      alarm, and with itself when it does a known amount of extra work. All
      comparisons use the code of 'gate'. Stop other programs meanwhile, unless you
      want to know their effect.

        mappressure calibrate
        mappressure calibrate --null-gates 200 --gates-of-change 0
        mappressure calibrate ten-thousand-pins    use its cases
        mappressure calibrate --json

      Exit codes: 0 no false alarm, 1 error of the tool, 2 a false alarm, 3 a gate
      had too few valid pairs.
      """)

  @Argument(help: "Scenarios whose cases the gates replay. (default: a synthetic workload)")
  var scenarios: [String] = []

  @Option(parsing: .upToNextOption, help: "Replay only these strategies of the scenarios.")
  var strategies: [String] = []

  @Option(
    parsing: .upToNextOption, help: "Replay these sizes instead of the scenarios' own.",
    transform: SizeArgument.init)
  var sizes: [SizeArgument] = []

  @Option(help: "The number of timed gates without a change.")
  var nullGates = CalibrationOptions().nullGates

  @Option(help: "The number of timed gates for each amount of extra work.")
  var gatesOfChange = CalibrationOptions().gatesOfChange

  @Option(
    parsing: .upToNextOption,
    help: "The amounts of extra work, in percent; with scenarios, by how much frames take longer.")
  var changes: [Int] = CalibrationOptions().changes

  @Option(
    help: "The number of comparisons of counts, without a change and with one more operation.")
  var exactComparisons = CalibrationOptions().exactComparisons

  @Option(
    help: "The number of comparisons of instructions, without a change and with 1 % more work.")
  var instructionComparisons = CalibrationOptions().instructionComparisons

  @Option(
    help: "How much slower the head may be, in percent.",
    transform: PercentArgument.init)
  var margin = PercentArgument(share: TimedGateOptions().margin)

  @Option(help: "The time limit of a gate, in seconds; then it is inconclusive.")
  var budget = TimedGateOptions().secondsPerCase

  @Option(help: "The seed for the order of pairs and slices.")
  var seed: UInt64 = 1

  @Flag(help: "Print a JSON document instead of tables.")
  var json = false

  @Flag(help: "Show no progress.")
  var quiet = false

  func validate() throws {
    for (name, count) in [
      ("--null-gates", nullGates), ("--gates-of-change", gatesOfChange),
      ("--exact-comparisons", exactComparisons),
      ("--instruction-comparisons", instructionComparisons),
    ] where !(0...1_000_000).contains(count) {
      throw ValidationError("\(name): expected a number from 0 to 1,000,000, found \(count)")
    }
    guard changes.allSatisfy({ (1...1_000).contains($0) }) else {
      throw ValidationError("--changes: expected percentages from 1 to 1000")
    }
    let known = CalibrationOptions().changes
    if scenarios.isEmpty, let other = changes.first(where: { !known.contains($0) }) {
      throw ValidationError(
        "--changes: expected \(known) if no scenario is given, found \(other)")
    }
    guard budget > 0, budget <= 86_400 else {
      throw ValidationError(
        "--budget: expected a number of seconds above 0 and at most a day, found \(budget)")
    }
    guard nullGates + gatesOfChange + exactComparisons + instructionComparisons > 0 else {
      throw ValidationError("expected at least one gate or comparison, found 0 of each")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    let plan =
      scenarios.isEmpty
      ? nil
      : try Plan(
        scenarios: try ScenarioLibrary().scenarios(scenarios, families: tool.families),
        selection: RunSelection(
          strategies: strategies.isEmpty ? nil : strategies,
          sizes: sizes.isEmpty ? nil : sizes.map(\.size), trials: 1)
      ).keeping { strategies.isEmpty || strategies.contains($0.strategy) }
    let calibration = Calibration(
      options: options, families: tool.families, plan: plan,
      provenance: .current(commit: await GitCommit.current()), load: Self.load)
    let results = try await tool.invocation.interruption.cancelling {
      try await calibration.run { show($0, tool.errors) }
    } orElse: {
      tool.errors.write("interrupted; a calibration has no result until it is complete\n")
    }
    if json {
      tool.output.write(try CalibrationReport.json(results))
    } else {
      tool.output.print(CalibrationReport.text(results), terminator: "")
    }
    if results.hasUnusableGates { return .caseBroken }
    return results.hasFalseAlarms ? .failed : .pass
  }

  private var options: CalibrationOptions {
    var options = CalibrationOptions()
    options.nullGates = nullGates
    options.gatesOfChange = gatesOfChange
    options.changes = changes
    options.exactComparisons = exactComparisons
    options.instructionComparisons = instructionComparisons
    options.gate.margin = margin.share
    options.gate.secondsPerCase = budget
    options.gate.seed = seed
    return options
  }

  private func show(_ event: CalibrationEvent, _ errors: StandardError) {
    guard !quiet else { return }
    switch event {
    case .timed(let change, let work, let gate, let number, let count):
      let seconds = (gate.seconds * 10).rounded() / 10
      errors.write(
        "[\(number)/\(count)] \(work), \(change) more: \(gate.outcome.rawValue) "
          + "(\(gate.pairs) pairs, \(seconds) s)\n")
    case .exact(let group):
      errors.write(
        "\(group.tier.rawValue), \(group.change) more: \(group.regressions) of "
          + "\(group.comparisons) called regressions\n")
    }
  }

  private static var load: String {
    var averages = [0.0]
    guard getloadavg(&averages, 1) == 1 else { return "load not available" }
    return "load \((averages[0] * 10).rounded() / 10) at the start"
  }
}
