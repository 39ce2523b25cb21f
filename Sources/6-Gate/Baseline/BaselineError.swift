import ScenarioModel
import Support

/// An error in reading, making or writing a baseline.
package struct BaselineError: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// The exit code of the error.
  package let exitCode: ToolExitCode

  package init(_ description: String, exitCode: ToolExitCode = .toolError) {
    self.description = description
    self.exitCode = exitCode
  }

  /// There is no file.
  package static func missing(path: String) -> Self {
    Self(
      "expected a baseline at \(path), found no such file; make it with '\(update(path))' and "
        + "commit it", exitCode: .notComparable)
  }

  /// The file is empty.
  package static func empty(path: String) -> Self {
    Self(
      "expected a baseline in \(path), found an empty file; \(restore(path))",
      exitCode: .notComparable)
  }

  /// The file is not a whole baseline.
  static func damaged(path: String, reason: String) -> Self {
    Self(
      "\(path) is not a whole baseline: \(reason); \(restore(path))", exitCode: .notComparable)
  }

  private static func restore(_ path: String) -> String {
    "restore it from version control, or replace it with '\(update(path)) --force'"
  }

  /// The command that makes or renews a baseline.
  package static func update(_ path: String) -> String {
    ShellWord.command(["mappressure", "baseline", "update", path])
  }
}
