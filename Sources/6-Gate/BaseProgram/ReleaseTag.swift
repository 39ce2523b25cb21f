/// The tag of a release, which a gate takes as its base.
package enum ReleaseTag {
  /// Returns the name of a tag; `latest` is the newest tag `v…` of the commits up to this one, and
  /// among equally new ones the tag with the last version.
  package static func find(_ name: String, in folder: String) async throws -> String {
    let repository = try await Repository(around: folder).path
    let list = ["--sort=-v:refname", "--sort=-creatordate", "--format=%(refname:strip=2)"]
    func tags(_ arguments: String...) async throws -> [String] {
      try await ExternalCommand.git(["for-each-ref"] + list + arguments, in: repository).output()
        .split(separator: "\n").map(String.init)
    }
    let all = try await tags("refs/tags")
    let merged = try await tags("--merged=HEAD", "refs/tags/v*")
    if let tag = name == "latest" ? merged.first : all.first(where: { $0 == name }) { return tag }
    let newest = (all.isEmpty ? ["none"] : all).prefix(3).joined(separator: ", ")
    throw BaseBuildError(
      "expected the tag of a release, or 'latest' and a tag v… on this branch, found '\(name)'; the "
        + "newest tags are: \(newest); give one of them, or fetch others with git fetch --tags")
  }
}
