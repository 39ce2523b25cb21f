import Foundation
import Harness
import Measurement

extension BaselineDocument {
  /// The file's text: JSON with one line a metric, in the run's order, so that a difference of two
  /// versions reads like a list of changes. The same document always has the same text.
  public var text: String {
    let machine = run.provenance.machine
    let provenance: [(String, String)] = [
      ("processor", JSONText.string(machine.processor)),
      ("architecture", JSONText.string(machine.architecture)),
      ("swiftVersion", JSONText.string(machine.swiftVersion)),
      ("allocator", JSONText.string(run.provenance.allocator.name)),
      ("allocatorVersion", JSONText.string(run.provenance.allocator.version)),
      ("build", JSONText.string(run.provenance.build)),
      ("logicalProcessors", "\(machine.logicalProcessors)"),
      ("memory", "\(machine.memory)"),
      ("kernel", JSONText.string(machine.kernel)),
      ("commit", JSONText.string(run.provenance.commit)),
    ]
    return """
      {
        "schema": \(Self.currentSchema),
        "provenance": {
      \(provenance.map { "    \"\($0.0)\": \($0.1)" }.joined(separator: ",\n"))
        },
        "scenarios": [
      \(run.scenarios.map(\.baselineText).joined(separator: ",\n"))
        ]
      }

      """
  }
}

extension ComparedScenario {
  fileprivate var baselineText: String {
    let seeds = seeds.map {
      "{ \"name\": \(JSONText.string($0.name)), \"seed\": \($0.seed) }"
    }
    let list = seeds.isEmpty ? "[]" : "[ \(seeds.joined(separator: ", ")) ]"
    return """
          {
            "name": \(JSONText.string(name)),
            "world": \(JSONText.string(world ?? "")),
            "profile": \(JSONText.string(profile ?? "")),
            "naive": \(JSONText.string(naive)),
            "seeds": \(list),
            "cases": [
      \(cases.map(\.baselineText).joined(separator: ",\n"))
            ]
          }
      """
  }
}

extension ComparedCase {
  fileprivate var baselineText: String {
    let key: [(String, String)] = [
      ("variant", JSONText.string(scenarioCase.variant)), ("size", "\(scenarioCase.size)"),
      ("strategy", JSONText.string(scenarioCase.strategy)), ("trials", "\(trials)"),
    ]
    return """
              {
                \(JSONText.members(key)),
                "metrics": [
      \(metrics.map { "            " + $0.baselineText }.joined(separator: ",\n"))
                ]
              }
      """
  }
}

extension ComparedMetric {
  fileprivate var baselineText: String {
    var members: [(String, String)] = [("name", JSONText.string(metric.name))]
    switch value {
    case .number(let number): members.append(("value", JSONText.number(number)))
    case .ratio(let ratio):
      members.append(("logRatio", JSONText.number(ratio.logRatio)))
      if let standardError = ratio.standardError {
        members.append(("standardError", JSONText.number(standardError)))
      }
      members.append(("rounds", "\(ratio.rounds)"))
    case .tooLittle(let reason, let floor):
      members.append(("noRatio", JSONText.string(reason)))
      if let floor { members.append(("below", JSONText.number(floor))) }
    case .notAvailable(let reason): members.append(("notAvailable", JSONText.string(reason)))
    case .notFinite: members.append(("notAvailable", JSONText.string("not a finite number")))
    }
    members += [
      ("unit", JSONText.string(metric.unit.rawValue)),
      ("kind", JSONText.string(metric.kind.rawValue)),
      ("polarity", JSONText.string(metric.polarity.rawValue)),
    ]
    return "{ \(JSONText.members(members)) }"
  }
}

/// The words of JSON.
private enum JSONText {
  static func members(_ members: [(name: String, value: String)]) -> String {
    members.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ")
  }

  /// Whole numbers plain, others in the shortest form that reads back as the same number.
  static func number(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return "\(Int(value))" }
    return "\(value)"
  }

  static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
