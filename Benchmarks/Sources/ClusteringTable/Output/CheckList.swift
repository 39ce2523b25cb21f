/// The checks, one line for each title with what was found on every subject.
enum CheckList {
  static func markdown(_ checks: [Check]) -> String {
    var titles: [String] = []
    for check in checks where !titles.contains(check.title) { titles.append(check.title) }
    let lines = titles.map { title in
      let same = checks.filter { $0.title == title }
      let findings = same.map { check in
        "\(check.hasPassed ? "" : "**FAIL** ")\(check.subject) (\(check.finding))"
      }
      let hasPassed = same.allSatisfy(\.hasPassed)
      return "- \(hasPassed ? "pass" : "**FAIL**"): \(title): "
        + findings.joined(separator: ", ")
    }
    return "\n" + lines.joined(separator: "\n")
  }
}
