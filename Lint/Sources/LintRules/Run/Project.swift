import SwiftSyntax

/// The knowledge that rules have of a project, besides the file that they look at.
package struct Project: Sendable {
  /// The files about maps, in the order of their paths.
  package let files: [SourceFile]
  /// The types that the files of the project declare or extend, by name.
  package let types: [String: DeclaredType]
  /// The functions with a body in the files about maps, by name.
  let functions: [String: [Function]]
  /// Indicates whether anything is called a cluster: one of MapKit's, of a library or of its own.
  let hasClusters: Bool
  private let identifiers: Set<String>

  typealias Function = (file: SourceFile, node: FunctionDeclSyntax)

  package init(files: [SourceFile], facts: [FileFacts]) {
    self.files = files
    types = facts.reduce(into: [:]) { types, facts in
      types.merge(facts.types) { $0.merged(with: $1) }
    }
    functions = files.reduce(into: [:]) { functions, file in
      for node in file.all(FunctionDeclSyntax.self) where node.body != nil {
        functions[node.name.text, default: []].append((file, node))
      }
    }
    identifiers = facts.reduce(into: []) { $0.formUnion($1.identifiers) }
    hasClusters = identifiers.contains { $0.lowercased().contains("cluster") }
  }

  /// Returns whether code of any file has one of these names: not a comment, and not a string.
  package func mentions(_ names: String...) -> Bool { names.contains(where: identifiers.contains) }
}

/// The facts about a file that the other files of a project need.
package struct FileFacts: Sendable {
  package var types: [String: DeclaredType] = [:]
  package var identifiers: Set<String> = []

  package init(_ file: SourceFile) {
    identifiers = file.identifiers
    func add(_ node: some DeclGroupSyntax, _ name: String) {
      types[name, default: DeclaredType()].add(node)
    }
    for type in file.all(ClassDeclSyntax.self) { add(type, type.name.text) }
    for type in file.all(StructDeclSyntax.self) { add(type, type.name.text) }
    for type in file.all(ActorDeclSyntax.self) { add(type, type.name.text) }
    for type in file.all(EnumDeclSyntax.self) { add(type, type.name.text) }
    for type in file.all(ProtocolDeclSyntax.self) { add(type, type.name.text) }
    for type in file.all(ExtensionDeclSyntax.self) { add(type, type.extendedType.code) }
  }
}

/// A type with its extensions in a project.
package struct DeclaredType: Sendable {
  /// `class`, `struct`, `actor`, `enum`, `protocol`; empty if the project only extends it.
  package var keyword = ""
  /// The superclass and the protocols, as written.
  package var inherited: Set<String> = []
  package var properties: [DeclaredProperty] = []

  mutating func add(_ node: some DeclGroupSyntax) {
    if !node.is(ExtensionDeclSyntax.self) { keyword = node.introducer.text }
    inherited.formUnion(node.inheritanceClause?.inheritedTypes.map(\.type.code) ?? [])
    for member in node.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      properties += DeclaredProperty.all(in: variable)
    }
  }

  func merged(with other: DeclaredType) -> DeclaredType {
    var merged = self
    if keyword.isEmpty { merged.keyword = other.keyword }
    merged.inherited.formUnion(other.inherited)
    merged.properties += other.properties
    return merged
  }

  package func property(_ name: String) -> DeclaredProperty? {
    properties.first { $0.name == name }
  }
}

/// A property, or a variable in a function.
package struct DeclaredProperty: Sendable {
  package var name: String
  /// The declared type as written; without a declaration, the name that is called in the initial
  /// value: `CLGeocoder` for `let geocoder = CLGeocoder()`.
  package var type: String?
  /// The initial value as written.
  package var value: String?
  /// The names of attributes, such as `State`, and of modifiers, such as `static` and `lazy`.
  package var attributes: Set<String>
  /// Indicates whether it has code that computes its value, besides `willSet` and `didSet`.
  package var isComputed: Bool

  package static func all(in variable: VariableDeclSyntax) -> [DeclaredProperty] {
    var attributes = Set(variable.modifiers.map(\.name.text))
    for attribute in variable.attributes {
      if let name = attribute.as(AttributeSyntax.self)?.attributeName.code {
        attributes.insert(name)
      }
    }
    return variable.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        return nil
      }
      let value = binding.initializer?.value
      let called = value?.as(FunctionCallExprSyntax.self)?.calledExpression
      return DeclaredProperty(
        name: name, type: (binding.typeAnnotation?.type.code ?? called?.code), value: value?.code,
        attributes: attributes, isComputed: binding.isComputed)
    }
  }
}

extension PatternBindingSyntax {
  /// Indicates whether it has code that computes its value, besides `willSet` and `didSet`.
  package var isComputed: Bool {
    guard case .accessors(let accessors)? = accessorBlock?.accessors else {
      return accessorBlock != nil
    }
    return accessors.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}
