import Foundation

extension TemporaryFolder {
  /// What git refused to do.
  package struct GitFailure: Error {
    package let arguments: [String]
  }

  /// Runs git in the folder and returns what it prints; repositories elsewhere may be submodules.
  @discardableResult
  package func git(_ arguments: String...) throws -> String { try git(arguments) }

  @discardableResult
  package func git(_ arguments: [String]) throws -> String {
    let options = ["user.name=A", "user.email=a@b", "protocol.file.allow=always"]
    let git = Process()
    git.currentDirectoryURL = .stable
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments =
      ["GIT_ALLOW_PROTOCOL=file", "git", "-C", path] + options.flatMap { ["-c", $0] } + arguments
    let output = Pipe()
    git.standardOutput = output
    try git.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    git.waitUntilExit()
    guard git.terminationStatus == 0 else { throw GitFailure(arguments: arguments) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Commits all files, in a new repository if there is none.
  package func commitAll(_ message: String = "All") throws {
    if !exists(".git") { try git("init", "--quiet", "--initial-branch", "trunk") }
    try git("add", "--all")
    try git("commit", "--quiet", "-m", message)
  }
}
