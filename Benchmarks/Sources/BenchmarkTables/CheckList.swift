/// The checks, one line for each title with what was found on every subject.
public enum CheckList {
  public static func markdown(_ checks: [Check]) -> String {
    var titles: [String] = []
    for check in checks where !titles.contains(check.title) { titles.append(check.title) }
    return titles.map { title in
      let same = checks.filter { $0.title == title }
      let findings = same.map { check in
        "\(check.hasPassed ? "" : "**FAIL** ")\(check.subject) (\(check.finding))"
      }
      let result = same.allSatisfy(\.hasPassed) ? "pass" : "**FAIL**"
      return "- \(result): \(title): " + findings.joined(separator: ", ")
    }.joined(separator: "\n")
  }
}
