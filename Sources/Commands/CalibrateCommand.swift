import ArgumentParser
import Foundation
import Harness
import RegressionGate
import Reporting
import ScenarioModel
import Verdicts

/// `mappressure calibrate`: how often the gate is wrong, and what it finds, on this machine.
struct CalibrateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Try the gate on comparisons whose truth is known, on this machine.",
    discussion: """
      Compares this program with a copy of itself, where every regression is a false
      alarm, and with itself doing a known amount of more work. Everything runs
      through the code that 'gate' runs; nothing else should run on the machine
      meanwhile, unless that is what you want to know about.

        mappressure calibrate
        mappressure calibrate --null-gates 200 --gates-of-change 0
        mappressure calibrate ten-thousand-pins    gates on its cases
        mappressure calibrate --json

      Exit codes: 0 no false alarm, 1 error of the tool, 2 a false alarm, 3 a gate
      had too few valid pairs.
      """)

  @Argument(help: "Scenarios whose cases the gates replay; none: work of a known amount.")
  var scenarios: [String] = []

  @Option(parsing: .upToNextOption, help: "Replay only these strategies of the scenarios.")
  var strategies: [String] = []

  @Option(parsing: .upToNextOption, help: "Replay these sizes instead of the scenarios' own.")
  var sizes: [SizeArgument] = []

  @Option(help: "Timed gates over no change.")
  var nullGates = CalibrationOptions().nullGates

  @Option(help: "Timed gates over each amount of more work.")
  var gatesOfChange = CalibrationOptions().gatesOfChange

  @Option(
    parsing: .upToNextOption,
    help: "The amounts of more work, in percent; of scenarios, frames that take that much longer.")
  var changes: [Int] = CalibrationOptions().changes

  @Option(help: "Comparisons of counted numbers, over no change and over one operation more.")
  var exactComparisons = CalibrationOptions().exactComparisons

  @Option(help: "Comparisons of instructions, over no change and over 1 % more work.")
  var instructionComparisons = CalibrationOptions().instructionComparisons

  @Option(help: "How much slower a head may get.")
  var margin = PercentArgument(share: TimedGateOptions().margin)

  @Option(help: "Seconds that a gate may take until it is inconclusive.")
  var budget = TimedGateOptions().secondsPerCase

  @Option(help: "The seed of the order of everything in the gates.")
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
      throw ValidationError("\(name): expected a number from 0 to 1,000,000")
    }
    guard changes.allSatisfy({ (1...1_000).contains($0) }) else {
      throw ValidationError("--changes: expected percent from 1 to 1000")
    }
    let known = CalibrationOptions().changes
    if scenarios.isEmpty, let other = changes.first(where: { !known.contains($0) }) {
      throw ValidationError(
        "--changes: without a scenario, expected some of \(known), found \(other)")
    }
    guard budget > 0, budget <= 86_400 else {
      throw ValidationError("--budget: expected seconds, more than 0 and at most a day")
    }
    guard nullGates + gatesOfChange + exactComparisons + instructionComparisons > 0 else {
      throw ValidationError("expected something to try, found 0 gates and 0 comparisons")
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
    let results = try await Interruption.cancelling {
      try await calibration.run { show($0) }
    } orElse: {
      StandardError.write("interrupted; a part of a calibration says nothing\n")
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

  private func show(_ event: CalibrationEvent) {
    guard !quiet else { return }
    switch event {
    case .timed(let change, let work, let gate, let number, let count):
      let seconds = (gate.seconds * 10).rounded() / 10
      StandardError.write(
        "[\(number)/\(count)] \(work), \(change) more: \(gate.outcome.rawValue) "
          + "(\(gate.pairs) pairs, \(seconds) s)\n")
    case .exact(let group):
      StandardError.write(
        "\(group.tier.rawValue), \(group.change) more: \(group.regressions) of "
          + "\(group.comparisons) called regressions\n")
    }
  }

  private static var load: String {
    var averages = [0.0]
    guard getloadavg(&averages, 1) == 1 else { return "load not available" }
    return "load \((averages[0] * 10).rounded() / 10) at its beginning"
  }
}
