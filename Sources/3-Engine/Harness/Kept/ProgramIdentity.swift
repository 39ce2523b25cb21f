import Foundation
import Subprocess
import Support
import Synchronization

/// All that decides which numbers a program computes for the same work, but for the work itself.
///
/// Two workers with the same identity give the same counted and modelled numbers. The kernel is not
/// a part: no such number depends on it.
package struct ProgramIdentity: Hashable, Sendable {
  /// The hash of all parts.
  package let digest: SHA256Digest

  /// Reads the program's file and its libraries.
  ///
  /// - Returns: `nil` on a system that does not list a program's libraries, and for a program that
  ///   cannot be started or was replaced meanwhile.
  init?(of program: WorkerProgram, files: FileDigests) async {
    guard let processors = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
      let libraries = await Self.listing(of: program)
    else { return nil }
    self.init(
      program: program, libraries: libraries, processors: processors,
      environment: ProcessInfo.processInfo.environment, files: files)
  }

  /// - Parameters:
  ///   - libraries: the libraries that it loads, as the system's loader lists them.
  ///   - processors: the processors, as in `/proc/cpuinfo`.
  package init?(
    program: WorkerProgram, libraries: String, processors: String,
    environment: [String: String], files: FileDigests
  ) {
    guard let code = files.digest(of: program.executable) else { return nil }
    // The code of the families and the strategies, and what is embedded in it.
    var parts = [code.hexadecimal] + program.arguments
    // Each counts: SQLite ranks, jemalloc counts and rounds up, libm rounds. Their bytes, because a
    // build identifier says what a library was built from and not that it is whole.
    // The list has lines such as `libm.so.6 => /lib/libm.so.6 (0x00007fdf71520000)`.
    let libraries = libraries.matches(of: #/(\S*/\S*)\x20\(/#).map { String($0.1) }
    // Without any, the list is not from the loader that is known here.
    guard !libraries.isEmpty else { return nil }
    for library in libraries {
      guard let content = files.digest(of: library) else { return nil }
      parts += [library, content.hexadecimal]
    }
    // What a strategy reads from its module's resources, and libraries that it loads later.
    for file in Self.companions(of: program.executable) {
      guard let content = files.digest(of: file) else { return nil }
      parts += [file, content.hexadecimal]
    }
    // Libraries choose their code by the processor's features, and rounding may follow: the model and
    // the features of the first processor, whose clock differs each time.
    parts += processors.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.isEmpty }.map(String.init)
      .filter { !$0.hasPrefix("cpu MHz") && !$0.lowercased().hasPrefix("bogomips") }
    // A strategy may split its work by the number of processors.
    parts.append("\(ProcessInfo.processInfo.activeProcessorCount)")
    // Locales, the settings of libraries, and switches of a strategy.
    parts += environment.filter { !Self.isOfSession($0.key) }.map { "\($0.key)=\($0.value)" }
      .sorted()
    digest = SHA256Digest(ofTexts: parts)
  }

  /// The endings of the names of libraries and resources next to a program.
  package static let companionEndings = [".so", ".dylib", ".resources", ".bundle"]

  /// The paths of the files next to a program that its code may read, in order.
  private static func companions(of program: String) -> [String] {
    let folder = (program as NSString).resolvingSymlinksInPath
    let place = (folder as NSString).deletingLastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.filter { companionEndings.contains(where: $0.hasSuffix) }.sorted().flatMap {
      name in
      let path = place + "/" + name
      let inside = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
      // Folders have no content of their own.
      return ([path] + inside.sorted().map { "\(path)/\($0)" })
        .filter { (try? RegularFile.open($0)) != nil }
    }
  }

  /// The libraries as the system's loader lists them: it ends before any code of the program runs.
  ///
  /// Those of a process would not do: some are loaded when they are needed first.
  private static func listing(of program: WorkerProgram) async -> String? {
    let result = try? await run(
      program.file, arguments: Arguments(program.arguments),
      environment: program.environment.updating(["LD_TRACE_LOADED_OBJECTS": "1"]),
      output: .string(limit: 1_000_000), error: .discarded)
    guard let result, result.terminationStatus.isSuccess else { return nil }
    return result.standardOutput
  }

  /// Returns whether this is a variable that differs from one shell, service or job of CI to the
  /// next, and that no strategy has a reason to read.
  private static func isOfSession(_ name: String) -> Bool {
    [
      "PWD", "OLDPWD", "SHLVL", "_", "COLORTERM", "COLUMNS", "LINES", "LS_COLORS", "DISPLAY",
      "WINDOWID", "HOSTNAME", "TMPDIR", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "INVOCATION_ID",
      "JOURNAL_STREAM", "SYSTEMD_EXEC_PID",
    ].contains(name)
      || ["XDG_", "SSH_", "DBUS_", "TERM", "GITHUB_", "RUNNER_", "ACTIONS_", "CI_"]
        .contains { name.hasPrefix($0) }
  }
}

/// The hashes of files' contents, each made once.
///
/// A file that changes while the tool runs has none from then on: a process may have read either
/// content.
package final class FileDigests: Sendable {
  private let known = Mutex<[String: (state: FileState, digest: SHA256Digest)]>([:])

  package init() {}

  /// Returns the hash; `nil` for a file that cannot be read, or that changed since the first call.
  package func digest(of path: String) -> SHA256Digest? {
    guard let state = FileState(of: path) else { return nil }
    return known.withLock { known in
      if let earlier = known[path] { return earlier.state == state ? earlier.digest : nil }
      let digest = try? SHA256Digest(ofFileAt: path)
      guard let digest, FileState(of: path) == state else { return nil }
      known[path] = (state, digest)
      return digest
    }
  }
}
