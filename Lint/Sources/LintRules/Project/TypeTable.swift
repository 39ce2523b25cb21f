import SwiftSyntax

/// A type with its extensions in one target of a project.
package struct DeclaredType: Sendable {
  /// The name with those of the types around it: `Screen.Coordinator`.
  package var name: String
  /// The file that declares it; of a type that the project only extends, that of an extension.
  package var path: String
  /// `class`, `struct`, `actor`, `enum`, `protocol`; empty if the project only extends it.
  package var keyword = ""
  /// The superclass and the protocols, as written.
  package var inherited: Set<String> = []
  /// The names of attributes, such as `Observable`.
  package var attributes: Set<String> = []
  package var properties: [DeclaredProperty] = []

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
    var environment: String?
    for attribute in variable.attributes {
      guard let attribute = attribute.as(AttributeSyntax.self) else { continue }
      attributes.insert(attribute.attributeName.code)
      // `@Environment(Store.self) var store`.
      if attribute.attributeName.code == "Environment",
        let argument = attribute.arguments?.code, argument.hasSuffix(".self")
      {
        environment = String(argument.dropLast(5))
      }
    }
    return variable.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        return nil
      }
      let value = binding.initializer?.value
      let called = value?.as(FunctionCallExprSyntax.self)?.calledExpression
      return DeclaredProperty(
        name: name, type: binding.typeAnnotation?.type.code ?? called?.code ?? environment,
        value: value?.code, attributes: attributes, isComputed: binding.isComputed)
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

/// The types that the files of a project declare or extend.
///
/// Two targets may have types of one name: from several, the one is taken that the scope names, or
/// whose file is nearest.
package struct TypeTable: Sendable {
  private var types: [DeclaredType] = []
  /// The places in `types` by the last part of the name.
  private var indices: [Substring: [Int]] = [:]

  /// The declarations and extensions of files, in the order of the files.
  package init(_ declarations: [DeclaredType]) {
    for type in declarations where !type.keyword.isEmpty {
      let known = indices[type.lastName, default: []].first {
        types[$0].name == type.name && types[$0].path == type.path
      }
      merge(type, into: known)
    }
    for type in declarations where type.keyword.isEmpty {
      merge(type, into: index(of: type.name, scope: "", path: type.path))
    }
  }

  private mutating func merge(_ type: DeclaredType, into index: Int?) {
    guard let index else {
      indices[type.lastName, default: []].append(types.count)
      types.append(type)
      return
    }
    types[index].inherited.formUnion(type.inherited)
    types[index].properties += type.properties
  }

  /// The type of a name as written in a file, inside of the types that the scope names.
  package func find(_ written: some StringProtocol, scope: String, path: String) -> DeclaredType? {
    index(of: Self.plain(written), scope: scope, path: path).map { types[$0] }
  }

  private func index(of name: String, scope: String, path: String) -> Int? {
    guard let last = name.split(separator: ".").last, let candidates = indices[last] else {
      return nil
    }
    func rank(_ type: DeclaredType) -> (Int, Int) {
      let nearness = zip(type.path.split(separator: "/"), path.split(separator: "/"))
        .prefix { $0 == $1 }.count
      let outer = type.name.dropLast(name.count).dropLast()
      // A type of the scope is nearer than one of the file, and that than one inside of another.
      guard !outer.isEmpty else { return (1, nearness) }
      let isInScope = scope == outer || scope.hasPrefix(outer + ".")
      return isInScope ? (2 + outer.utf8.count, nearness) : (0, nearness)
    }
    return candidates.filter { types[$0].name == name || types[$0].name.hasSuffix("." + name) }
      .max { rank(types[$0]) < rank(types[$1]) }
  }

  /// The name of a type without `?`, `!`, `any` and generic arguments; an array's name names none.
  private static func plain(_ written: some StringProtocol) -> String {
    var name = written.prefix { $0 != "<" && $0 != "?" && $0 != "!" }
    for prefix in ["any ", "some "] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
    }
    return String(name)
  }

  /// Returns whether a type is one of a framework, or inherits from it in this project.
  package func type(_ name: String, is base: String, scope: String, path: String) -> Bool {
    if Self.plain(name) == base { return true }
    return find(name, scope: scope, path: path).map { inherits($0, base) } ?? false
  }

  /// Returns whether a type inherits from a class or has a protocol, itself or through others.
  package func inherits(_ type: DeclaredType, _ base: String, depth: Int = 0) -> Bool {
    if type.inherited.contains(base) || type.name == base { return true }
    guard depth < 6 else { return false }
    return type.inherited.contains { name in
      find(name, scope: type.name, path: type.path).map {
        $0.name != type.name && inherits($0, base, depth: depth + 1)
      } ?? false
    }
  }

  /// The type of a property of a name, in any type that has it with a type of that name.
  package func property(_ name: String, of type: String) -> String? {
    types.lazy.compactMap { $0.property(name)?.type }.first { $0.contains(type) }
  }

  /// The property of a type, or of a class or protocol that it has.
  package func property(_ name: String, of type: DeclaredType, depth: Int = 0) -> (
    DeclaredProperty, DeclaredType
  )? {
    if let property = type.property(name) { return (property, type) }
    guard depth < 3 else { return nil }
    for base in type.inherited.sorted() {
      if let base = find(base, scope: type.name, path: type.path), base.name != type.name,
        let found = property(name, of: base, depth: depth + 1)
      {
        return found
      }
    }
    return nil
  }
}

extension DeclaredType {
  fileprivate var lastName: Substring { name.split(separator: ".").last ?? "" }

  /// The declarations and extensions of a file.
  static func all(in file: SourceFile) -> [DeclaredType] {
    func type(_ node: some DeclGroupSyntax, _ keyword: String) -> DeclaredType {
      DeclaredType(
        name: node.memberBlock.typePath, path: file.path, keyword: keyword,
        inherited: Set(node.inheritanceClause?.inheritedTypes.map(\.type.code) ?? []),
        attributes: Set(
          node.attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.code }),
        properties: node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
          .flatMap(DeclaredProperty.all))
    }
    return file.all(ClassDeclSyntax.self).map { type($0, "class") }
      + file.all(StructDeclSyntax.self).map { type($0, "struct") }
      + file.all(ActorDeclSyntax.self).map { type($0, "actor") }
      + file.all(EnumDeclSyntax.self).map { type($0, "enum") }
      + file.all(ProtocolDeclSyntax.self).map { type($0, "protocol") }
      + file.all(ExtensionDeclSyntax.self).map { type($0, "") }
  }
}

extension SyntaxProtocol {
  /// The names of the types and extensions around it: `Screen.Coordinator`; empty outside of types.
  var typePath: String {
    var names: [String] = []
    for node in ancestors {
      if let type = node.as(ExtensionDeclSyntax.self) {
        names.append(type.extendedType.code)
      } else if let type = node.asProtocol((any DeclGroupSyntax).self) as? any NamedDeclSyntax {
        names.append(type.name.text)
      }
    }
    return names.reversed().joined(separator: ".")
  }
}
