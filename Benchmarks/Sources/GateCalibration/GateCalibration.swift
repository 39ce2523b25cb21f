import ArgumentParser
import Families
import Foundation
import Gate
import Harness
import MapPressure
import ScenarioModel
import Support

/// Measures the gate's error rates on this machine.
@main struct GateCalibration: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate-calibration",
    abstract: "Measure the gate's false alarms and its power on this machine.",
    discussion: """
      Compares this program with a copy of itself, where each regression is a false
      alarm, and with itself doing a known amount of extra work. All
      comparisons use the code of 'mappressure gate'. Stop other programs meanwhile,
      unless you want to know their effect.

        make calibrate
        make calibrate ARGS="--null-gates 200 --gates-of-change 0"
        make calibrate ARGS="Scenarios/ten-thousand-pins.yaml"    use its cases
        make calibrate ARGS=--json

      Exit codes: 0 pass, 1 an error, 2 a false alarm or a change of a count that was
      not found, 3 a gate had too few valid pairs.
      """)

  @Argument(help: "Scenario files whose cases the gates replay. (default: a synthetic workload)")
  var scenarios: [String] = []

  @Option(parsing: .upToNextOption, help: "Replay only these strategies of the scenarios.")
  var strategies: [String] = []

  @Option(parsing: .upToNextOption, help: "Replay these sizes instead of the scenarios' own.")
  var sizes: [Int] = []

  @OptionGroup var options: CalibrationOptions

  @Flag(help: "Print a JSON document instead of tables.")
  var json = false

  @Flag(help: "Show no progress.")
  var quiet = false

  static func main() async {
    guard CommandLine.arguments.dropFirst().first != "worker" else {
      // The gate starts this program itself, and its copy.
      await MapPressureTool(families: .standard).main()
    }
    // A worker may end while a request is written to it.
    signal(SIGPIPE, SIG_IGN)
    await main(nil)
  }

  func validate() throws {
    let known = CalibrationFamily.slowerStrategies.map(\.percent)
    if scenarios.isEmpty, let other = options.changes.first(where: { !known.contains($0) }) {
      throw ValidationError("--changes: expected \(known) if no scenario is given, found \(other)")
    }
  }

  func run() async throws {
    let calibration = Calibration(
      options: options, plan: try plan(),
      provenance: .current(commit: await GitCommit.current()), load: Self.load)
    let isQuiet = quiet
    let results = try await calibration.run { if !isQuiet { Self.show($0) } }
    let text =
      try json
      ? CalibrationReport.json(results) : PlainText.lines(CalibrationReport.text(results))
    do throws(DescriptorOutput.Failure) {
      try DescriptorOutput.write(text, to: STDOUT_FILENO)
    } catch {
      // A reader that left, such as 'head', has what it wants.
      guard error.code == EPIPE else { throw error }
    }
    if results.hasUnusableGates { throw ExitCode(3) }
    if results.hasFalseAlarms || results.hasMissedCounts { throw ExitCode(2) }
  }

  /// The cases of the scenarios; `nil` for the synthetic workload.
  private func plan() throws -> Plan? {
    guard !scenarios.isEmpty else { return nil }
    return try Plan(
      scenarios: scenarios.map {
        try Scenario(yaml: TextFile.read($0), file: $0, families: .standard)
      },
      selection: RunSelection(
        strategies: strategies.isEmpty ? nil : strategies, sizes: sizes.isEmpty ? nil : sizes,
        trials: 1)
    ).keeping { strategies.isEmpty || strategies.contains($0.strategy) }
  }

  private static func show(_ event: CalibrationEvent) {
    let line =
      switch event {
      case .timed(let change, let work, let gate, let number, let count):
        "[\(number)/\(count)] \(work), \(change) more: \(gate.outcome.rawValue) "
          + "(\(gate.pairs) pairs, \((gate.seconds * 10).rounded() / 10) s)"
      case .exact(let group):
        "\(group.tier.rawValue), \(group.change) more: \(group.regressions) of "
          + "\(group.comparisons) called regressions"
      }
    // Without a reader there is no progress to show.
    try? DescriptorOutput.write(PlainText.line(line) + "\n", to: STDERR_FILENO)
  }

  private static var load: String {
    var averages = [0.0]
    guard getloadavg(&averages, 1) == 1 else { return "load not available" }
    return "load \((averages[0] * 10).rounded() / 10) at the start"
  }
}

/// The numbers of comparisons of a calibration, and the gate that it calibrates.
struct CalibrationOptions: ParsableArguments {
  @Option(help: "The number of timed gates without a change.")
  var nullGates = 20

  @Option(help: "The number of timed gates for each amount of extra work.")
  var gatesOfChange = 3

  @Option(
    parsing: .upToNextOption,
    help: "The amounts of extra work, in percent; with scenarios, how much longer frames take.")
  var changes: [Int] = CalibrationFamily.slowerStrategies.map(\.percent)

  @Option(
    help: "The number of comparisons of counts, without a change and with one more operation.")
  var exactComparisons = 100

  @Option(
    help: "The number of comparisons of instructions, without a change and with 1 % more work.")
  var instructionComparisons = 0

  @Option(help: "How much slower the head may be, in percent.")
  var margin = TimedGateOptions().margin * 100

  @Option(help: "The seconds that a gate may take before it is inconclusive.")
  var budget = TimedGateOptions().secondsPerCase

  @Option(help: "The seed for the order of pairs and slices.")
  var seed: UInt64 = 1

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
    guard margin > 0, margin <= 100 else {
      throw ValidationError("--margin: expected a percentage up to 100, found \(margin)")
    }
    guard budget > 0, budget <= 86_400 else {
      throw ValidationError(
        "--budget: expected a number of seconds above 0 and at most a day, found \(budget)")
    }
    guard nullGates + gatesOfChange + exactComparisons + instructionComparisons > 0 else {
      throw ValidationError("expected at least one gate or comparison, found 0 of each")
    }
  }

  var gate: TimedGateOptions {
    var gate = TimedGateOptions()
    gate.margin = margin / 100
    gate.secondsPerCase = budget
    gate.seed = seed
    return gate
  }
}
