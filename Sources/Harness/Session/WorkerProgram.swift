import Foundation
import Subprocess

/// The program that works as a worker, and the surroundings it gets.
///
/// Whoever starts one ignores `SIGPIPE` (`signal(SIGPIPE, SIG_IGN)`), as the command line tool does:
/// a worker may end while a request is written to it, and the signal would end the writer too.
/// Nothing is written to a worker that is known to be gone.
public struct WorkerProgram: Sendable {
  package let executable: String
  let arguments: [String]
  /// How many bytes its environment has beyond what it needs.
  var environmentPadding = 0

  /// - Parameters:
  ///   - executable: the program's path.
  ///   - arguments: what makes it a worker.
  public init(executable: String, arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// This program itself, started as a worker.
  public static func itself() -> WorkerProgram {
    .worker(at: ownPath)
  }

  /// Another program of this kind, started as a worker.
  public static func worker(at path: String) -> WorkerProgram {
    WorkerProgram(executable: path, arguments: ["worker"])
  }

  /// Where this program's file is.
  public static var ownPath: String {
    Bundle.main.executablePath ?? CommandLine.arguments[0]
  }

  /// The name of this program's file.
  public static var ownName: String { URL(fileURLWithPath: ownPath).lastPathComponent }

  /// The same program with a longer environment, which moves its stack.
  func padded(by bytes: Int) -> WorkerProgram {
    var program = self
    program.environmentPadding = bytes
    return program
  }

  /// The parent's environment, with what makes a trial repeatable: one seed for all hashes, no
  /// settings of the allocator from outside, and no time spent on the trace of a crash.
  var environment: Environment {
    .inherit.updating([
      "SWIFT_DETERMINISTIC_HASHING": "1",
      "SWIFT_BACKTRACE": "enable=no",
      "MALLOC_CONF": nil,
      "MAPPRESSURE_PADDING":
        environmentPadding > 0 ? String(repeating: "x", count: environmentPadding) : nil,
    ])
  }
}
