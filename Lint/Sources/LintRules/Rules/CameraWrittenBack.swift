import SwiftSyntax

extension Rule {
  static let cameraWrittenBack = Rule("camera-written-back") { file, project in
    (project.code(at: .regionChange, in: file) + project.code(at: .frame, in: file)).flatMap {
      code in
      project.sites([.movesCamera], in: code.node).filter {
        code.alwaysRuns($0.node) && !code.isOfMode($0.node)
      }.map {
        Match($0.node, "writes '\($0.name)', the position of the Map, in \(code.place)")
      }
    }
  }
}
