import ArgumentParser
import Documents
import Foundation
import Harness
import Reporting
import ScenarioModel
import Support

/// A case on the command line: `10000/grid-clusters`, with a variant before it where there are several.
struct CaseArgument {
  let variant: String?
  let size: Int
  let strategy: String

  init(_ argument: String) throws {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 || parts.count == 3, let strategy = parts.last, !strategy.isEmpty,
      let size = try? ArgumentValue.size(parts[parts.count - 2])
    else {
      throw ValidationError(
        "expected SIZE/STRATEGY or VARIANT/SIZE/STRATEGY, such as 10000/grid-clusters")
    }
    variant = parts.count == 3 ? parts[0] : nil
    self.size = size
    self.strategy = strategy
  }

  /// The case of a scenario, which may have other sizes and strategies of its family.
  func scenarioCase(of scenario: Scenario) throws -> Case {
    let variants = scenario.workload.variants
    let variant = variant ?? variants.first ?? ""
    guard variants.isEmpty || variants.contains(variant) else {
      throw CommandError("--case", unknown: "variant", variant, known: variants)
    }
    let known = scenario.family.strategies.map(\.name)
    guard known.contains(strategy) else {
      throw CommandError("--case", unknown: "strategy", strategy, known: known)
    }
    let maxSize = scenario.workload.maxSize
    guard size <= maxSize else {
      throw CommandError(
        "--case: \(scenario.name): expected a size from 1 to \(maxSize), found \(size)")
    }
    try scenario.workload.check(sizes: [size])
    return Case(scenario: scenario.name, variant: variant, size: size, strategy: strategy)
  }
}

/// A case that is replayed in this process, for a debugger or a profiler: without a worker, limits
/// and meters.
struct DebuggedCase {
  private let scenario: Scenario
  private let scenarioCase: Case
  private let workload: any Workload

  /// - Parameter seed: the seed of a run that replaces the scenario's own.
  init(_ argument: CaseArgument, of scenario: Scenario, seed: UInt64?) throws {
    self.scenario = scenario
    workload = seed.map { scenario.workload.reseeded($0) } ?? scenario.workload
    scenarioCase = try argument.scenarioCase(of: scenario)
  }

  /// The command that replays the first case of a run that did not complete, and the place of its
  /// stack; `nil` if all completed.
  static func advice(on results: RunResults, in folder: String, for call: Invocation) -> String? {
    guard let result = results.cases.first(where: \.isBroken) else { return nil }
    let (named, name) = (result.scenarioCase, result.scenarioCase.scenario)
    let file = results[scenario: name]?.scenario.file ?? name
    let isKnown = (try? ScenarioLibrary().file(name)) == file
    let parts = [named.variant, "\(named.size)", named.strategy].filter { !$0.isEmpty }
    let command = call.command(
      ["run", isKnown ? name : file, "--case", parts.joined(separator: "/"), "--debug"]
        + (results.selection.seed.map { ["--seed", "\($0)"] } ?? []))
    let stack = folder + "/" + RunFolder.backtraceFile(of: named)
    let hasStack = FileManager.default.fileExists(atPath: stack)
    return "repeat it: \(command)" + (hasStack ? "\nits stack: \(stack)" : "")
  }

  /// Replays the case once, and prints its counted and modelled values.
  func run(for call: Invocation) throws {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let replay = try workload.prepare(
      scenarioCase, folders: TrialFolders(own: workspace.path, shared: workspace.path))
    call.errors.write("\(scenarioCase): \(replay.frameCount) frames, in this process\n")
    try replay.run()
    let values = replay.results()
    for metric in scenario.metrics {
      guard let number = values.first(where: { $0.name == metric.name })?.value.number else {
        continue
      }
      call.output.print("\(metric.name)  \(NumberFormat.text(number, metric.unit))")
    }
  }
}
