import ScenarioModel
import Support

/// An error in reading, making or writing a baseline.
package enum BaselineError: Error, Hashable, CustomStringConvertible {
  case missing(path: String)
  case cannotRead(path: String, reason: String)
  case empty(path: String)
  case damaged(path: String, reason: String)
  case otherVersion(path: String, found: Int)
  case broken(case: String, why: String)
  case notDeterministic(case: String, why: String)
  case nothingMeasured(case: String)
  case noCases
  case otherHost(explanation: String)
  case otherEnvironment(scenario: String)
  case cannotWrite(path: String, reason: String)
  case notABaseline(path: String)

  /// The exit code of the error.
  package var exitCode: ToolExitCode {
    switch self {
    case .missing, .cannotRead, .empty, .damaged, .otherVersion, .otherHost, .otherEnvironment:
      .notComparable
    case .broken: .caseBroken
    case .notDeterministic, .nothingMeasured, .noCases, .cannotWrite, .notABaseline:
      .toolError
    }
  }

  package var description: String {
    switch self {
    case .missing(let path):
      "expected a baseline at \(path), found no such file; make it with "
        + "'\(Self.update(path))' and commit it"
    case .cannotRead(let path, let reason):
      "cannot read the baseline \(path): \(reason)"
    case .empty(let path):
      "expected a baseline in \(path), found an empty file; \(Self.restore(path))"
    case .damaged(let path, let reason):
      "\(path) is not a whole baseline: \(reason); \(Self.restore(path))"
    case .otherVersion(let path, let found):
      "expected a baseline of version \(RunResults.version) in \(path), found version "
        + "\(found); compare with the build that wrote it, or renew it with "
        + "'\(Self.update(path))'"
    case .broken(let name, let why):
      "\(name): \(why); a baseline must not have holes, so nothing was written: fix the case, or "
        + "leave it out with --strategies"
    case .notDeterministic(let name, let why):
      "\(name): \(why); the next run could not agree with such a number, so nothing was written"
    case .nothingMeasured(let name):
      "\(name): the trials completed without a number, so nothing was written"
    case .noCases:
      "expected at least one case to write, found none; nothing was written"
    case .otherHost(let explanation):
      "\(explanation): a baseline is made on one machine with one set of tools, and the cases that "
        + "were not chosen would stay the base's; update all of them, without scenarios, "
        + "--strategies and --sizes"
    case .otherEnvironment(let scenario):
      "\(scenario): its environment, its seeds or its naive strategy changed since the baseline was "
        + "made, and the cases that were not chosen would stay as they are; update the whole "
        + "scenario, without --strategies and --sizes"
    case .cannotWrite(let path, let reason):
      "cannot write the baseline \(path): \(reason); the earlier file is as it was"
    case .notABaseline(let path):
      "\(path) is not a baseline, and would be replaced; name another file, or replace it with --force"
    }
  }

  private static func restore(_ path: String) -> String {
    "restore it from version control, or replace it with '\(update(path)) --force'"
  }

  private static func update(_ path: String) -> String {
    ShellWord.command(["mappressure", "baseline", "update", path])
  }
}
