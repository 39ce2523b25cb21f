extension BisectResults {
  /// Begins a bisect with the commits between two.
  ///
  /// Merges are followed along their first parents, and commits that do not contain the first one
  /// are left out: they never had its change.
  ///
  /// - Parameters:
  ///   - good: a reference to the first commit, an ancestor of the second one.
  ///   - bad: a reference to the second commit.
  ///   - metric: the name of the metric to follow; `nil` for the one that got worse most.
  ///   - folder: the package's folder or one below it.
  package init(from good: String, to bad: String, metric: String?, folder: String) async throws {
    let project = try await Project(folder: folder)
    let first = try await project.commit(of: good, option: "")
    let last = try await project.commit(of: bad, option: "")
    let span = first + ".." + last
    let later = Set(try await project.lines(["rev-list", "--ancestry-path", span]))
    var commits = try await project.lines([
      "rev-list", "--first-parent", "--reverse", "--format=%H%x1f%as%x1f%an%x1f%s", span,
    ]).compactMap { Commit(parsing: $0) }.filter { later.contains($0.hash) }
    guard let newest = commits.popLast() else {
      let isShallow = try? await project.git(["rev-parse", "--is-shallow-repository"])
      let common = try? await project.git(["merge-base", first, last])
      let advice =
        first == last
        ? "both are \(first.prefix(12)): give an earlier one first"
        : isShallow == "true"
          ? "a shallow clone has the newest commits only: git fetch --unshallow fetches the others"
          : common == last
            ? "it is the later one: bisect \(bad) \(good)"
            : common.map { "begin with their common ancestor: bisect \($0.prefix(12)) \(bad)" }
              ?? "the two have no common ancestor: give commits of one history"
      throw BaseBuildError.fault(
        "expected \(good) to be an earlier commit that \(bad) contains, found that it is not; \(advice)"
      )
    }
    self.init(good: first, bad: newest, between: commits, metric: metric)
  }
}

extension Project {
  /// Returns the lines that a call of git prints, however many they are.
  fileprivate func lines(_ arguments: [String]) async throws -> [String] {
    try await ExternalCommand.git(arguments, in: repository, limit: 100_000_000).output()
      .utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
