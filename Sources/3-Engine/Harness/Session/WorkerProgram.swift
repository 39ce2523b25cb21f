import Foundation
import Subprocess

/// The program of a worker, with its arguments and environment variables.
///
/// A process that starts a worker must ignore `SIGPIPE` (`signal(SIGPIPE, SIG_IGN)`), as the
/// command line tool does: a worker may end while a request is written to it, and the signal would
/// end the writer too. Nothing is written to a worker that is known to have ended.
public struct WorkerProgram: Sendable {
  package let executable: String
  let arguments: [String]
  /// The number of extra bytes in its environment variables.
  var environmentPadding = 0
  /// The runtime's setting for stack traces of crashes.
  var backtrace = "enable=no"
  /// The settings of its allocator, for a profile; `nil` for the allocator's own.
  var allocatorSettings: String?

  /// - Parameters:
  ///   - executable: the program's path.
  ///   - arguments: the arguments that start it as a worker.
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

  /// The path of this program's file.
  public static var ownPath: String {
    Bundle.main.executablePath ?? CommandLine.arguments[0]
  }

  /// The name of this program's file.
  public static var ownName: String { URL(fileURLWithPath: ownPath).lastPathComponent }

  /// Returns the same program with longer environment variables, which move its stack.
  func padded(by bytes: Int) -> WorkerProgram {
    var program = self
    program.environmentPadding = bytes
    return program
  }

  /// The parent's environment variables, changed so that trials are repeatable: with a fixed seed
  /// for hashes, without settings of the allocator from outside, and without stack traces
  /// of crashes unless one is wanted.
  var environment: Environment {
    .inherit.updating([
      "SWIFT_DETERMINISTIC_HASHING": "1",
      "SWIFT_BACKTRACE": backtrace,
      "MALLOC_CONF": allocatorSettings,
      "MAPPRESSURE_PADDING":
        environmentPadding > 0 ? String(repeating: "x", count: environmentPadding) : nil,
    ])
  }
}
