import TestSupport
import Testing

@Suite struct HelpTests {
  private static let commands = [
    "run", "sensitivity", "merge", "list", "validate", "validate-model", "compare", "baseline",
    "gate", "doctor", "try", "advise", "checklist", "init", "report",
    "export", "trace", "schema", "cache", "bisect", "history", "lint",
  ]

  private func help(_ command: [String], option: String = "--help") async throws -> String {
    let outcome = try await TemporaryFolder().call(command + [option]).expect(0)
    #expect(outcome.errors == "")
    return outcome.output
  }

  @Test func showsExamplesCommandsAndExitCodes() async throws {
    let help = try await help([]).split { $0.isWhitespace }.joined(separator: " ")
    for command in Self.commands { #expect(help.contains(" \(command) "), "\(command)") }
    #expect(help.contains("mappressure run ten-thousand-pins"))
    #expect(help.contains("mappressure gate --base main"))
    for code in [
      "0 pass", "1 error", "2 a threshold failed", "3 a case broke", "5 no base",
      "7 inconclusive", "64 ", "130 ",
    ] { #expect(help.contains(code), "\(code)") }
    for group in [
      "START:", "WITH A RUN:", "WITH TWO RUNS OR PROGRAMS:", "WITH SCENARIOS AND THEIR DATA:",
      "WITH THIS MACHINE AND THE MODEL:",
    ] { #expect(help.contains(group)) }
    let first = try #require(help.split(separator: "START:").last?.split(separator: "WITH").first)
    let six = ["try", "advise", "run", "gate", "lint", "init"]
    let named = first.matches(of: /\b([a-z]+) (?=[A-Z])/).map { String($0.1) }
    #expect(named.filter((six + Self.commands).contains) == six)
    // Commands that only the tool itself starts have no help.
    #expect(!help.contains("worker"))
  }

  @Test func theGatesHelpBeginsWithFiveOptions() async throws {
    let options = try await help(["gate"]).matches(of: /\n  (--[a-z-]+)/).map { String($0.1) }
    #expect(
      options.prefix(5) == ["--base", "--baseline", "--exact-only", "--budget", "--tolerance"])
  }

  /// Examples and the options that are used often; the others are in --help-hidden.
  @Test(arguments: commands) func helpIsAScreenWithAnExample(command: String) async throws {
    let help = try await help([command])
    #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 60, "\(command)")
    #expect(help.contains("\n  mappressure \(command)"), "\(command)")
    let usage = help.split(separator: "\n").first { $0.hasPrefix("USAGE: ") }
    #expect(try #require(usage).count <= 80, "\(command)")
    #expect(!help.contains("\\\n") || command == "export", "\(command)")
  }

  @Test(arguments: [
    ["run"]: [
      "--strategies", "--sizes", "--trials", "--seed", "--out", "--resume", "--timeout",
      "--memory-limit", "--no-cache", "--quiet", "<scenarios>",
    ],
    ["list"]: ["--json"],
    ["try"]: ["<file>", "--slowness", "--measured", "--test", "--clock", "--as"],
    ["validate"]: ["<files>"],
    ["validate-model"]: [
      "<files>", "--profile", "--measured", "--scenario", "--test", "--case", "--clock", "--out",
    ],
    ["merge"]: ["<runs>", "--out", "--fail-on-inconclusive", "--quiet"],
    ["compare"]: [
      "<base>", "<head>", "--strategies", "--sizes", "--tolerance", "--host-mismatch", "--out",
      "--fail-on-inconclusive", "--quiet",
    ],
    ["baseline", "update"]: ["<file>", "<scenarios>", "--trials", "--out"],
    ["baseline", "check"]: ["<file>", "<scenarios>", "--tolerance", "--host-mismatch", "--out"],
    ["gate"]: [
      "<scenarios>", "--base", "--base-release", "--base-binary", "--baseline", "--base-product",
      "--exact-only",
      "--instructions", "--margin", "--budget", "--case-budget", "--shard", "--resume",
      "--tolerance", "--fail-on-inconclusive", "--out",
      "--github", "--summary", "--quiet",
    ],
    ["bisect"]: [
      "<good>", "<bad>", "<scenarios>", "--metric", "--exact-only", "--margin", "--budget",
      "--strategies", "--sizes", "--tolerance", "--fail-on-inconclusive", "--out", "--resume",
      "--json",
    ],
    ["history", "add"]: ["<folder>", "--to", "--commit"],
    ["history", "show"]: ["--from", "--scenario", "--metric", "--out", "--json"],
    ["doctor"]: ["--json", "--require", "--seconds"],
    ["cache"]: ["--clear", "--json"],
  ]) func documentsEveryOption(_ command: [String], _ options: [String]) async throws {
    let lines = try await help(command, option: "--help-hidden").split(separator: "\n")
    for option in options {
      let index = try #require(
        lines.firstIndex { $0.hasPrefix("  " + option) }, "\(option) is not documented")
      // The words are to the right of the option, or below a long one.
      let words = lines[index].split(separator: " ").filter { !$0.contains("<") }.count
      let below = lines.index(after: index)
      let hasMore = below < lines.endIndex && lines[below].hasPrefix("          ")
      #expect(words > 2 || hasMore, "\(option) has no explanation")
    }
  }

  /// In a process: the identifier is that of the program.
  @Test(.blocking) func tellsItsVersion() throws {
    let outcome = try TemporaryFolder().run("--version").expect(0)
    #expect(outcome.output.split(separator: ".").count == 3)
    // Tests run a program of 'swift build', whose identifier is the linker's own.
    #expect(outcome.output.contains("a build without a commit"))
  }
}
