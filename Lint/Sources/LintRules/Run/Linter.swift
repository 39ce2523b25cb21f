/// Checks the files of a project against rules.
package struct Linter: Sendable {
  package var rules: [Rule]
  /// The time for a file to be parsed, and then to be checked.
  package var limit: Duration

  /// The findings about comments that silence a rule have this name, which no rule has.
  package static let ignoreRule = "ignore-comment"

  package init(rules: [Rule] = Rule.all, limit: Duration = .seconds(20)) {
    self.rules = rules
    self.limit = limit
  }

  /// A file before it is parsed.
  package struct Source: Sendable {
    package var path: String
    package var read: @Sendable () throws(SkippedFile) -> [UInt8]

    package init(path: String, read: @escaping @Sendable () throws(SkippedFile) -> [UInt8]) {
      self.path = path
      self.read = read
    }

    package init(path: String, bytes: [UInt8]) { self.init(path: path) { bytes } }
  }

  /// Checks sources in parallel. The result has the order of the paths, whatever the order of the
  /// work.
  package func check(_ sources: [Source]) -> LintResult {
    var result = LintResult()
    var (files, facts): ([SourceFile], [FileFacts]) = ([], [])
    for (source, parsed) in zip(sources, LargeStack.map(sources, within: limit, parse)) {
      switch parsed ?? .failure(late(source.path)) {
      case .failure(let skipped): result.skipped.append(skipped)
      case .success(let parsed):
        result.files += 1
        result.lines += parsed.lines
        facts.append(parsed.facts)
        if let file = parsed.file { files.append(file) }
      }
    }
    let project = Project(files: files.sorted { $0.path < $1.path }, facts: facts)
    let findings = LargeStack.map(project.files, within: limit) {
      self.findings(in: $0, of: project)
    }
    for (file, findings) in zip(project.files, findings) {
      result.findings += findings ?? []
      if findings == nil { result.skipped.append(late(file.path)) }
    }
    result.findings.sort {
      ($0.path, $0.line, $0.column, $0.rule) < ($1.path, $1.line, $1.column, $1.rule)
    }
    result.skipped.sort { $0.path < $1.path }
    return result
  }

  private func late(_ path: String) -> SkippedFile {
    SkippedFile(path: path, reason: "not finished after \(limit.components.seconds) seconds")
  }

  private struct Parsed: Sendable {
    var lines: Int
    var facts: FileFacts
    /// Only of a file that rules look at.
    var file: SourceFile?
  }

  private func parse(_ source: Source) -> Result<Parsed, SkippedFile> {
    do throws(SkippedFile) {
      let file = try SourceFile(path: source.path, bytes: source.read())
      return .success(
        Parsed(
          lines: file.lines.count, facts: FileFacts(file),
          file: file.isAboutMaps || !file.ignoreComments.isEmpty ? file : nil))
    } catch {
      return .failure(error)
    }
  }

  private func findings(in file: SourceFile, of project: Project) -> [Finding] {
    var findings: [Finding] = []
    for rule in rules where file.isAboutMaps {
      findings += rule.check(file, project).map { Finding($0, rule: rule, file: file) }
    }
    return silenced(findings, by: file)
  }

  /// The findings that no comment ignores, and the mistakes in the comments.
  private func silenced(_ findings: [Finding], by file: SourceFile) -> [Finding] {
    var rest = findings
    let names = Set(rules.map(\.identifier))
    for comment in file.ignoreComments {
      func add(_ message: String, _ sureness: Sureness) {
        rest.append(
          Finding(
            rule: Self.ignoreRule, sureness: sureness, path: file.path, line: comment.line,
            column: comment.column, endLine: comment.line, endColumn: comment.column,
            message: message, snippet: file.lines.text(ofLine: comment.line), edits: []))
      }
      if !names.contains(comment.rule) {
        let found = comment.rule.isEmpty ? "none" : "'\(comment.rule)'"
        add("expected the name of a rule after 'mappressure:ignore', found \(found)", .certain)
      } else if comment.reason.isEmpty {
        add("expected a reason after the rule '\(comment.rule)'; nothing is ignored", .certain)
      } else {
        let count = rest.count
        rest.removeAll { $0.rule == comment.rule && $0.line == comment.coveredLine }
        if rest.count == count {
          add("ignores '\(comment.rule)', which finds nothing here", .note)
        }
      }
    }
    return rest
  }
}

/// The result of a check of a project.
package struct LintResult: Codable, Sendable {
  package var findings: [Finding] = []
  package var skipped: [SkippedFile] = []
  /// The files that were checked, and their lines.
  package var files = 0
  package var lines = 0

  package init() {}
}

/// A file or folder that was not checked.
package struct SkippedFile: Codable, Sendable, Equatable, Error {
  package var path: String
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

extension Finding {
  init(_ match: Match, rule: Rule, file: SourceFile) {
    let start = file.lines.location(
      of: match.node.positionAfterSkippingLeadingTrivia.utf8Offset)
    let end = file.lines.location(of: match.node.endPositionBeforeTrailingTrivia.utf8Offset)
    self.init(
      rule: rule.identifier, sureness: match.sureness ?? rule.summary.sureness, path: file.path,
      line: start.line, column: start.column, endLine: end.line, endColumn: end.column,
      message: match.message, snippet: file.lines.text(ofLine: start.line), edits: match.edits,
      diff: Edit.difference(match.edits, of: file.path, in: file.bytes))
  }
}
