import Foundation

/// The part of JSON Schema (draft 2020-12) that the published schema uses: what in a document is
/// against it.
struct ComparisonSchema {
  private let root: [String: Any]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/gate.schema.json")
    root = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
  }

  /// The faults of a document, each with its place.
  func faults(of document: String) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: Data(document.utf8))
    return faults(of: value, by: root, at: "$")
  }

  /// Every property that the schema names, with the names of its place.
  var properties: Set<String> { properties(of: root, at: "$") }

  /// Every property that a document has, written the same way.
  func properties(in document: String) throws -> Set<String> {
    let value = try JSONSerialization.jsonObject(with: Data(document.utf8))
    return properties(in: value, at: "$")
  }

  private static let known: Set<String> = [
    "$schema", "title", "description", "type", "properties", "required", "additionalProperties",
    "$defs", "$ref", "enum", "const", "items", "minimum", "maximum",
  ]

  private func faults(of value: Any, by schema: [String: Any], at place: String) -> [String] {
    // A keyword that is not looked at here would be a hole.
    var faults = schema.keys.filter { !Self.known.contains($0) }.map { "\(place): keyword \($0)" }
    if let target = target(of: schema) { return self.faults(of: value, by: target, at: place) }
    if let allowed = schema["enum"] as? [AnyHashable],
      !((value as? AnyHashable).map(allowed.contains) ?? false)
    {
      faults.append("\(place): \(value) is not one of \(allowed)")
    }
    if let only = schema["const"] as? AnyHashable, only != value as? AnyHashable {
      faults.append("\(place): \(value) is not \(only)")
    }
    if let type = schema["type"] as? String, !Self.isA(type, value) {
      faults.append("\(place): \(value) is no \(type)")
    }
    if let number = value as? Double {
      if let minimum = schema["minimum"] as? Double, number < minimum {
        faults.append("\(place): \(number) < \(minimum)")
      }
      if let maximum = schema["maximum"] as? Double, number > maximum {
        faults.append("\(place): \(number) > \(maximum)")
      }
    }
    if let items = value as? [Any], let schema = schema["items"] as? [String: Any] {
      faults += items.enumerated().flatMap {
        self.faults(of: $1, by: schema, at: "\(place)[\($0)]")
      }
    }
    guard let object = value as? [String: Any] else { return faults }
    for key in schema["required"] as? [String] ?? [] where object[key] == nil {
      faults.append("\(place): no \(key)")
    }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    for (key, value) in object {
      guard let schema = properties[key] else {
        faults.append("\(place): unknown \(key)")
        continue
      }
      faults += self.faults(of: value, by: schema, at: "\(place).\(key)")
    }
    return faults
  }

  private func target(of schema: [String: Any]) -> [String: Any]? {
    guard let reference = schema["$ref"] as? String, reference.hasPrefix("#/$defs/") else {
      return nil
    }
    let definitions = root["$defs"] as? [String: [String: Any]]
    return definitions?[String(reference.dropFirst("#/$defs/".count))]
  }

  private static func isA(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "number": value is Double
    case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
    default: false
    }
  }

  private func properties(of schema: [String: Any], at place: String) -> Set<String> {
    if let target = target(of: schema) { return properties(of: target, at: place) }
    if let items = schema["items"] as? [String: Any] { return properties(of: items, at: place) }
    var names: Set<String> = []
    for (key, value) in schema["properties"] as? [String: [String: Any]] ?? [:] {
      names.insert("\(place).\(key)")
      names.formUnion(properties(of: value, at: "\(place).\(key)"))
    }
    return names
  }

  private func properties(in value: Any, at place: String) -> Set<String> {
    if let items = value as? [Any] {
      return items.reduce(into: []) { $0.formUnion(properties(in: $1, at: place)) }
    }
    var names: Set<String> = []
    for (key, value) in value as? [String: Any] ?? [:] {
      names.insert("\(place).\(key)")
      names.formUnion(properties(in: value, at: "\(place).\(key)"))
    }
    return names
  }
}
