import SwiftSyntax

extension Rule {
  static let requestPerEvent = Rule(
    "request-per-event",
    check: check(
      Cell(
        events: [.regionChange, .frame, .update, .body, .viewInit, .rendererFor, .viewFor],
        effects: [.asksService], mayWait: true, inMode: .note
      ) { site, code, project in
        project.isInLoop(site) ? nil : ("asks \(site.name) each time, in \(code.place)", nil)
      },
      Cell(events: [.fix], effects: [.asksService], mayWait: true, undone: [.stopsLocation]) {
        site, code, project in
        ("asks \(site.name) at each location fix, in \(code.place)", nil)
      }))

  static let requestsInLoop = Rule(
    "requests-in-loop",
    check: check(
      Cell(events: [.loop], effects: [.asksService], mayWait: true, inMode: .likely) {
        site, code, _ in
        // Legs that are awaited one after another stay within the limit.
        let isSlow = site.name.contains("directions") && site.node.isAwaited
        return ("asks \(site.name) in \(code.place)", isSlow ? .note : nil)
      },
      Cell(events: [.row], effects: [.asksService], mayWait: true, inMode: .likely) {
        site, code, _ in
        ("asks \(site.name) for each row of a list, in \(code.place)", nil)
      }))

  static let searchPerKeystroke = Rule(
    "search-per-keystroke",
    check: check(
      Cell(events: [.keystroke], effects: [.asksService], mayWait: true, inMode: .likely) {
        site, code, _ in
        // A comparison with a line feed waits for the return key.
        code.root.code.contains(#""\n""#)
          ? nil : ("asks \(site.name) for each keystroke, in \(code.place)", nil)
      }))
}

extension Project {
  /// Returns whether a loop or a row of a list runs a request: another rule says so.
  fileprivate func isInLoop(_ site: Site) -> Bool {
    guard let file = file(of: site.node) else { return false }
    return (code(at: .loop, in: file) + code(at: .row, in: file)).contains {
      $0.alwaysRuns(site.node) && !$0.node.holdsBack
    }
  }
}

extension SyntaxProtocol {
  fileprivate var isAwaited: Bool {
    ancestors.prefix { !$0.is(CodeBlockItemSyntax.self) }.contains { $0.is(AwaitExprSyntax.self) }
  }

  /// Indicates whether code names something that delays.
  var namesDelay: Bool {
    names.contains {
      let name = $0.lowercased()
      return ["debounce", "throttle", "timer", "workitem", "delay", "deadline", "sleep"].contains(
        where: name.contains)
    }
  }
}
