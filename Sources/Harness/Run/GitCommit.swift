import Subprocess

/// The git commit of the working folder, which has the scenarios and usually the program's sources.
public enum GitCommit {
  /// Returns the working folder's commit, followed by `+changes` if files differ from it, or the
  /// reason why there is none.
  public static func current() async -> String {
    guard let commit = await git(["rev-parse", "--short=12", "HEAD"]), !commit.isEmpty else {
      return "not available: the working folder is not in a git repository"
    }
    let changes = await git(["status", "--porcelain", "--untracked-files=no"]) ?? ""
    return changes.isEmpty ? commit : commit + "+changes"
  }

  private static func git(_ arguments: [String]) async -> String? {
    let result = try? await run(
      .name("git"), arguments: Arguments(arguments), output: .string(limit: 1_000_000),
      error: .discarded)
    guard let result, result.terminationStatus.isSuccess else { return nil }
    return result.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
