/// Why the program of a base commit cannot be had.
public enum BaseBuildError: Error, Hashable, Sendable {
  case noRepository(folder: String, reason: String)
  case noPackage(folder: String)
  case unknownReference(String, reason: String)
  /// Git knows the commit, and cannot show what is in it.
  case unreadableCommit(String, reason: String)
  case failed(step: String, log: String, lastWords: String)
  case noProgram(product: String, commit: String, log: String)
  /// The commit has no package where the head has its own.
  case noManifest(commit: String, expected: String, found: [String])
  /// The worktree does not hold the commit.
  case otherCheckout(expected: String, found: String, path: String)
  /// The base would be built from a file of the working folder.
  case foreignSource(String, commit: String)
  case cannotRead(path: String, reason: String)
  case cannotWrite(path: String, reason: String)
  case inProgress(folder: String)
}

extension BaseBuildError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noRepository(_, let reason) where reason.contains("dubious ownership"):
      "git does not read the repository, as it belongs to another user; do what it says: \(reason)"
    case .noRepository(let folder, let reason):
      "expected a git repository to take the base from, found none at \(folder) (\(reason)); "
        + "change into the project's folder, or give a built program with --base-binary"
    case .noPackage(let folder):
      "expected a Package.swift at \(folder) or above, found none; "
        + "change into the package's folder, or give a built program with --base-binary"
    case .unknownReference(let reference, let reason):
      "expected a commit, branch or tag, found '\(reference)', which git does not know "
        + "(\(reason)); a shallow clone has the newest commits only: fetch more of the history "
        + "first, such as with git fetch --unshallow"
    case .unreadableCommit(let commit, let reason):
      "git cannot show the base's scenario files of \(commit): \(reason)"
    case .failed(let step, let log, let lastWords) where lastWords.contains("no product named"):
      "'\(step)' found no such product in the base (\(lastWords)); name the base's program with "
        + "--base-product; all that it said is in \(log)"
    case .failed(let step, let log, let lastWords):
      "the base cannot be built: '\(step)' failed (\(lastWords)); all that it said is in \(log)"
    case .noProgram(let product, let commit, let log):
      "expected the package of \(commit) to build a program '\(product)', found none; name the "
        + "base's program with --base-product; what the build said is in \(log)"
    case .noManifest(let commit, let expected, let found):
      "expected the package's manifest at \(expected) in \(commit.prefix(12)), found "
        + (found.isEmpty
          ? "none in the whole commit" : "\(found.prefix(3).joined(separator: ", "))")
        + "; build the base's package by hand, and give its program with --base-binary"
    case .otherCheckout(let expected, let found, let path):
      "expected a checkout of \(expected) at \(path), found \(found); remove that folder, and run "
        + "git worktree prune"
    case .foreignSource(let path, let commit):
      "the build of the base reads \(path), which belongs to the working folder and not to "
        + "\(commit.prefix(12)): the base would be the head in part; replace the link or the whole "
        + "path that leads there, or build the base elsewhere and give it with --base-binary"
    case .cannotRead(let path, let reason):
      "cannot read \(path): \(reason)"
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason)"
    case .inProgress(let folder):
      "another process is building a base in \(folder); wait for it"
    }
  }
}

extension BaseBuildError {
  /// The file that says more; `nil` where there is none.
  public var log: String? {
    switch self {
    case .failed(_, let log, _), .noProgram(_, _, let log): log
    case .noRepository, .noPackage, .unknownReference, .unreadableCommit, .noManifest,
      .otherCheckout, .foreignSource, .cannotRead, .cannotWrite, .inProgress:
      nil
    }
  }

  /// Whether there is no base to compare with; otherwise the tool or what it was asked is at fault.
  public var isMissingBase: Bool {
    switch self {
    case .noRepository, .noPackage, .unknownReference, .failed, .noProgram, .noManifest,
      .otherCheckout, .foreignSource:
      true
    case .unreadableCommit, .cannotRead, .cannotWrite, .inProgress: false
    }
  }
}
