import Foundation
import TestSupport
import Testing

/// The completions of a shell: words, names of scenarios and strategies, and paths.
@Suite(.blocking) struct CompletionTests {
  @Test(arguments: [
    ("bash", ["_add_completions -f\n", "_add_completions -d\n", "'!*.@(yaml|yml)'"]),
    ("zsh", ["':file:_files'", ":out:_files -/'", "_files -g '\\''*.yaml *.yml'\\''"]),
    ("fish", ["\"mappressure try\" -eq 1' -F\n", "-rfa '(__mappressure_complete_dir"]),
  ]) func aScriptCompletesPaths(shell: String, parts: [String]) async throws {
    let outcome = try await TemporaryFolder().call(["--generate-completion-script", shell]).expect(
      0)
    for part in parts { #expect(outcome.output.contains(part), "\(part)") }
  }

  /// Command lines, and what a bash offers for the last word of each.
  private static let lines = [
    ("try sto", "stores.csv"), ("serve sto", "stores.csv"), ("run small --data sto", "stores.csv"),
    ("run sm", "small"), ("validate Scenarios/sm", "Scenarios/small.yaml"),
    ("report Scen", "Scenarios"), ("run small --strategies gri", "grid-clusters"),
    ("run small --strategies all-pins gri", "grid-clusters"),
    ("export --format ch", "chrome-trace"), ("try stores.csv --profile slow", "slow-device"),
    ("gate --tolerance allocations", "allocations=1%"), ("advise --changes re", "reloads"),
    ("try stores.csv --out stor", ""),
  ]

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "there is no /bin/bash"))
  func aBashCompletes() throws {
    let folder = try TemporaryFolder(scenarios: [ScenarioFile()], files: ["stores.csv": ""])
    let script = """
      source <("$0" --generate-completion-script bash)
      for line in "$@"; do
        COMP_WORDS=("$0" $line); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
        COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
        _mappressure "$0" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        echo "$line: ${COMPREPLY[*]}"
      done
      """
    let outcome = try RunningTool(
      program: "/bin/bash",
      arguments: ["-c", script, Tool.mappressure.path] + Self.lines.map(\.0), folder: folder
    ).outcome().expect(0)
    #expect(
      outcome.output.split(separator: "\n").map(String.init)
        == Self.lines.map { "\($0.0): \($0.1)" })
  }
}
