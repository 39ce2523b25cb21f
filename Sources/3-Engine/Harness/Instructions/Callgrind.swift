import CSystemCalls
import Foundation
import ScenarioModel
import Subprocess
import Support

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Valgrind's profiler, which executes a program on a simulated processor and counts instructions.
struct Callgrind {
  /// The factor for time limits, with a reserve: 50 to 80 times the time was measured.
  static let slowdown = 100.0
  /// Bytes that callgrind itself needs, with a reserve: 130 MB were measured.
  static let ownMemory = 512 << 20

  let valgrind: String
  /// The path of its counts.
  let outputFile: String
  /// The path of its log, so that the program's standard error holds only the program's messages.
  let logFile: String

  /// The options for costs of single instructions.
  ///
  /// Names stay as in the program's symbols, and a function that is called again before it returns
  /// has a name of its own then, so that the costs of its calls are not counted twice.
  static let profileOptions = [
    "--dump-instr=yes", "--separate-recs=2", "--demangle=no", "--compress-strings=no",
    "--compress-pos=no",
  ]

  /// Returns the program under callgrind, which counts the instructions within ``CountedPart``.
  func around(_ program: WorkerProgram, executable: String, options: [String]) -> WorkerProgram {
    WorkerProgram(
      executable: valgrind,
      arguments: [
        "--tool=callgrind", "--collect-atstart=no",
        "--toggle-collect=\(CountedPart.functionName)", "--dump-line=no",
        "--callgrind-out-file=\(Self.escaped(outputFile))", "--log-file=\(Self.escaped(logFile))",
      ] + options + [executable] + program.arguments)
  }

  /// Returns limits that let a program get as far as it does without callgrind under the given
  /// ones.
  static func scaled(_ limits: WorkerLimits) -> WorkerLimits {
    var scaled = limits
    scaled.seconds *= slowdown
    scaled.memory += ownMemory
    return scaled
  }

  /// Returns the instructions in an output file; `nil` if it has none.
  ///
  /// The line `totals:`, or `summary:` in an unfinished file, holds the sum of each event.
  /// Instructions are the first, and here the only event.
  static func instructions(in output: String) -> Int? {
    for label in ["totals:", "summary:"] {
      for line in output.split(whereSeparator: \.isNewline) where line.hasPrefix(label) {
        let numbers = line.dropFirst(label.count).split(separator: " ")
        if let first = numbers.first, let count = Int(first), count > 0 { return count }
      }
    }
    return nil
  }

  /// Escapes a path for valgrind, which reads `%` in a file's name as a variable.
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%%")
  }
}

/// The part of a program whose instructions are counted, marked so that a profiler finds it.
enum CountedPart {
  /// The function that is on the stack only while the part runs.
  static let functionName = "mappressure_counted_part"

  /// Does some work within that function.
  static func run(_ work: () throws -> Void) throws {
    try withoutActuallyEscaping(work) { work in
      var call = Call(work: work)
      withUnsafeMutablePointer(to: &call) {
        mappressure_counted_part(Call.perform, UnsafeMutableRawPointer($0))
      }
      if let failure = call.failure { throw failure }
    }
  }

  /// The work and its error, passed through C, which has neither closures nor errors.
  private struct Call {
    let work: () throws -> Void
    var failure: (any Error)?

    static let perform: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      guard let call = context?.assumingMemoryBound(to: Call.self) else { return }
      do {
        try call.pointee.work()
      } catch {
        call.pointee.failure = error
      }
    }
  }
}

/// A copy of a program without its debug information, which valgrind may fail to read.
///
/// Copies are kept in a folder of the user among the temporary files, one for each path: the copy
/// of a rebuilt program replaces the earlier one.
struct StrippedProgram {
  /// The reason why there is no copy.
  struct Unavailable: Error {
    let reason: String
  }

  /// Returns the path of the copy, which is made if there is none.
  static func path(of program: String, searchPath: SearchPath) async throws(Unavailable) -> String {
    guard let state = FileState(of: program) else {
      throw Unavailable(reason: "\(program): \(String(cString: strerror(errno)))")
    }
    let folder = try ownFolder()
    let path = URL(fileURLWithPath: program).path
    let prefix = SHA256Digest(ofTexts: [path]).identifier + "-"
    // A rebuilt file has another state.
    let copy = "\(folder)/\(prefix)" + SHA256Digest(ofTexts: ["\(state.fields)"]).identifier
    if FileManager.default.isExecutableFile(atPath: copy) { return copy }
    // Renamed when it is complete, so that two processes can strip at the same time.
    let partial = "\(folder)/.partial-\(UUID().uuidString)"
    try await strip(program, to: partial, searchPath: searchPath)
    guard rename(partial, copy) == 0 else {
      throw Unavailable(reason: "\(copy) cannot be written: \(String(cString: strerror(errno)))")
    }
    removeCopies(in: folder, startingWith: prefix, except: copy)
    return copy
  }

  private static func strip(
    _ program: String, to copy: String, searchPath: SearchPath
  ) async throws(Unavailable) {
    let tools = [
      ("strip", ["--strip-debug", "-o", copy, program]),
      ("objcopy", ["--strip-debug", program, copy]),
    ]
    for (name, arguments) in tools {
      guard let tool = searchPath.program(name) else { continue }
      let result = try? await run(
        .path(FilePath(tool)), arguments: Arguments(arguments), output: .discarded,
        error: .discarded)
      if let result, result.terminationStatus.isSuccess { return }
      try? FileManager.default.removeItem(atPath: copy)
      throw Unavailable(reason: "\(tool) could not remove the debug information of \(program)")
    }
    throw Unavailable(
      reason: "valgrind cannot read this program's debug information, and there is neither strip "
        + "nor objcopy to remove it; install binutils")
  }

  /// A folder that only this user may write to, because its files are executed.
  private static func ownFolder() throws(Unavailable) -> String {
    let folder =
      FileManager.default.temporaryDirectory.path + "/mappressure-stripped-\(geteuid())"
    _ = mkdir(folder, 0o700)
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else {
      throw Unavailable(reason: "\(folder) is not a folder that only this user may write to")
    }
    return folder
  }

  private static func removeCopies(
    in folder: String, startingWith prefix: String, except newest: String
  ) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) && folder + "/" + name != newest {
      // A copy that cannot be removed only takes disk space.
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }
}

/// The folders in which a shell looks for programs.
struct SearchPath: Hashable, Sendable {
  /// Folders separated by colons.
  let text: String

  /// The search path of this process.
  static var ofThisProcess: SearchPath {
    SearchPath(text: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// Returns the path of the first program of a name; `nil` if there is none.
  func program(_ name: String) -> String? {
    text.split(separator: ":").lazy
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
