/// Why the program of a base commit cannot be had.
public enum BaseBuildError: Error, Hashable, Sendable {
  case noRepository(folder: String)
  case noPackage(folder: String)
  case unknownReference(String, reason: String)
  case failed(step: String, log: String, lastWords: String)
  case noProgram(product: String, commit: String, log: String)
  case cannotWrite(path: String, reason: String)
  case inProgress(folder: String)
}

extension BaseBuildError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noRepository(let folder):
      "expected a git repository to take the base from, found none at \(folder); "
        + "change into the project's folder, or give a built program with --base-binary"
    case .noPackage(let folder):
      "expected a Package.swift at \(folder) or above, found none; "
        + "change into the package's folder, or give a built program with --base-binary"
    case .unknownReference(let reference, let reason):
      "expected a commit, branch or tag, found '\(reference)', which git does not know "
        + "(\(reason)); in a shallow clone, fetch it first: git fetch origin \(reference)"
    case .failed(let step, let log, let lastWords):
      "the base cannot be built: '\(step)' failed (\(lastWords)); all that it said is in \(log)"
    case .noProgram(let product, let commit, let log):
      "expected the package of \(commit) to build a program '\(product)', found none; name the "
        + "base's program with --base-product; what the build said is in \(log)"
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason)"
    case .inProgress(let folder):
      "another process is building a base in \(folder); wait for it"
    }
  }
}

extension BaseBuildError {
  /// Whether there is no base to compare with; otherwise the tool or what it was asked is at fault.
  public var isMissingBase: Bool {
    switch self {
    case .unknownReference, .failed, .noProgram: true
    case .noRepository, .noPackage, .cannotWrite, .inProgress: false
    }
  }
}
