import ScenarioModel
import Support
import TestSupport
import Testing

/// The files that the keys of a family, as they are described, ask to try: its first standard
/// scenario with one wrong value each, and with and without each key that has a standard.
struct KeyWalk {
  /// A file with a `§` at its mistake.
  struct Mistake {
    let key: String
    let marked: MarkedText
    /// The parts of the error's text; empty for a value that only its reader describes, which may
    /// find the mistake inside.
    let says: [String]
  }

  struct Standard {
    let key: String
    let without: String
    let with: String
  }

  private(set) var mistakes: [Mistake] = []
  private(set) var standards: [Standard] = []

  /// The other keys of a group for those that do not go with the usual ones.
  private static let beside = [
    "data.file": "{}", "data.sqlite": "{}", "data.table": "{ sqlite: a.db }",
    "data.latitude": "{ file: a.csv, longitude: b }",
    "data.longitude": "{ file: a.csv, latitude: b }", "data.max-places": "{ file: a.csv }",
    "data.scale": "{ file: a.csv }", "data.longitudes": "{ file: a.csv }",
    "camera.frames": "{ trace: fling }", "camera.seconds": "{ trace: fling }",
    "camera.file": "{}", "places.file": "{}",
    "lines.points": "{ situation: many-routes }",
  ]

  init(_ family: any ScenarioFamily) throws {
    let file = try #require(
      RepositoryFile.yaml(in: "Scenarios").first {
        $0.text.contains("\nfamily: \(family.name)\n")
      })
    let scenario = try Scenario(text: file.text)
    let own = try YAMLEntries(yaml: scenario.environmentText).replacing("family", by: nil)
    let base = FamilyTrial.file(of: family, own, sizes: [1])
    let maxSize = try Scenario(text: base.lines).workload.maxSize
    for size in [0, maxSize + 1] {
      add("sizes", base.replacing("sizes", by: "[§\(size)]").lines, "number from 1 to \(maxSize)")
    }
    add(
      "strategies", base.replacing("strategies", by: "[§nonsense]").lines,
      "there is no strategy in the family \(family.name) 'nonsense'",
      Self.known(family.strategies.map(\.name)))
    add(
      "", (base + Self.unknown).lines, "the file has no key 'nonsense'",
      Self.known(Scenario.keys + family.keyNames))
    try walk(family.keys, of: base, under: "") { $1 + $0.lines }
  }

  /// - Parameter file: returns the file with other values of the mapping, after a mark.
  private mutating func walk(
    _ keys: [ScenarioKey], of base: YAMLEntries, under path: String,
    file: @escaping (_ values: YAMLEntries, _ mark: String) -> String
  ) throws {
    for key in keys {
      let place = path + key.name
      let entries = try Self.beside[place].map { try YAMLEntries(yaml: $0) } ?? base
      func text(_ value: String?) -> String { file(entries.replacing(key.name, by: value), "") }
      for (value, says) in key.wrongValues {
        mistakes.append(Mistake(key: place, marked: MarkedText(text(value)), says: says))
      }
      if key.isRequired {
        add(
          place, file(entries.replacing(key.name, by: nil), "§"),
          "needs the key '\(key.name)', which is missing")
      }
      if let standard = key.standard {
        let written = standard.contains(",") ? "[\(standard)]" : standard
        standards.append(Standard(key: place, without: text(nil), with: text(written)))
      }
      guard case .group(let inner) = key.value else { continue }
      let group =
        try entries[key.name].map { try YAMLEntries(yaml: $0) }
        ?? YAMLEntries(inner.filter(\.isRequired).map { ($0.name, $0.value.example) })
      add(
        place, text((Self.unknown + group).line), "\(key.name) has no key 'nonsense'",
        Self.known(inner.map(\.name)))
      try walk(inner, of: group, under: place + ".") { values, mark in text(mark + values.line) }
    }
  }

  private mutating func add(_ key: String, _ text: String, _ says: String...) {
    mistakes.append(Mistake(key: key, marked: MarkedText(text), says: says))
  }

  private static let unknown = YAMLEntries([("§nonsense", "1")])

  /// The part of an error that lists the names that exist: of very many, the first.
  fileprivate static func known(_ names: [String]) -> String {
    "known: " + names.prefix(names.count > 60 ? 15 : 60).joined(separator: ", ")
  }
}

extension ScenarioKey {
  /// A value that the key refuses, with a `§` at the mistake, and what the error says.
  fileprivate typealias WrongValue = (text: String, says: [String])

  fileprivate var wrongValues: [WrongValue] {
    switch value {
    case .any: [("§{ nonsense: 1 }", [])]
    case .text: [("§[a]", ["\(name): expected text, found a list"])]
    case .number(let range):
      outside(
        ["\(range.lowerBound - 1)", "\(range.upperBound + 1)"],
        "a number from \(range.lowerBound) to \(range.upperBound)") + noNumber("a number")
    case .integer(let range) where range.upperBound == .max:
      outside(["\(range.lowerBound - 1)"], "a whole number of at least \(range.lowerBound)")
        + noNumber("a whole number")
    case .integer(let range):
      outside(
        ["\(range.lowerBound - 1)", "\(range.upperBound + 1)"],
        "a whole number from \(range.lowerBound) to \(range.upperBound)")
        + noNumber("a whole number")
    case .flag:
      [
        ("§nonsense", ["\(name): expected true or false, found 'nonsense'"]),
        ("§[true]", ["\(name): expected text, found a list"]),
      ]
    case .choice(let names):
      [
        ("§nonsense", ["'nonsense'", KeyWalk.known(names)]),
        ("§[\(names[0])]", ["\(name): expected text, found a list"]),
      ]
    case .choiceOrFile(let names):
      [
        ("§nonsense", ["'nonsense'", KeyWalk.known(names)]),
        ("§[a]", ["\(name): expected text, found a list"]),
      ]
    case .list, .oneOrMore: [("§{ nonsense: 1 }", ["\(name): expected"])]
    case .choices(let names):
      [
        ("[§nonsense]", ["'nonsense'", KeyWalk.known(names)]),
        ("[\(names[0]), §\(names[0])]", ["\(name): expected", "once, found '\(names[0])'"]),
        ("§[]", ["\(name): expected"]), ("§{ nonsense: 1 }", ["\(name): expected"]),
      ]
    case .group: [("§nonsense", ["\(name): expected a mapping of keys, found 'nonsense'"])]
    }
  }

  private func outside(_ numbers: [String], _ expected: String) -> [WrongValue] {
    numbers.map { ("§\($0)", ["\(name): expected \(expected), found '\($0)'"]) }
  }

  private func noNumber(_ type: String) -> [WrongValue] {
    [
      ("§nonsense", ["\(name): expected \(type), found 'nonsense'"]),
      ("§[1]", ["\(name): expected \(type), found a list"]),
    ]
  }
}

extension ScenarioKey.Value {
  /// Something that a file may write.
  fileprivate var example: String {
    switch self {
    case .any, .text: "a"
    case .number(let range): "\(range.lowerBound)"
    case .integer(let range): "\(range.lowerBound)"
    case .flag: "true"
    case .choice(let names), .choices(let names), .choiceOrFile(let names): names[0]
    case .oneOrMore(let element): element.example
    case .list(let element, let count):
      "[\(Array(repeating: element.example, count: count.lowerBound).joined(separator: ", "))]"
    case .group(let keys):
      YAMLEntries(keys.filter(\.isRequired).map { ($0.name, $0.value.example) }).line
    }
  }
}
