import Foundation
import Subprocess

/// The program that works as a worker, and the surroundings it gets.
public struct WorkerProgram: Sendable {
  let executable: String
  let arguments: [String]

  /// - Parameters:
  ///   - executable: the program's path.
  ///   - arguments: what makes it a worker.
  public init(executable: String, arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// This program itself, started as a worker.
  public static func itself() -> WorkerProgram {
    WorkerProgram(
      executable: Bundle.main.executablePath ?? CommandLine.arguments[0],
      arguments: ["worker"])
  }

  /// The parent's environment, with what makes a trial repeatable: one seed for all hashes, no
  /// settings of the allocator from outside, and no time spent on the trace of a crash.
  var environment: Environment {
    .inherit.updating([
      "SWIFT_DETERMINISTIC_HASHING": "1",
      "SWIFT_BACKTRACE": "enable=no",
      "MALLOC_CONF": nil,
    ])
  }
}
