import Foundation

/// A second working folder of a repository, for as long as a base is built.
struct Worktree: Sendable {
  let repository: String
  let path: String

  /// Checks a commit out, with its submodules; one that an interrupted build left behind is
  /// replaced.
  func add(_ commit: String, log: String) async throws {
    await remove()
    // A hook of the user's may change what was checked out.
    try await ExternalCommand(
      "git",
      [
        "-C", repository, "-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach",
        "--force", path, commit,
      ]
    ).run(log: log)
    // Where the worktree is none, git answers with the commit of the repository around it.
    let head = try? await ExternalCommand("git", ["-C", path, "rev-parse", "HEAD"]).output()
    guard head == commit else {
      throw BaseBuildError.otherCheckout(expected: commit, found: head ?? "none", path: path)
    }
    guard FileManager.default.fileExists(atPath: path + "/.gitmodules") else { return }
    try await ExternalCommand(
      "git", ["-C", path, "submodule", "update", "--init", "--recursive"]
    ).run(log: log)
  }

  /// Leaves no trace in the repository, even where the task is cancelled meanwhile: cancelling
  /// ends its processes.
  func remove() async {
    await Task.detached { await removed() }.value
  }

  private func removed() async {
    // There may be none, or its folder may have been deleted by hand.
    _ = try? await ExternalCommand(
      "git", ["-C", repository, "worktree", "remove", "--force", "--force", path]
    ).output()
    try? FileManager.default.removeItem(atPath: path)
    _ = try? await ExternalCommand("git", ["-C", repository, "worktree", "prune"]).output()
  }
}
