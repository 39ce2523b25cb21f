import ArgumentParser
import Families
import Foundation
import Harness
import Platform
import ScenarioModel
import Simulation
import Support

/// The completions of a shell, one value for each kind of argument.
extension CompletionKind {
  /// Any file: pins and recordings are recognised by their content, not by their names.
  static let anyFile = CompletionKind.file()
  static let json = CompletionKind.file(extensions: ["json"])
  static let yaml = CompletionKind.file(extensions: ["yaml", "yml"])
  static let folder = CompletionKind.directory
  /// A branch or a tag of the repository.
  static let reference = CompletionKind.shellCommand(
    "git for-each-ref --format='%(refname:short)' 2>/dev/null")

  /// The name of a scenario, or the path of its file. Behind several strategies it is a further one,
  /// because shells take each word but the first behind an option for an argument.
  static let scenario = of { line in
    switch line.option {
    case "--strategies": line.strategies
    case "--sizes": []
    default: line.library.names + line.paths(["yaml", "yml"])
    }
  }

  /// A strategy of the scenarios or runs that the line names, or else of any scenario.
  static let strategy = of(\.strategies)

  /// The name of a platform profile, or the path of its file.
  static let profile = of { PlatformProfile.builtInNames + $0.paths(["yaml", "yml"]) }

  /// A metric of a scenario.
  static let metric = of { _ in metrics }

  /// A metric that a comparison tolerates a change of.
  static let tolerance = of { _ in metrics.map { $0 + "=1%" } }

  private static var metrics: [String] {
    FamilyRegistry.standard.families.flatMap(\.description.allMetrics).map(\.name).uniqued()
  }

  private static func of(
    _ candidates: @escaping @Sendable (CompletedLine) -> [String]
  ) -> CompletionKind {
    .custom { candidates(CompletedLine(words: $0, index: $1, prefix: $2)) }
  }
}

/// A command line in which a shell completes a word.
private struct CompletedLine {
  /// The words before it, without the program.
  private let words: [String]
  /// The part of the word before the cursor.
  private let prefix: String
  let library = ScenarioLibrary()

  init(words: [String], index: Int, prefix: String) {
    self.words = Array(words.prefix(max(0, index)).dropFirst())
    self.prefix = prefix
  }

  /// The last option before the word; `nil` without one.
  var option: String? { words.last { $0.hasPrefix("-") } }

  /// The strategies of the scenarios that the line names, of the runs whose folders it names or, if
  /// it names none, of all scenarios.
  var strategies: [String] {
    let arguments = words.filter { !$0.hasPrefix("-") }
    let runs = arguments.filter(ScenarioLibrary.isFolder).compactMap {
      try? RunResults(ofRunIn: $0)
    }
    let names = library.names
    let named = arguments.filter { ScenarioLibrary.isScenarioFile($0) || names.contains($0) }
    let scenarios = named.isEmpty && runs.isEmpty ? names : named
    return
      (runs.flatMap { $0.scenarios.flatMap(\.strategies) }
      + scenarios.flatMap(library.strategies)).uniqued()
  }

  /// The paths of folders, and of files with an extension, that may continue the word.
  func paths(_ extensions: [String]) -> [String] {
    let end = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let folder = String(prefix[..<end])
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { $0.hasPrefix(prefix[end...]) && !$0.hasPrefix(".") }.sorted().compactMap {
      let path = folder + $0
      if ScenarioLibrary.isFolder(path) { return path + "/" }
      return extensions.contains { path.hasSuffix("." + $0) } ? path : nil
    }
  }
}
