import Foundation
import Harness
import ScenarioModel
import Support

/// The form of `gate.json`, as `Documentation/gate.schema.json` describes it, except for the
/// verdict.
///
/// Values are in the metrics' own units: times in nanoseconds, memory in bytes, shares between 0
/// and 1. Changes, margins and tolerances are shares of the base: 0.05 is 5 % more. Unknown values
/// are absent.
extension ComparisonResults: Codable, StoredResults {
  package static let schema = 7

  private enum CodingKeys: CodingKey {
    case kind, command, base, head, refusal, open, failure, orderSeed, warnings, relaxations, faults
    case scenarioFiles, identity, cases, causes
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? {
      try values.decodeIfPresent(String.self, forKey: key)
    }
    let relaxations = try values.decodeIfPresent([String].self, forKey: .relaxations) ?? []
    self.init(
      kind: try values.decode(Kind.self, forKey: .kind),
      completion: try text(.failure).map { .failed(reason: $0) }
        ?? text(.open).map { .unfinished(open: $0) } ?? .finished,
      base: try values.decode(Origin.self, forKey: .base),
      head: try values.decode(Origin.self, forKey: .head), refusal: try text(.refusal),
      warnings: try values.decode([String].self, forKey: .warnings),
      relaxations: relaxations.map { .recorded($0) },
      faults: try values.decodeIfPresent([String].self, forKey: .faults) ?? [],
      cases: try values.decode([CaseComparison].self, forKey: .cases),
      scenarioFiles: try values.decode([String: String].self, forKey: .scenarioFiles),
      command: try values.decode(String.self, forKey: .command),
      orderSeed: try values.decodeIfPresent(UInt64.self, forKey: .orderSeed),
      identity: try values.decodeIfPresent(GateIdentity.self, forKey: .identity))
    causes = try values.decodeIfPresent([RegressionCause].self, forKey: .causes) ?? []
    guard Set(cases.map(\.scenarioCase)).count == cases.count else { throw values.unknown(.cases) }
  }

  package func encode(to encoder: any Encoder) throws {
    let relaxed = relaxations.isEmpty ? nil : relaxations.map(\.description)
    let repeatable = cases.map {
      CaseComparison.Repeatable(comparison: $0, command: command(repeating: $0))
    }
    try encoder.encode([
      "schema": Self.schema, "kind": kind, "command": command, "base": base, "head": head,
      "refusal": refusal, "open": completion.open, "failure": completion.failure,
      "orderSeed": orderSeed,
      "warnings": warnings, "relaxations": relaxed, "faults": faults.isEmpty ? nil : faults,
      "scenarioFiles": scenarioFiles, "identity": identity, "cases": repeatable,
      "causes": causes.isEmpty ? nil : causes,
    ])
  }
}

/// Results of a command in a file, which a later command reads.
package protocol StoredResults: Decodable {
  /// The version of the form; raised whenever a reader of an earlier one would misunderstand it.
  static var schema: Int { get }
}

extension StoredResults {
  /// More than any command writes.
  private static var maximumBytes: Int { 256 << 20 }

  /// Reads a file such as `gate.json`.
  package init(ofFileAt path: String) throws(FinishedRunError) {
    let data: Data
    do throws(RegularFile.Failure) {
      data = try RegularFile.read(path, limit: Self.maximumBytes)
    } catch {
      throw FinishedRunError(
        "expected the results of an earlier command at \(path), found none that can be read "
          + "(\(error)); repeat that command")
    }
    try self.init(json: data, path: path)
  }

  /// Reads the text of such a file.
  ///
  /// - Parameter path: the name that errors give.
  package init(json data: Data, path: String) throws(FinishedRunError) {
    do {
      let found = try JSONDecoder().decode(Version.self, from: data).schema
      guard found == Self.schema else {
        throw FinishedRunError.otherVersion(path: path, expected: Self.schema, found: found)
      }
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch let error as FinishedRunError {
      throw error
    } catch {
      throw .damaged(path: path, reason: DecodingFault.reason(error))
    }
  }
}

/// The version in a file: in one of another version, everything else may differ.
private struct Version: Decodable { let schema: Int }
