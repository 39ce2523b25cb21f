import Foundation

/// Files that appear whole or not at all.
enum AtomicFile {
  /// Writes a text under another name and then gives it its own, in place of a file that has it.
  static func write(
    _ text: String, named name: String, in folder: String
  ) throws(ReportingError) {
    let path = folder + "/" + name
    let partial = folder + "/." + name + ".partial"
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: partial))
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: partial))
      // A name that survives the machine's end must not stand for a file that does not.
      try handle.synchronize()
      try handle.close()
    } catch {
      try? FileManager.default.removeItem(atPath: partial)
      throw .cannotWrite(path: path, reason: reason(of: error))
    }
    guard rename(partial, path) == 0 else {
      let reason = String(cString: strerror(errno))
      try? FileManager.default.removeItem(atPath: partial)
      throw .cannotWrite(path: path, reason: reason)
    }
  }

  /// The operating system's own words where there are some: Foundation's are vague.
  private static func reason(of error: any Error) -> String {
    let underlying = (error as? CocoaError)?.underlying ?? error
    guard let posix = underlying as? POSIXError else { return error.localizedDescription }
    return String(cString: strerror(posix.code.rawValue))
  }
}
