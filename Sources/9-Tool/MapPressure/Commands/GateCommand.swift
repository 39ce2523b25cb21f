import Answers
import ArgumentParser
import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel
import Support

/// `mappressure gate`: compares this build with a base.
struct GateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Compare this build with a base, and fail if it got worse.",
    usage: "mappressure gate --base <reference> [<scenario> ...] [<options>]",
    discussion: """
      Counted and modelled numbers are compared exactly. For times, both programs \
      replay the same frames in turns, in many pairs of processes; with a baseline \
      file, times are compared with a coarse limit.

        mappressure gate --base main
        mappressure gate --base v1.2 ten-thousand-pins --sizes 10000
        mappressure gate --base-release latest
        mappressure gate --base-binary ../before/.build/release/mappressure
        mappressure gate --baseline baseline.json

      Exit codes: 0 pass, 1 error of the tool or its input, 2 a metric got worse, \
      3 a case crashed, timed out or ran out of memory, 5 the base is missing or \
      cannot be compared with, 7 inconclusive (with --fail-on-inconclusive). \
      --help-hidden lists further options.
      """)

  @Argument(
    help: "Names of scenarios or paths of scenario files. (default: all in Scenarios)",
    completion: .scenario)
  var scenarios: [String] = []

  @OptionGroup(title: "The base (one of these)") var base: GateBaseOptions
  @OptionGroup(title: "The comparison") var timing: GateTimingOptions
  @OptionGroup var comparison: ComparisonOptions
  @OptionGroup var options: RunOptions

  @Option(
    help: ArgumentHelp(
      "Compare only this part of the cases, such as 2/3. 'merge' joins the parts of all machines.",
      visibility: .hidden),
    transform: { try Shard($0) })
  var shard: Shard?

  @Option(
    help: """
      The folder for the report: gate.md, gate.html, gate.json, junit.xml. (default: Reports/gate)
      """,
    completion: .folder)
  var out: String?

  @Flag(help: "Continue the unfinished gate in that folder.")
  var resume = false

  @Flag(
    help: ArgumentHelp(
      "Print GitHub's annotations. (default: on if GITHUB_ACTIONS is true)", visibility: .hidden))
  var github = false

  @Option(
    help: ArgumentHelp(
      "Append the report in Markdown to this file, such as $GITHUB_STEP_SUMMARY.",
      visibility: .hidden), completion: .anyFile)
  var summary: String?

  func validate() throws {
    let ofPairs = timing.optionOfPairs ?? (resume ? "--resume" : shard.map { _ in "--shard" })
    guard case .baseline = try base.choice, let option = ofPairs else { return }
    throw ValidationError(
      "\(option) needs --base or --base-binary: a baseline file holds no program to run")
  }

  func run(with tool: MapPressureTool) async throws -> ToolExitCode {
    try ComparisonFolder.check(folder)
    let earlier =
      resume ? try ComparisonResults(ofFileAt: "\(folder)/\(ComparisonReport.documentFile)") : nil
    let report = GateReport(
      ComparisonOutput(
        failsOnInconclusive: comparison.failOnInconclusive, isQuiet: options.quiet, folder: folder,
        annotates: github || ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true",
        summaryFile: summary),
      of: earlier ?? nothingCompared(.programs, base: base.name, tool), to: tool)
    do {
      let plan = try plan(families: tool.families)
      let tolerances = try comparison.tolerances.tolerances(
        of: plan.scenarios.flatMap(\.metrics) + Metric.ofGates)
      return try report.finish(
        await results(
          plan, earlier: earlier, tool: tool, tolerances: tolerances, report: report))
    } catch is CancellationError {
      return try report.finishUnfinished()
    } catch {
      // An error of the arguments has its own exit code and message. The results of another gate
      // than that to resume stay.
      guard MapPressureCommand.exitCode(for: error) == .failure, !(error is FinishedRunError)
      else { throw error }
      // The report names the failure too: many readers see only the report.
      let code = try report.finish(failure: "\(error)")
      tool.errors.write(error)
      return code
    }
  }

  /// Compares with the base. A base that is missing or cannot be compared with is a refusal in the
  /// results, so that the report names it too.
  private func results(
    _ plan: Plan, earlier: ComparisonResults?, tool: MapPressureTool, tolerances: [Tolerance],
    report: GateReport
  ) async throws -> ComparisonResults {
    switch try base.choice {
    case .baseline(let file):
      do {
        return try await plan.compared(
          withBaseline: file,
          selection: CaseSelection(options, scenarios: scenarios, of: plan.scenarios.map(\.name)),
          tolerances: tolerances, policy: comparison.hostMismatch, today: ComparisonOptions.today,
          exactOnly: timing.exactOnly, command: command(tool)
        ) { plan in
          try await PlanRun.measure(
            plan, limits: options.limits, folder: nil, isQuiet: options.quiet,
            for: tool.invocation)
        }
      } catch let error as BaselineError {
        return nothingCompared(.baseline, base: file, refusal: "\(error)", tool)
      }
    case .reference(let reference):
      do {
        let folder = FileManager.default.currentDirectoryPath
        let tag = base.baseRelease == nil ? nil : try await ReleaseTag.find(reference, in: folder)
        let built = try await build(tag.map { "refs/tags/" + $0 } ?? reference, tool)
        // What another shard compares is not missing in this one.
        let known = await BaseScenarios(
          commit: built.commit, checkout: built.checkout, plan: try plan.ofAllShards,
          names: scenarios, folder: folder, families: tool.families)
        let head = HeadProgram(executable: WorkerProgram.ownPath, source: tool.source)
        return try await compare(
          plan, with: built.executable,
          name: "\(tag.map { "release " + $0 } ?? reference) (\(built.commit.prefix(12)))",
          terms: terms(of: plan, base: known.descriptions, tolerances, known.relaxations),
          buildFolder: built.buildFolder, earlier: earlier, report: report,
          warnings: built.warnings
            + (await head.warnings(comparedWith: built.commit, in: folder)),
          tool: tool)
      } catch let error as BaseBuildError where error.isMissingBase {
        // The folder of builds is hidden, and services that collect a job's files skip such folders.
        if let log = error.log { try BuildLogCopy.write(of: log, to: folder) }
        return nothingCompared(.programs, base: base.name, refusal: "\(error)", tool)
      }
    case .program(let path):
      guard FileManager.default.isExecutableFile(atPath: path), !ScenarioLibrary.isFolder(path)
      else {
        return nothingCompared(
          .programs, base: path,
          refusal: "expected a built program at \(path), found none that can be started; build the "
            + "base there, or give its commit with --base", tool)
      }
      return try await compare(
        plan, with: path, name: path, terms: terms(of: plan, base: nil, tolerances),
        buildFolder: nil, earlier: earlier, report: report,
        warnings: [
          "--base-binary has no scenario files of the base: the gate does not notice cases and "
            + "thresholds that the head's files have dropped, and ignores tolerances wider than the "
            + "metrics' own; give the base's commit with --base, or --tolerance"
        ], tool: tool)
    }
  }

  private func terms(
    of plan: Plan, base: [ScenarioDescription]?, _ tolerances: [Tolerance],
    _ relaxations: [Relaxation] = []
  ) -> ComparisonTerms {
    ComparisonTerms(
      .programs, base: base,
      head: plan.scenarios.map { ScenarioDescription($0, selection: plan.selection) },
      given: tolerances, relaxations: relaxations, today: ComparisonOptions.today)
  }

  private func build(_ reference: String, _ tool: MapPressureTool) async throws -> BuiltBase {
    let display = GateDisplay(isQuiet: options.quiet, errors: tool.errors)
    let build = BaseBuild(
      reference: reference, product: base.baseProduct ?? WorkerProgram.ownName,
      folder: FileManager.default.currentDirectoryPath)
    defer { display.end() }
    let start = ContinuousClock.now
    let built = try await tool.invocation.interruption.cancelling {
      try await build.program { display.show($0) }
    } orElse: {
      tool.errors.write("interrupted; nothing was compared\n")
    }
    display.show(built: built.commit, in: .now - start)
    return built
  }

  /// The results before anything is compared, or those of a base that cannot be compared with.
  private func nothingCompared(
    _ kind: ComparisonResults.Kind, base: String, refusal: String? = nil, _ tool: MapPressureTool
  ) -> ComparisonResults {
    ComparisonResults(
      kind: kind, base: ComparisonResults.Origin(name: base, provenance: nil),
      head: ComparisonResults.Origin(name: "this build", provenance: nil), refusal: refusal,
      cases: [], command: command(tool))
  }

  /// The plan, with two trials of each case unless the user asked for others: the second one checks
  /// that the counts are the same.
  private func plan(families: FamilyRegistry) throws -> Plan {
    if case .baseline(let file) = try base.choice {
      return try options.plan(of: scenarios, inBaseline: file, families: families)
    } else {
      let plan = try options.plan(of: scenarios, families: families)
      var selection = plan.selection
      selection.trials = selection.trials ?? 2
      return try Plan(scenarios: plan.scenarios, selection: selection, shard: shard)
    }
  }

  private func compare(
    _ plan: Plan, with executable: String, name: String, terms: ComparisonTerms,
    buildFolder: String?, earlier: ComparisonResults?, report: GateReport, warnings: [String],
    tool: MapPressureTool
  ) async throws -> ComparisonResults {
    let display = GateDisplay(isQuiet: options.quiet, errors: tool.errors)
    display.say("base: \(name), head: this build; reading the cases of both")
    var compared = ProgramComparison.Options(
      timed: timing.timed(limits: options.limits, seed: earlier?.orderSeed),
      instructions: timing.instructions, terms: terms,
      policy: comparison.hostMismatch, limits: options.limits)
    compared.budget = timing.budget * 60
    compared.timesAll = timing.timeAll
    compared.first = StandardScenarios.first
    compared.profiles = folder
    let comparison = try ProgramComparison(
      plan: plan,
      base: ComparedProgram(
        program: .worker(at: executable), name: name, buildFolder: buildFolder),
      head: ComparedProgram(program: .itself(), name: "this build"),
      options: compared, warnings: warnings, earlier: earlier,
      provenance: .current(commit: await GitCommit.current()), command: command(tool)
    ) { [options, call = tool.invocation] program in
      await options.cache.kept(for: program, limits: options.limits, call: call)
    }
    return try await tool.invocation.interruption.cancelling {
      try await comparison.run { event in
        display.show(event)
        if case .known(let results) = event { report.update(results) }
      }
    } orElse: {
      tool.errors.write("interrupted; the report has the comparisons so far\n")
    }
  }

  private var folder: String {
    out ?? shard.map { "Reports/gate-shard-\($0.index)-of-\($0.count)" } ?? "Reports/gate"
  }

  /// The beginning of each command that repeats a part of the comparison.
  private func command(_ tool: MapPressureTool) -> String {
    tool.invocation.command(
      ["gate"] + base.repeatedArguments + timing.repeatedArguments + options.repeatedArguments
        + comparison.repeatedArguments)
  }
}
