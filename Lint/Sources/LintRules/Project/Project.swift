import SwiftSyntax

/// The knowledge that rules have of a project, besides the file that they look at.
package struct Project: Sendable {
  /// The files that rules look at, in the order of their paths.
  package let files: [SourceFile]
  /// The files that are not parsed.
  let others: [SourceText]
  package let types: TypeTable
  let routines: Routines
  let state: WatchedState
  /// Indicates whether the entry of an app is among the files.
  let isWholeApp: Bool
  /// Indicates whether anything is called a cluster: one of MapKit's, of a library or of its own.
  let hasClusters: Bool
  /// The properties that code sets to nil.
  let clearedNames: Set<String>
  /// The declarations and extensions of types by their full names.
  let declarations: [String: [(file: SourceFile, node: Syntax)]]
  private let identifiers: Set<String>
  private let filesByRoot: [SyntaxIdentifier: SourceFile]
  /// The code that each event runs, by the path of its file.
  private(set) var reached: [Event: [String: [ReachedCode]]] = [:]
  /// The properties that move a SwiftUI Map, as `Model.position`.
  private(set) var cameras: Set<String> = []
  /// Their last names, such as `position`.
  private(set) var cameraNames: Set<String> = []
  /// The effects of the code of a file on maps and services, by the path of the file.
  private(set) var sites: [String: [Site]] = [:]

  package init(_ files: [SourceFile], others: [SourceText] = []) {
    (self.files, self.others) = (files, others)
    types = TypeTable(files.flatMap(DeclaredType.all))
    routines = Routines(files)
    state = WatchedState(files, types)
    clearedNames = files.reduce(into: []) { names, file in
      names.formUnion(
        file.assignments(in: file.tree).filter {
          $0.value.first?.is(NilLiteralExprSyntax.self) ?? false
        }.compactMap(\.target.lastName))
    }
    declarations = files.reduce(into: [:]) { declarations, file in
      func add(_ type: some DeclGroupSyntax) {
        declarations[type.memberBlock.typePath, default: []].append((file, Syntax(type)))
      }
      for type in file.all(ClassDeclSyntax.self) { add(type) }
      for type in file.all(StructDeclSyntax.self) { add(type) }
      for type in file.all(ActorDeclSyntax.self) { add(type) }
      for type in file.all(ExtensionDeclSyntax.self) { add(type) }
    }
    identifiers = files.reduce(into: []) { $0.formUnion($1.identifiers) }
    isWholeApp =
      identifiers.contains("UIApplicationMain") || identifiers.contains("UIApplicationDelegate")
      || files.contains { file in
        file.all(AttributeSyntax.self).contains { $0.attributeName.code == "main" }
      }
      || others.contains { text in
        ["@main", "@UIApplicationMain", "UIApplicationDelegate"].contains(where: text.contains)
      }
    hasClusters = files.contains { file in
      file.isAboutMaps && file.identifiers.contains { $0.lowercased().contains("cluster") }
    }
    filesByRoot = Dictionary(files.map { (Syntax($0.tree).id, $0) }) { first, _ in first }
    cameras = boundCameras()
    cameraNames = Set(cameras.compactMap { $0.split(separator: ".").last.map(String.init) })
    for file in files { sites[file.path] = Site.all(in: file, of: self) }
    for event in Event.allCases {
      reached[event] = Dictionary(grouping: reached(from: event.roots(in: self)), by: \.file.path)
    }
  }

  /// The calls of a name in all files.
  func calls(_ name: String) -> [(FunctionCallExprSyntax, SourceFile)] {
    files.flatMap { file in file.calls([name]).map { ($0, file) } }
  }

  /// Returns whether code of any file has one of these names: not a comment, and not a string.
  package func mentions(_ names: String...) -> Bool { names.contains(where: identifiers.contains) }

  func file(of node: some SyntaxProtocol) -> SourceFile? { filesByRoot[node.root.id] }
  func path(of node: some SyntaxProtocol) -> String { file(of: node)?.path ?? "" }

  /// The code of a file that an event runs.
  func code(at event: Event, in file: SourceFile) -> [ReachedCode] {
    reached[event]?[file.path] ?? []
  }

  /// The effects of a kind in a node.
  func sites(_ effects: Set<Effect>, in node: Syntax) -> [Site] {
    let (start, end) = (node.position, node.endPosition)
    return sites[path(of: node)]?.filter {
      effects.contains($0.effect) && $0.node.position >= start && $0.node.endPosition <= end
    } ?? []
  }
}
