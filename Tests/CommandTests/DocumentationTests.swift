import Foundation
import MapPressure
import TestSupport
import Testing

/// The documents name commands, options and files; the tool and the project have them all.
@Suite struct DocumentationTests {
  private static let documents = [
    "README.md", "Scenarios/README.md", "Documentation/Gate.md", "Documentation/GateMethod.md",
    "Documentation/ContinuousIntegration.md", "Documentation/YourPhone.md",
    "Documentation/Model.md", "Documentation/ReadingNumbers.md",
    "Documentation/UsingMapPressure.md", "Documentation/WritingStrategies.md",
    "Documentation/Linting.md",
  ]

  /// Options of other tools that the workflows start, and of `make calibrate`.
  private static let foreign: Set = [
    "--add", "--before", "--changes", "--filter", "--gates-of-change", "--global", "--output-path",
    "--path", "--rm", "--generate-completion-script", "--product", "--static-swift-stdlib",
  ]

  private static let commands = [
    "try", "advise", "checklist", "init", "report", "export", "run", "sensitivity", "merge", "list",
    "validate", "validate-model", "compare", "baseline", "baseline update", "baseline check",
    "gate", "bisect", "doctor", "cache", "history", "history add", "history show",
    "lint",
  ]

  private static func help() async throws -> [String: String] {
    let project = try TemporaryFolder()
    var texts: [String: String] = [:]
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      texts[command] = try await project.call(words + ["--help-hidden"]).output
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
        let more = help.filter { $0.key.hasPrefix(command + " ") }.values
        let all = ([known] + more).joined(separator: "\n")
        #expect(
          options(match.rest).subtracting(options(all)) == [], "\(document): \(match.output.0)")
        count += 1
      }
    }
    #expect(count > 10)
  }

  /// The words of each command of a document's indented blocks, without the words that explain it.
  private static func commands(of document: String) throws -> [[String]] {
    try RepositoryFile.text(document)
      .matches(of: /^    mappressure (?<words>\S+(?: \S+)*)/.anchorsMatchLineEndings())
      .map { $0.words.split(separator: " ").map(String.init) }
  }

  @Test(arguments: ["README.md", "Documentation/UsingMapPressure.md", "Documentation/Gate.md"])
  func eachCommandOfABlockIsComplete(document: String) throws {
    let commands = try Self.commands(of: document)
    #expect(commands.count > 3)
    for command in commands {
      #expect(throws: Never.self, "\(command)") { try MapPressureTool.check(command) }
    }
  }

  /// The options with which a command of the README ends within seconds. The others need minutes.
  private static let cheapOptions = [
    "try": "--trials 1 --quiet --no-draws", "list": "", "init": "",
    "run": "--sizes 100 --trials 0 --quiet",
  ]

  @Test(.exhaustive, .blocking) func theCommandsOfTheReadmeRun() throws {
    let folder = try TemporaryFolder()
    try folder.write(OwnPins.csv(swapped: false, count: 40), to: "stores.csv")
    var names: Set<String> = []
    for words in try Self.commands(of: "README.md") {
      guard let options = Self.cheapOptions[words[0]] else { continue }
      let arguments = words + options.split(separator: " ").map(String.init)
      try folder.run(arguments).expect(0)
      names.insert(words[0])
    }
    #expect(names == Set(Self.cheapOptions.keys))
  }

  @Test func theReadmeIsReadInMinutes() throws {
    #expect(try RepositoryFile.text("README.md").utf8.count <= 12_288)
  }

  @Test func everyLinkLeadsToAFileAndAHeading() throws {
    let pages = try FileManager.default
      .contentsOfDirectory(atPath: RepositoryFile.path("Documentation"))
      .filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }
    var count = 0
    for page in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Scenarios/README.md"] + pages {
      for match in try RepositoryFile.text(page).matches(
        of: /\]\((?<path>[^)\s#]*)#?(?<heading>[^)\s]*)\)/)
      where !match.path.contains("://") {
        let folder = RepositoryFile.url(page).deletingLastPathComponent()
        let file =
          match.path.isEmpty
          ? RepositoryFile.url(page) : folder.appending(path: String(match.path)).standardized
        #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(match.output.0)")
        count += 1
        guard !match.heading.isEmpty else { continue }
        let headings = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
          .filter { $0.hasPrefix("#") }.map(Self.anchor)
        #expect(headings.contains(String(match.heading)), "\(page): \(match.output.0)")
      }
    }
    #expect(count > 50)
  }

  /// The anchor that a heading gets on GitHub.
  private static func anchor(_ heading: Substring) -> String {
    heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
      .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
  }
}
