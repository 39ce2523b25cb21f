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
    func kept<Value>(_ results: [Result<Value, SkippedFile>?], of paths: [String]) -> [Value] {
      zip(paths, results).compactMap { path, value in
        switch value ?? .failure(late(path)) {
        case .success(let value): return value
        case .failure(let skipped):
          result.skipped.append(skipped)
          return nil
        }
      }
    }
    let texts = kept(
      LargeStack.map(sources, within: limit) { source in
        Result { () throws(SkippedFile) in try SourceText(path: source.path, bytes: source.read()) }
      }, of: sources.map(\.path))
    let unread = result.skipped.count
    result.lines = texts.reduce(0) { $0 + $1.lineCount }
    // What is about maps, then what declares the types that it names, and those that these name; and
    // what makes an object with a location manager.
    var rest = texts.sorted { $0.path < $1.path }
    var files: [SourceFile] = []
    var names: Set<String> = []
    for round in 0..<4 {
      let managers = round == 3 ? files.flatMap(\.managerTypes) : []
      let isNext: (SourceText) -> Bool =
        switch round {
        case 0: \.mayBeAboutMaps
        case 3: { text in managers.contains { text.contains($0 + "()") } }
        default: { !$0.declaredTypes.isDisjoint(with: names) }
        }
      let next = rest.filter(isNext)
      rest.removeAll(where: isNext)
      let parsed = kept(
        LargeStack.map(next, within: limit) { text in
          Result { () throws(SkippedFile) in try SourceFile(text) }
        }, of: next.map(\.path))
      files += parsed
      names = parsed.reduce(into: []) { $0.formUnion($1.identifiers) }
    }
    files.sort { $0.path < $1.path }
    result.files = texts.count - (result.skipped.count - unread)
    result.skipped += files.compactMap(\.mistake)
    let project = LargeStack.map([(files, rest)], within: limit * 4) { Project($0, others: $1) }[0]
    guard let project else {
      result.skipped += files.map { late($0.path) }
      return result
    }
    let findings = LargeStack.map(files, within: limit) { self.findings(in: $0, of: project) }
    for (file, findings) in zip(files, findings) {
      result.findings += findings ?? []
      guard findings == nil else { continue }
      result.files -= 1
      result.skipped.append(late(file.path))
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

  private func findings(in file: SourceFile, of project: Project) -> [Finding] {
    var findings: [Finding] = []
    let isAboutMaps = file.isAboutMaps
    for rule in rules where isAboutMaps || rule.looksEverywhere {
      findings += rule.check(file, project).map { Finding($0, rule: rule, file: file) }
    }
    return silenced(findings, by: file)
  }

  /// The findings that no comment ignores, and the mistakes in the comments.
  private func silenced(_ findings: [Finding], by file: SourceFile) -> [Finding] {
    var rest = findings
    let names = Set(Rule.all.map(\.identifier))
    let checked = Set(rules.map(\.identifier))
    for comment in file.ignoreComments where comment.kind != .end {
      func add(_ message: String, _ sureness: Sureness) {
        rest.append(
          Finding(
            rule: Self.ignoreRule, sureness: sureness, severity: sureness.severity, path: file.path,
            line: comment.line, column: comment.column, endLine: comment.line,
            endColumn: comment.column, message: message,
            snippet: file.lines.text(ofLine: comment.line), edits: [], isSuggestion: false))
      }
      let unknown = comment.rules.first { !names.contains($0) }
      let lines = file.lines(of: comment)
      if comment.rules.isEmpty || unknown != nil {
        let found = unknown.map { "'\($0)'" } ?? "none"
        add("expected the name of a rule after 'mappressure:ignore', found \(found)", .certain)
      } else if comment.reason.isEmpty {
        add(
          "expected a reason after the rule '\(comment.rules[0])'; nothing is ignored", .certain)
      } else if let lines {
        for rule in comment.rules where checked.contains(rule) {
          let count = rest.count
          rest.removeAll { $0.rule == rule && lines.contains($0.line) }
          if rest.count == count { add("ignores '\(rule)', which finds nothing here", .note) }
        }
      } else {
        add("expected 'mappressure:ignore-end \(comment.rules[0])' below, found none", .certain)
      }
    }
    return rest
  }
}

extension SourceFile {
  /// The lines that a comment silences; `nil` if their end is missing.
  fileprivate func lines(of comment: IgnoreComment) -> ClosedRange<Int>? {
    switch comment.kind {
    case .statement, .end: comment.covered
    case .file: 1...Int.max
    case .begin:
      ignoreComments.first {
        $0.kind == .end && $0.line > comment.line && $0.rules == comment.rules
      }.map { comment.line...$0.line }
    }
  }
}

/// The result of a check of a project.
package struct LintResult: Codable, Sendable {
  package var findings: [Finding] = []
  package var skipped: [SkippedFile] = []
  /// The files that were checked, and their lines.
  package var files = 0
  package var lines = 0
  /// The findings of the baseline, and its entries that were not found.
  package var known = 0
  package var gone = 0

  package init() {}
}

/// A file or folder that was not checked.
package struct SkippedFile: Codable, Sendable, Equatable, Error {
  package var path: String
  package var reason: String
  /// Indicates whether the rest of it was checked.
  package var inPart: Bool

  package init(path: String, reason: String, inPart: Bool = false) {
    (self.path, self.reason, self.inPart) = (path, reason, inPart)
  }

  /// The words for what happened to the file.
  var outcome: String { inPart ? "checked in part" : "not checked" }
}

extension Finding {
  init(_ match: Match, rule: Rule, file: SourceFile) {
    let start = file.lines.location(
      of: match.node.positionAfterSkippingLeadingTrivia.utf8Offset)
    let end = file.lines.location(of: match.node.endPositionBeforeTrailingTrivia.utf8Offset)
    self.init(
      rule: rule.identifier, sureness: match.sureness ?? rule.summary.sureness,
      severity: (match.sureness ?? rule.summary.sureness).severity, path: file.path,
      line: start.line, column: start.column, endLine: end.line, endColumn: end.column,
      message: match.message, snippet: file.lines.text(ofLine: start.line), edits: match.edits,
      isSuggestion: match.isSuggestion,
      diff: Edit.difference(match.edits, of: file.path, in: file.bytes))
  }
}
