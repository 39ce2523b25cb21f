import SwiftSyntax

extension Rule {
  static let mapServiceBlocks = Rule("map-service-blocks") { file, _ in
    let asked = file.calls("locationServicesEnabled").filter { call in
      call.routine.map { !call.isOffMain(in: $0.node) } ?? true
    }.map { Match($0, "asks the system whether location is on, and waits", sureness: .note) }
    return asked
      + file.calls("wait").compactMap { wait in
        guard let routine = wait.routine, let lock = wait.receiver?.code,
          !wait.isOffMain(in: routine.node),
          let release = file.calls("signal", "leave").first(where: {
            $0.receiver?.code == lock && $0.isInside(routine.node)
          }),
          let service = release.ancestors.lazy.compactMap({ $0.as(ClosureExprSyntax.self)?.call })
            .compactMap(\.calledName).first(where: services.contains)
        else { return nil }
        return Match(wait, "waits until '\(service)' has answered")
      }
  }

  private static let services: Set = [
    "geocodeAddressString", "geocodePostalAddress", "reverseGeocodeLocation", "start", "calculate",
    "calculateETA", "getSceneWithCompletionHandler", "getMapItems",
  ]
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
