import Answers
import ArgumentParser
import Documents
import Families
import Foundation
import Harness
import PinData
import Reporting
import ScenarioModel
import Subprocess
import Support

/// `mappressure lint`: finds mistakes in an app's code, and says what each costs.
struct LintCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Find mistakes with maps in your app's code, and what they cost.",
    usage: """
      mappressure lint <folder> [<options>]
      mappressure lint explain <rule>
      """,
    discussion: """
      Reads the Swift files of a project, and prints each mistake as compilers do, then what it \
      costs with your pins and what to write instead. mappressure-lint, a separate program, \
      reads the code: 'make lint-tool' builds it.

        mappressure lint ~/Projects/MyApp
        mappressure lint Sources --data stores.csv
        mappressure lint . --strict --format sarif > lint.sarif
        mappressure lint . --write-baseline lint.json
        mappressure lint explain region-set-in-update

      A comment silences a rule for a statement; the reason is required:

        // mappressure:ignore region-set-in-update the map never moves

      The file .mappressure-lint.json of a folder sets severities and leaves out folders.

      Exit codes: 0 pass, 1 error, 2 findings with --strict (notes do not count) or of the \
      severity error, 64 wrong usage.
      """)

  @Argument(
    help: "The folder of a project, a Swift file, or the word explain.", completion: .folder)
  var folder: String

  @Argument(help: "After explain: the rule.")
  var rule: String?

  @Option(
    help: "A file of pins for the replays that find what a mistake costs.",
    completion: .anyFile)
  var data: String?

  @Option(
    help: "text, json, sarif or github. (default: github where GITHUB_ACTIONS is set, else text)",
    completion: .list(Format.allCases.map(\.rawValue)))
  var format: Format?

  @Option(help: "A rule to skip; may be repeated.")
  var without: [String] = []

  @Flag(help: "Fail (exit code 2) if there is a finding; notes do not count.")
  var strict = false

  @Flag(help: "Make the safe fixes first, and print the remaining findings.")
  var fix = false

  @Flag(help: "Print the differences that --fix would make, and nothing else.")
  var diff = false

  @Option(
    help: "A file of findings to leave out, as --write-baseline writes it.", completion: .anyFile)
  var baseline: String?

  @Option(
    help: "Write all findings to a file for --baseline, and print none.", completion: .anyFile)
  var writeBaseline: String?

  @Flag(name: .customLong("no-run"), help: "Print the findings without costs; replay nothing.")
  var findingsOnly = false

  @Option(
    help: "The program mappressure-lint. (default: next to this one, in Lint, or on the PATH)",
    completion: .anyFile)
  var lintProgram: String?

  @OptionGroup var limits: LimitOptions

  @OptionGroup var cache: CacheOptions

  @Flag(help: "Show no progress.")
  var quiet = false

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, github
  }

  func validate() throws {
    if findingsOnly, data != nil {
      throw ValidationError("expected --data or --no-run, found both")
    }
    if [fix, diff, writeBaseline != nil].count(where: \.self) > 1 {
      throw ValidationError("expected one of --fix, --diff and --write-baseline, found several")
    }
    if let rule, folder != "explain" {
      throw ValidationError("expected one folder, found '\(rule)' too")
    }
    if folder == "explain", rule == nil {
      throw ValidationError("expected a rule after explain; for a folder of this name, ./explain")
    }
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    if let data, FilePath.isMissing(data) {
      throw CommandError("--data: \(PlainText.line(data)): there is no such file")
    }
    let workspace = try Workspace()
    defer { workspace.remove() }
    let program = try program()
    let isAsked = !findingsOnly && !diff && writeBaseline == nil
    let outcome = try await Subprocess.run(
      .path(.init(program)), arguments: Arguments(arguments(asksCosts: isAsked)),
      input: .inputWriter, output: .sequence, error: .string(limit: 1 << 20)
    ) { execution in
      // The program prints the findings on a line, waits for their costs, and prints the report.
      var (output, isAsked) = ([UInt8](), isAsked)
      for try await buffer in execution.standardOutput {
        output += buffer.withUnsafeBytes { Array($0) }
        guard isAsked, let end = output.firstIndex(of: UInt8(ascii: "\n")) else { continue }
        isAsked = false
        let costs = try await costs(
          of: FoundRules(parsing: output[..<end]), in: workspace.path, tool)
        _ = try await execution.standardInputWriter.write(
          try SortedJSON.text(of: costs, named: "the costs"))
        try await execution.standardInputWriter.finish()
        output.removeSubrange(...end)
      }
      return output
    }
    let messages = outcome.standardError
    switch outcome.terminationStatus {
    case .exited(0), .exited(2):
      if !messages.isEmpty { tool.errors.write(messages) }
      tool.output.write(String(decoding: outcome.closureResult, as: UTF8.self))
      return outcome.terminationStatus == .exited(2) ? .failed : .pass
    default:
      throw CommandError(
        messages.isEmpty
          ? "\(PlainText.line(program)) ended with \(outcome.terminationStatus)"
          : PlainText.line(messages.replacing(#/^Error: /#, with: "")))
    }
  }

  /// The arguments of the program that reads the code.
  private func arguments(asksCosts: Bool) -> [String] {
    let costs = asksCosts ? ["--ask-costs"] : []
    if let rule { return ["explain"] + costs + ["--", rule] }
    var arguments = ["check"] + without.flatMap { ["--without", $0] }
    for (isSet, flag) in [(fix, "--fix"), (diff, "--diff"), (strict, "--strict")] where isSet {
      arguments.append(flag)
    }
    let options = [
      ("--format", format?.rawValue), ("--baseline", baseline), ("--write-baseline", writeBaseline),
    ]
    for case (let name, let value?) in options { arguments += [name, value] }
    return arguments + costs + ["--", folder]
  }

  /// The path of the program that reads the code.
  private func program() throws -> String {
    guard let program = lintProgram ?? CompanionProgram.path(of: Self.program, inPackage: "Lint")
    else {
      throw CommandError(
        "expected the program \(Self.program) next to this one or in the folder Lint, found none; "
          + "build it with 'make lint-tool' in MapPressure's folder, or install it on the PATH")
    }
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw CommandError(
        "--lint-program: expected a program, found none at \(PlainText.line(program))")
    }
    return program
  }

  private static let program = "mappressure-lint"

  // MARK: - Costs

  /// The cost of a rule's mistake: its numbers, the scenario's answer, and the code of its strategy.
  private struct RuleCost: Encodable {
    var text: String
    var answer: String?
    var code: String?
    var isFree: Bool?
  }

  /// The costs by rule: each scenario is replayed once, with the mistakes of all its rules and the
  /// strategy that it answers.
  private func costs(
    of found: FoundRules, in folder: String, _ tool: MapPressureTool
  ) async throws -> [String: RuleCost] {
    var costs: [String: RuleCost] = [:]
    let rules = found.rules.filter { $0.cost != nil }
    for (name, rules) in Dictionary(grouping: rules, by: { $0.cost?.scenario ?? "" })
      .sorted(by: { $0.key < $1.key })
    {
      do {
        let advice = try MistakeAdvice(name, against: found.mistakes, data: data, tool.families)
        let strategies = (rules.compactMap(\.cost?.naive) + [advice.strategy]).uniqued()
        let folder = folder + "/" + name
        let prepared = try PreparedReplay(
          name, strategies, data: data, in: folder, families: tool.families)
        let results = try await replay(prepared, in: folder, tool)
        for rule in rules {
          guard let cost = rule.cost else { continue }
          let found = cost.cost(in: results, advised: advice.strategy, data: prepared.data)
          costs[rule.identifier] = RuleCost(
            text: found.text, answer: advice.text,
            code: results.scenario.strategy(advice.strategy).inApp?.code, isFree: found.isFree)
        }
      } catch let error where !(error is CancellationError) {
        for rule in rules {
          costs[rule.identifier] = RuleCost(text: "not available: \(PlainText.line("\(error)"))")
        }
      }
    }
    return costs
  }

  /// The results that other commands would have for a scenario, from replays without a measurement.
  private func replay(
    _ prepared: PreparedReplay, in folder: String, _ tool: MapPressureTool
  ) async throws -> ScenarioResults {
    let kept = await cache.kept(limits: limits.limits(), call: tool.invocation)
    let origin = await tool.invocation.origin
    let run = PlanRun(
      plan: prepared.plan, limits: limits.limits(), folder: folder,
      isQuiet: quiet || !tool.errors.isLive, showsAnswers: false, origin: origin,
      call: tool.invocation, kept: kept)
    let results = try await run.results(.fresh, whenInterrupted: "interrupted")
    return try prepared.only(results)
  }
}

/// A replay of a scenario at its largest size, with some strategies.
private struct PreparedReplay {
  let plan: Plan
  /// The file that its pins come from, if the scenario is about a number of pins.
  let data: String?

  init(
    _ name: String, _ strategies: [String], data: String?, in folder: String,
    families: FamilyRegistry
  ) throws {
    guard let own = try ScenarioLibrary().scenarios([name], families: families).first else {
      throw CommandError("there is no scenario '\(name)'")
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.data = Self.isOfPins(own) ? data : nil
    let scenario =
      try AdaptedScenario(own, families: families, data: self.data, strategies: strategies)?
      .scenario(in: folder) ?? own
    let selection = RunSelection(
      strategies: strategies, sizes: scenario.sizes.max().map { [$0] }, trials: 0)
    plan = try Plan(scenarios: [scenario], selection: selection)
  }

  /// Returns whether a scenario replays pins, which those of an app can replace.
  static func isOfPins(_ scenario: Scenario) -> Bool {
    scenario.family.description.sizeLabel == "pins" && scenario.family.keyNames.contains("data")
  }

  func only(_ results: RunResults) throws -> ScenarioResults {
    guard let scenario = results.scenarios.first else { throw CommandError("no result") }
    return scenario
  }
}

/// The strategy to take instead of a mistake: the answer of its scenario at the app's number of pins,
/// or at its largest size.
struct MistakeAdvice {
  let strategy: String
  /// The answer in the words of a report.
  let text: String

  /// - Parameter mistakes: the strategies that are a mistake by some rule.
  init(
    _ name: String, against mistakes: Set<String>?, data: String?, _ families: FamilyRegistry
  ) throws {
    guard let scenario = try ScenarioLibrary().scenarios([name], families: families).first else {
      throw CommandError("there is no scenario '\(name)'")
    }
    var size = scenario.sizes.max() ?? 1
    if let data, PreparedReplay.isOfPins(scenario) {
      size = try PinFile.read(path: data).summary.placeCount
    }
    guard let answer = ReferenceAnswer.nearest(name, size: size),
      let first = answer.strategies.first
    else { throw CommandError("the scenario \(name) has no answer") }
    let right = answer.strategies.first { mistakes?.contains($0) != true }
    strategy = right ?? first
    let more =
      right == nil
      ? "; another rule finds fault with it" : first == right ? "" : "; \(strategy) will do too"
    text = "for \(answer.load(scenario)), the scenario \(name) answers '\(answer.text)'\(more)."
  }
}

extension ReferenceAnswer {
  /// The sizes with their unit: `500 to 1,000 pins`.
  fileprivate func load(_ scenario: Scenario) -> String {
    let last = ScenarioDescription(scenario, selection: RunSelection()).load(sizes.upperBound)
    return sizes.count == 1 ? last : "\(NumberFormat.grouped(sizes.lowerBound)) to \(last)"
  }
}

/// The rules with findings, of the JSON that the program prints.
private struct FoundRules: Decodable {
  struct Rule: Decodable {
    let identifier: String
    let cost: MistakeCost?
  }

  private let version: Int
  let rules: [Rule]
  /// The strategies that are a mistake by some rule: none of them is advised. An earlier version
  /// names none.
  let mistakes: Set<String>?

  init(parsing json: some Sequence<UInt8>) throws {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(json))
    } catch {
      throw CommandError(
        "expected the findings of mappressure-lint as JSON, found other text; \(Self.remedy)")
    }
    guard version == Self.version else {
      throw CommandError(
        "expected findings of version \(Self.version) from mappressure-lint, found version "
          + "\(version); \(Self.remedy)")
    }
  }

  private static let version = 2
  private static let remedy = "build it again with 'make lint-tool'"
}
