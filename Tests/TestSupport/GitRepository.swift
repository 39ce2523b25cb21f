extension TemporaryFolder {
  /// A command that git refused.
  package struct GitFailure: Error {
    package let arguments: [String]
  }

  /// Runs git in the folder and returns what it prints; repositories elsewhere may be submodules.
  @discardableResult
  package func git(_ arguments: String...) throws -> String { try git(arguments) }

  @discardableResult
  package func git(_ arguments: [String]) throws -> String {
    let options = ["user.name=A", "user.email=a@b", "protocol.file.allow=always"]
    let git = try FinishedProgram(
      ["GIT_ALLOW_PROTOCOL=file", "git", "-C", path] + options.flatMap { ["-c", $0] } + arguments)
    guard git.status == 0 else { throw GitFailure(arguments: arguments) }
    return git.text
  }

  /// Commits all files, in a new repository if there is none.
  package func commitAll(_ message: String = "All") throws {
    if !exists(".git") { try git("init", "--quiet", "--initial-branch", "trunk") }
    try git("add", "--all")
    try git("commit", "--quiet", "-m", message)
  }
}
