import Foundation

/// The program that is hurt.
struct Subject {
  /// Its absolute path.
  let path: String

  init(program: String) throws(Loss) {
    path = URL(fileURLWithPath: program).standardizedFileURL.path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Loss(.attack, "expected a program at \(path), found none; 'make build' makes it")
    }
  }
}

/// The program while it runs, with its workers.
final class RunningSubject {
  private let process = Process()
  private let mark: String
  private let errorFile: String

  /// - Parameters:
  ///   - mark: in the environment of the program and of all that it starts.
  ///   - wrapper: a line of a shell that starts the program, `"$0" "$@"`.
  init(
    _ subject: Subject, _ arguments: [String], folder: String, temporaryFolder: String,
    mark: String, wrapper: String?, output: FileHandle?, errors: FileHandle?
  ) throws(Loss) {
    self.mark = mark
    errorFile = folder + "/errors.txt"
    process.executableURL = URL(fileURLWithPath: wrapper == nil ? subject.path : "/bin/sh")
    process.arguments = wrapper.map { ["-c", $0, subject.path] + arguments } ?? arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Nothing is kept there: each attack meets a program that computes.
    process.environment = ProcessInfo.processInfo.environment.merging([
      "TMPDIR": temporaryFolder, "TORTURE_MARK": mark, "SWIFT_BACKTRACE": "enable=no",
      "XDG_CACHE_HOME": "/dev/null",
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    _ = FileManager.default.createFile(atPath: errorFile, contents: nil)
    process.standardError = errors ?? FileHandle(forWritingAtPath: errorFile)
    do { try process.run() } catch { throw Loss(.attack, "cannot start the program: \(error)") }
  }

  var identifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  /// The text of the program on its standard error stream.
  var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

  /// Signals the program itself. Returns whether it was there to be hit.
  @discardableResult func send(_ signal: Int32) -> Bool {
    process.isRunning && kill(identifier, signal) == 0
  }

  /// The exit code, or minus the signal that ended it.
  func end(within seconds: Double = 60) throws(Loss) -> Int32 {
    let end = Date(timeIntervalSinceNow: seconds)
    while process.isRunning {
      guard Date() < end else {
        for process in Self.processes(with: mark) { kill(process, SIGKILL) }
        throw Loss(.processes, "still running after \(Int(seconds)) s")
      }
      usleep(500)
    }
    let wasSignal = process.terminationReason == .uncaughtSignal
    return wasSignal ? -process.terminationStatus : process.terminationStatus
  }

  /// The workers that have begun to be the program.
  var workers: [Int32] {
    Self.processes(with: mark).filter { process in
      process != identifier && Self.words("/proc/\(process)/cmdline").dropFirst().first == "worker"
    }
  }

  /// All processes with a mark in their environment.
  static func processes(with mark: String) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { process in
      words("/proc/\(process)/environ").contains("TORTURE_MARK=\(mark)")
    }
  }

  private static func words(_ path: String) -> [String] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
