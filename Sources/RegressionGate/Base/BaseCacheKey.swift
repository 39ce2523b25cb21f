import Harness
import Support

/// What two builds of a base must have in common to be the same.
struct BaseCacheKey: Hashable, Sendable {
  /// Fit for the name of a folder: the beginning of the commit's name and a hash of the rest.
  let text: String

  /// - Parameter dependencies: the versions that a base without fixed ones of its own is built
  ///   with: those of the head.
  init(
    commit: String, product: String, options: [String], toolchain: String, dependencies: String
  ) {
    var hash = FowlerNollVoHash()
    for part in [commit, product, toolchain, dependencies] + options { hash.combine(part) }
    text = commit.prefix(12) + "-" + hash.hexadecimal
  }
}
