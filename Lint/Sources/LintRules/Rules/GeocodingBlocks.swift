import SwiftSyntax

extension Rule {
  static let geocodingBlocks = Rule(
    "geocoding-blocks",
    title: "A thread waits until the geocoder has answered",
    sureness: .likely,
    source: GuideLine(document: "axiom-mapkit", line: 41),
    cost: Cost(
      scenario: "main-thread-geocoding", naive: "geocode-blocking-main",
      improved: "geocode-per-row",
      metric: "watchdog-terminations",
      effect: "the system ends the app {} times"),
    explanation: """
      CLGeocoder answers on the main thread: if that thread waits, the answer never comes, and the \
      system ends the app.
      """,
    remedy: "Use `try await`, or continue in the completion handler.",
    blindSpots: ["The rule does not know which thread calls the function."]
  ) { file, _ in
    file.calls("wait").compactMap { wait in
      guard let routine = wait.routine, let lock = wait.receiver?.code,
        let call = file.geocodingCalls.first(where: { $0.isInside(routine.node) }),
        file.calls("signal", "leave").contains(where: {
          $0.receiver?.code == lock && $0.isInside(routine.node)
        }),
        !wait.isOffMain(in: routine.node)
      else { return nil }
      return Match(wait, "waits until '\(call.calledName ?? "")' has answered")
    }
  }
}

extension SyntaxProtocol {
  /// Returns whether a closure for another queue is around it.
  fileprivate func isOffMain(in body: Syntax) -> Bool {
    ancestors.prefix { $0.id != body.id }.contains { node in
      guard let call = node.as(ClosureExprSyntax.self)?.call, let name = call.calledName else {
        return false
      }
      return name == "detached"
        || ["async", "asyncAfter", "addOperation"].contains(name)
          && !(call.receiver?.code.hasSuffix(".main") ?? false)
    }
  }
}
