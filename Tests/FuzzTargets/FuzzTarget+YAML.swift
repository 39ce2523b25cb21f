import Families
import Foundation
import Guides
import Platform
import ScenarioModel
import Simulation
import Support
import Validation

extension FuzzTarget {
  /// A scenario's file, as `validate` reads it, and the part that a replay reads.
  static let scenario = FuzzTarget("scenario", dictionary: "yaml") { input in
    let text = String(decoding: input, as: UTF8.self)
    let whole = try reading(of: text) { text, file throws(InputError) in
      _ = try Scenario(yaml: text, file: file, families: .standard)
    }
    let world = try reading(of: text) { text, file throws(InputError) in
      _ = try EnvironmentFile(yaml: text, file: file, families: .standard)
    }
    // A worker must be able to replay whatever a coordinator has planned.
    try require(
      whole != .accepted || world == .accepted, "a scenario is accepted whose world is not")
    return whole
  }

  /// A platform profile's file.
  static let profile = yaml("profile") { text, file throws(InputError) in
    _ = try PlatformProfile(yaml: text, file: file)
  }

  /// A file of a published benchmark.
  static let validation = yaml("validation") { text, file throws(InputError) in
    _ = try PublishedBenchmark(yaml: text, file: file, families: .validating(.standard))
  }

  /// A file of the ledger, without the scenarios that its statements name.
  static let ledger = yaml("ledger") { text, file throws(InputError) in
    _ = try Ledger([Ledger.File(text: text, path: file)], scenarios: nil)
  }

  /// A checklist of the user's own.
  static let checklist = yaml("checklist") { text, file throws(InputError) in
    _ = try Checklist(text: text, file: file, families: .standard)
  }

  /// The facts of an app.
  static let facts = yaml("facts") { text, file throws(InputError) in
    var facts = AppFacts()
    try facts.read(text, file: file)
  }

  /// A reader of a text and of the name of its file.
  private static func yaml(
    _ name: String, by read: @escaping @Sendable (String, String) throws(InputError) -> Void
  ) -> FuzzTarget {
    FuzzTarget(name, dictionary: "yaml") { input in
      try reading(of: String(decoding: input, as: UTF8.self), by: read)
    }
  }

  private static func reading(
    of text: String, by read: (String, String) throws(InputError) -> Void
  ) throws -> Reading {
    let file = "input.yaml"
    do {
      try read(text, file)
      return .accepted
    } catch {
      // The place may be in another file, which this one names.
      if error.location.file == file {
        try require(
          error.location.line >= 1 && error.location.line <= lineCount(text) + 1,
          "an error outside of the file: \(error)")
        try require(error.location.column >= 1, "an error before the line: \(error)")
      }
      return .refused("\(error)")
    }
  }

  /// Counted as YAML does.
  private static func lineCount(_ text: String) -> Int {
    1 + text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
  }
}
