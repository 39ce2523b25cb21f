import Foundation

/// A second working folder of a repository, for as long as a base is built.
struct Worktree: Sendable {
  let repository: String
  let path: String

  /// Checks a commit out; one that an interrupted build left behind is replaced.
  func add(_ commit: String, log: String) async throws {
    await remove()
    try await ExternalCommand(
      "git", ["-C", repository, "worktree", "add", "--detach", "--force", path, commit]
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
