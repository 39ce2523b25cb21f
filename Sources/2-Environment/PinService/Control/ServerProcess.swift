import Foundation
import Support

/// `mappressure-server`, started on a free port of this machine.
///
/// It ends with this process, however this one ends: only this process holds the pipe that is its
/// standard input. Safe to use from several threads.
public final class ServerProcess: Sendable {
  private let process: Process
  private let input: Pipe
  /// The port to which it listens.
  public let port: Int
  /// The path of its log.
  public let log: String

  /// Starts a server, and waits until it listens.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - arguments: the arguments without those for the port and for its end.
  ///   - log: the path of a file for its log; an existing one is replaced.
  public init(
    _ program: String, arguments: [String], log: String
  ) throws(ServerProcessError) {
    process = Process()
    input = Pipe()
    self.log = log
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments + ["--port", "0", "--until-input-ends"]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    guard FileManager.default.createFile(atPath: log, contents: nil),
      let file = FileHandle(forWritingAtPath: log)
    else { throw .cannotStart(program: program, reason: "\(log) cannot be written") }
    process.standardError = file
    do {
      try process.run()
    } catch {
      throw .cannotStart(program: program, reason: "\(error.localizedDescription)")
    }
    // It says one line when it listens, and nothing if it cannot start.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = line.split(separator: ":").last.flatMap({ Int($0.filter(\.isNumber)) }) else {
      process.waitUntilExit()
      let lines = (try? String(contentsOfFile: log, encoding: .utf8))?.split(separator: "\n") ?? []
      // A wrong option is followed by the usage.
      let reason = lines.first { $0.hasPrefix("Error") } ?? lines.last
      throw .ended(
        program: program, code: process.terminationStatus,
        reason: reason.map(String.init) ?? "it says nothing")
    }
    self.port = port
  }

  deinit {
    if process.isRunning { end(SIGKILL) }
  }

  /// Sends a signal, and waits for the end.
  ///
  /// - Returns: the exit code, or the number of the signal that ended the process.
  @discardableResult
  public func end(_ signal: Int32 = SIGTERM) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The seconds of all processors that the server has used; `nil` if the system does not report
  /// them.
  public var processorTime: Double? {
    let text = Self.text(of: "/proc/\(process.processIdentifier)/stat")
    // The name in parentheses may have spaces; user and system time are the 14th and 15th field.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return nil
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The maximum of resident memory until now, in bytes; `nil` if the system does not report it.
  public var peakMemory: Int? {
    let lines = Self.text(of: "/proc/\(process.processIdentifier)/status").split(separator: "\n")
    let line = lines.first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1_024 }
  }

  private static func text(of path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}

extension ServerProcess {
  /// The name of the program's file.
  public static let programName = "mappressure-server"

  /// The path of the program: next to this one, where `make server` puts it, or installed; `nil` if it
  /// is in none of these places.
  public static var program: String? {
    CompanionProgram.path(of: programName, inPackage: "Server")
  }
}

/// A server that cannot be used.
public enum ServerProcessError: Error, Hashable, Sendable {
  /// The program is not there.
  case missing
  /// The operating system does not start the program.
  case cannotStart(program: String, reason: String)
  /// The program ended before it listened.
  case ended(program: String, code: Int32, reason: String)
}

extension ServerProcessError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing:
      "expected the program \(ServerProcess.programName) next to this one or in the folder Server, "
        + "found none; build it with 'make server' in MapPressure's folder, or install it on the PATH"
    case .cannotStart(let program, let reason): "\(program) cannot be started: \(reason)"
    case .ended(let program, let code, let reason):
      "\(program) ended with the exit code \(code) before it listened: \(reason)"
    }
  }
}
