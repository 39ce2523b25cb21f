import Foundation
import Subprocess

/// The git commit of the working folder, which has the scenarios and usually the program's sources.
public enum GitCommit {
  /// Returns the working folder's commit, followed by `+changes` if files differ from it, or the
  /// reason why there is none.
  public static func current() async -> String {
    guard let commit = await git(["rev-parse", "--short=12", "HEAD"]), !commit.isEmpty else {
      return "not available: the working folder is not in a git repository"
    }
    let changes =
      await git(["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty"])
      ?? ""
    return changes.isEmpty ? commit : commit + "+changes"
  }

  private static func git(_ arguments: [String]) async -> String? {
    let result = try? await run(
      .name("git"), arguments: Arguments(arguments),
      environment: GitSettings.environment(in: nil), output: .string(limit: 1_000_000),
      error: .discarded)
    guard let result, result.terminationStatus.isSuccess else { return nil }
    return result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// The settings of every call of git: no program runs that the configuration of a repository names.
///
/// Without hooks, monitors of the file system and filters, git shows files as the repository stores
/// them. Content that a filter keeps elsewhere, such as Git LFS, is not there.
package enum GitSettings {
  private static let fixed: [(name: String, value: String)] = [
    ("core.hooksPath", "/dev/null"), ("core.fsmonitor", "false"),
    ("core.untrackedCache", "false"), ("protocol.ext.allow", "never"),
    ("submodule.recurse", "false"),
  ]

  /// Returns the variables for a call in a folder, which git prefers to all files of its
  /// configuration.
  ///
  /// - Parameter folder: `nil` for the working folder.
  package static func environment(in folder: String?) async -> Environment {
    var settings = fixed
    for name in await filters(in: folder) {
      // An empty command is none.
      for command in ["smudge", "clean", "process"] {
        settings.append((name: "filter.\(name).\(command)", value: ""))
      }
      settings.append((name: "filter.\(name).required", value: "false"))
    }
    return variables(of: settings)
  }

  /// Returns the names of the filters in the configuration of a folder's repository, and in the
  /// user's.
  package static func filters(in folder: String?) async -> [String] {
    let place = folder.map { ["-C", $0] } ?? []
    let result = try? await run(
      .name("git"),
      arguments: Arguments(
        place + [
          "config", "-z", "--name-only", "--get-regexp",
          #"^filter\..*\.(smudge|clean|process)$"#,
        ]), environment: variables(of: fixed), output: .string(limit: 1_000_000),
      error: .discarded)
    // There are none where git finds none, and where it cannot read the configuration at all: then
    // it does not do anything else either.
    guard let result, result.terminationStatus.isSuccess else { return [] }
    let keys = result.standardOutput.split(separator: "\0")
    return Set(
      keys.compactMap { key in
        key.lastIndex(of: ".").map { String(key[..<$0].dropFirst("filter.".count)) }
      }
    ).sorted()
  }

  /// Settings as variables, in which a name may have any character; the settings of the environment
  /// stay.
  private static func variables(of settings: [(name: String, value: String)]) -> Environment {
    let own = ProcessInfo.processInfo.environment["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
    var variables: [Environment.Key: String?] = [
      "GIT_CONFIG_COUNT": "\(own + settings.count)",
      // The commit's own content counts, not the one that 'git replace' shows here.
      "GIT_NO_REPLACE_OBJECTS": "1",
    ]
    for (index, setting) in settings.enumerated() {
      let number = own + index
      variables[Environment.Key(stringLiteral: "GIT_CONFIG_KEY_\(number)")] = setting.name
      variables[Environment.Key(stringLiteral: "GIT_CONFIG_VALUE_\(number)")] = setting.value
    }
    return .inherit.updating(variables)
  }
}
