import Foundation

/// The server, started next to this program on a free port.
final class ServerProcess: Sendable {
  private let process: Process
  let port: Int

  init(_ arguments: [String], log: String) throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("mappressure-server")
    process.arguments = arguments + ["--port", "0"]
    let output = Pipe()
    process.standardOutput = output
    FileManager.default.createFile(atPath: log, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: log)
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = line.split(separator: ":").last.flatMap({ Int($0.filter(\.isNumber)) }) else {
      FileHandle.standardError.write((try? Data(contentsOf: URL(fileURLWithPath: log))) ?? Data())
      throw POSIXError(.ECHILD)
    }
    self.port = port
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  /// The seconds of all processors that the server has used.
  var processorTime: Double {
    let text = Self.read("/proc/\(process.processIdentifier)/stat")
    // The name in parentheses may have spaces; user and system time are the 14th and 15th field.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The maximum of resident memory until now, in bytes.
  var peakMemory: Int {
    let lines = Self.read("/proc/\(process.processIdentifier)/status").split(separator: "\n")
    let line = lines.first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
  }

  private static func read(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
