import Foundation
import ScenarioModel
import Subprocess
import Support

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A copy of a program without its debug information, which valgrind may fail to read.
///
/// Copies are kept in a folder of the user's own beside other temporary files, one for each path:
/// a program that was built anew replaces its predecessor's copy.
struct StrippedProgram {
  /// Why there is no copy.
  struct Unavailable: Error {
    let reason: String
  }

  /// The path of the copy, which is made where there is none yet.
  static func path(of program: String, searchPath: SearchPath) async throws(Unavailable) -> String {
    let identity = try identity(of: program)
    let folder = try ownFolder()
    let copy = "\(folder)/\(identity.path)-\(identity.content)"
    if FileManager.default.isExecutableFile(atPath: copy) { return copy }
    // Renamed when it is whole, so that two processes that strip at once do no harm.
    let partial = "\(folder)/.partial-\(UUID().uuidString)"
    try await strip(program, to: partial, searchPath: searchPath)
    guard rename(partial, copy) == 0 else {
      throw Unavailable(reason: "\(copy) cannot be written: \(String(cString: strerror(errno)))")
    }
    removeCopies(in: folder, startingWith: "\(identity.path)-", except: copy)
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

  /// A path and what stands there, as short names: a file that was built anew has other content.
  private static func identity(
    of program: String
  ) throws(Unavailable) -> (path: String, content: String) {
    var status = stat()
    guard stat(program, &status) == 0 else {
      throw Unavailable(reason: "\(program): \(String(cString: strerror(errno)))")
    }
    var path = FowlerNollVoHash()
    path.combine(URL(fileURLWithPath: program).path)
    var content = FowlerNollVoHash()
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    content.combine("\(status.st_dev) \(status.st_ino) \(status.st_size)")
    content.combine("\(changed.tv_sec) \(changed.tv_nsec)")
    return (path.hexadecimal, content.hexadecimal)
  }

  /// A folder that nobody else may write to: what stands there is executed.
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
      // A copy that cannot be removed is a waste of room and no more.
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }
}
