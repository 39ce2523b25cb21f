import Foundation
import TestSupport
import Testing

/// The documents name commands and options; the tool has them all.
@Suite struct DocumentationTests {
  private static let documents = [
    "README.md", "Scenarios/README.md", "Documentation/Gate.md",
    "Documentation/ContinuousIntegration.md", "Documentation/YourPhone.md",
    "Documentation/Model.md",
  ]

  /// Options of other tools that the workflows start, and of `make calibrate`.
  private static let foreign: Set = [
    "--add", "--before", "--changes", "--filter", "--gates-of-change", "--global", "--output-path",
    "--paginate", "--path",
    "--generate-completion-script", "--product", "--static-swift-stdlib",
  ]

  private static let commands = [
    "try", "advise", "checklist", "init", "report", "export", "run", "sensitivity", "merge", "list",
    "validate", "validate-model", "compare", "baseline", "baseline update", "baseline check",
    "gate", "doctor", "fit-profile",
  ]

  private static func help() async throws -> [String: String] {
    let project = try TemporaryFolder()
    var texts: [String: String] = [:]
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      texts[command] = try await Tool.call(words + ["--help-hidden"], in: project).output
    }
    return texts
  }

  private func options(_ text: some StringProtocol) -> Set<String> {
    Set(String(text).matches(of: /--[a-z][a-z-]*[a-z]/).map { String($0.output) })
  }

  @Test func everyOptionThatADocumentNamesExists() async throws {
    let known = options(try await Self.help().values.joined(separator: "\n")).union(Self.foreign)
    for document in Self.documents {
      let text = try RepositoryFile.text(document)
      #expect(options(text).subtracting(known) == [], "\(document)")
    }
  }

  /// A line that starts a command names options of that very command.
  @Test func everyCommandLineIsOneThatTheToolTakes() async throws {
    let help = try await Self.help()
    var count = 0
    for document in Self.documents {
      let text = try RepositoryFile.text(document)
      for match in text.matches(of: /mappressure (?<command>[a-z]+(?:-[a-z]+)*)(?<rest>[^\n`]*)/) {
        let command = String(match.command)
        guard let known = help[command] else {
          // Prose, or a path; an option behind it would be one of a command that is not there.
          #expect(options(match.rest).isEmpty, "\(document): \(match.output.0)")
          continue
        }
        let more = command == "baseline" ? ["baseline update", "baseline check"] : []
        let all = ([known] + more.compactMap { help[$0] }).joined(separator: "\n")
        #expect(
          options(match.rest).subtracting(options(all)) == [], "\(document): \(match.output.0)")
        count += 1
      }
    }
    #expect(count > 10)
  }
}
