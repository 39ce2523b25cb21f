import Foundation
import TestSupport
import Testing

/// The summary on a terminal, which the command `script` makes.
@Suite(
  .blocking,
  .enabled(if: TerminalScript.path != nil, "there is no command 'script', which makes a terminal"))
struct TerminalColorTests {
  private func output(_ environment: String) throws -> String {
    var file = ScenarioFile()
    file.more = "thresholds: { all-pins: ['pin-coverage == 1'] }"
    let project = try TemporaryFolder(scenarios: [file])
    let command =
      "stty cols 100 && env -u NO_COLOR TERM=xterm \(environment) "
      + "'\(Tool.mappressure.path)' run small --trials 0"
    let outcome = try RunningTool(
      program: try #require(TerminalScript.path), arguments: ["-qec", command, "/dev/null"],
      folder: project
    ).outcome()
    #expect(outcome.output.contains("PASSED"))
    return outcome.output
  }

  @Test func aVerdictHasAColorOnATerminal() throws {
    #expect(try output("").contains("\u{1B}[1;32mPASSED\u{1B}[0m: "))
  }

  @Test(.exhaustive, arguments: ["NO_COLOR=1", "TERM=dumb"])
  func colorsCanBeTurnedOff(environment: String) throws {
    #expect(try !output(environment).contains("\u{1B}[1;32m"))
  }
}

/// The command of util-linux that runs another one on a terminal.
private enum TerminalScript {
  static let path = ["/usr/bin/script"].first { FileManager.default.isExecutableFile(atPath: $0) }
}
