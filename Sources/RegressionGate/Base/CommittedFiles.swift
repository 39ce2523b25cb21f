/// The files of a folder as a commit has them, whatever the folder holds now.
public struct CommittedFiles: Sendable {
  private let commit: String
  private let folder: String

  /// - Parameters:
  ///   - commit: its whole name.
  ///   - folder: an existing folder of the repository.
  public init(commit: String, folder: String) {
    self.commit = commit
    self.folder = folder
  }

  /// The names of the files and folders right in the folder, sorted; empty where the commit has no
  /// such folder.
  public func names() async throws -> [String] {
    do {
      return try await ExternalCommand(
        "git", ["-C", folder, "ls-tree", "--name-only", "-z", commit]
      ).output().split(separator: "\0").map(String.init).sorted()
    } catch let failure as ExternalCommand.Failure {
      throw BaseBuildError.unreadableCommit(commit, reason: failure.lastWords)
    }
  }

  /// The text of a file of the folder.
  public func text(of name: String) async throws -> String {
    do {
      return try await ExternalCommand(
        "git", ["-C", folder, "show", "\(commit):./\(name)"]
      ).output()
    } catch let failure as ExternalCommand.Failure {
      throw BaseBuildError.unreadableCommit(commit, reason: failure.lastWords)
    }
  }
}
