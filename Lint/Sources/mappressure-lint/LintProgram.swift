import ArgumentParser
import Foundation
import LintRules

/// The program that 'mappressure lint' starts, which adds what the findings cost.
@main
struct LintProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mappressure-lint",
    abstract: "Find mistakes with maps in Swift code.",
    discussion: """
      'mappressure lint' starts this program, and adds what each mistake costs with your pins.

      Exit codes: 0 pass, 1 error, 2 findings with --strict (notes do not count) or of the \
      severity error, 64 wrong usage.
      """,
    subcommands: [CheckCommand.self, ExplainCommand.self, RulesCommand.self])
}

/// The standard streams, which may be closed, full or without a reader.
enum Output {
  /// Prints a report; throws if that fails.
  static func print(_ text: String) throws {
    do throws(DescriptorOutput.Failure) {
      try write(text, to: STDOUT_FILENO)
    } catch {
      // A reader that left, such as 'head', has what it wants.
      throw error.code == EPIPE ? ExitCode.failure : Unprinted(reason: error.reason)
    }
  }

  /// Prints a message; ignores a failure.
  static func say(_ text: String) { try? write(text, to: STDERR_FILENO) }

  private static func write(
    _ text: String, to descriptor: Int32
  ) throws(DescriptorOutput.Failure) {
    signal(SIGPIPE, SIG_IGN)
    try DescriptorOutput.write(Array(text.utf8)[...], to: descriptor)
  }

  private struct Unprinted: Error, CustomStringConvertible {
    let reason: String
    var description: String { "cannot write to standard output: \(reason)" }
  }
}

enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif, github
}

struct ReportOptions: ParsableArguments {
  @Option(
    help: "text, json, sarif or github. (default: github where GITHUB_ACTIONS is set, else text)")
  var format: ReportFormat?

  @Flag(help: "Exit with 2 if there is a finding; notes do not count.")
  var strict = false

  /// Prints a report, and ends the program if there are findings that count.
  func end(with report: LintReport) throws {
    let actions = ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true"
    let text = TextReport(report)
    let output =
      switch format ?? (actions ? .github : .text) {
      case .text: text.findings + "\n" + text.sections
      case .json: try report.json
      case .sarif: try SARIFReport(report).text
      case .github: GitHubReport(report).text + "\n" + text.sections
      }
    try Output.print(output)
    if report.fails(isStrict: strict) { throw ExitCode(2) }
  }
}

/// `mappressure-lint check`: the findings in a folder.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Print the findings in a folder.")

  @Argument(help: "A folder with Swift files, or a Swift file.")
  var folder: String

  @OptionGroup var options: ReportOptions

  @Option(help: "A rule to skip; may be repeated.")
  var without: [String] = []

  @Flag(help: "Make the safe fixes first, and print the remaining findings.")
  var fix = false

  @Flag(help: "Print the differences that --fix would make, and nothing else.")
  var diff = false

  @Option(help: "A file of findings to leave out, as --write-baseline writes it.")
  var baseline: String?

  @Option(help: "Write all findings to a file, which --baseline reads, and print no findings.")
  var writeBaseline: String?

  @Flag(help: "Print the findings as a line of JSON, then read their costs from standard input.")
  var askCosts = false

  func validate() throws {
    for name in without where !Rule.all.contains(where: { $0.identifier == name }) {
      throw ValidationError(
        "--without: expected a rule that 'mappressure-lint rules' prints, found '\(name)'")
    }
    if [fix, diff, writeBaseline != nil].count(where: \.self) > 1 {
      throw ValidationError("expected one of --fix, --diff and --write-baseline, found several")
    }
  }

  func run() throws {
    let linter = Linter(rules: Rule.all.filter { !without.contains($0.identifier) })
    let folder = SourceFolder(folder)
    if diff { return try Output.print(try folder.differences(linter)) }
    if fix { Output.say(try folder.fix(linter)) }
    var result = try folder.check(linter)
    if let writeBaseline {
      try AtomicFile.write(try Baseline(result.findings).json, to: writeBaseline)
      return Output.say("wrote \(counted(result.findings.count, "finding")) to \(writeBaseline)\n")
    }
    if let baseline { try Baseline(contentsOf: baseline).remove(from: &result) }
    var report = LintReport(result, rules: linter.rules)
    if askCosts { try report.askCosts() }
    try options.end(with: report)
  }
}

extension LintReport {
  /// Prints the report on a line, and reads the costs of its rules.
  fileprivate mutating func askCosts() throws {
    try Output.print(line + "\n")
    add(
      try JSONDecoder().decode(
        [String: RuleCost].self, from: FileHandle.standardInput.readDataToEndOfFile()))
  }
}

/// `mappressure-lint explain`: a rule with its cost, and the ways to change or silence it.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule.")

  @Argument(help: "The name of a rule.")
  var rule: String

  @Flag(help: "Print the rule as a line of JSON, then read its cost from standard input.")
  var askCosts = false

  func run() throws {
    guard let found = Rule.all.first(where: { $0.identifier == rule }) else {
      throw LintConfiguration.Mistake(
        description: "expected a rule that 'mappressure-lint rules' prints, found '\(rule)'")
    }
    var report = LintReport(explaining: found)
    if askCosts { try report.askCosts() }
    try Output.print(TextReport(report).explanation(of: found.summary))
  }
}

/// `mappressure-lint rules`: the rules that are checked.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Print the rules.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, markdown
  }

  @Option(help: "json or markdown.")
  var format = Format.markdown

  func run() throws {
    let document = RuleDocument()
    switch format {
    case .json: try Output.print(document.json)
    case .markdown: try Output.print(document.markdown)
    }
  }
}
