import Foundation

/// Copies that appear whole or not at all.
enum WholeFile {
  /// Copies a file under another name beside its place, and then gives it its own, in place of a
  /// file that has it; a rename never replaces a folder.
  static func copy(_ source: String, to target: String) throws(HarnessError) {
    let url = URL(fileURLWithPath: target)
    let partial = url.deletingLastPathComponent().path + "/." + url.lastPathComponent + ".partial"
    do {
      // One that a killed process left behind would be in the way.
      try? FileManager.default.removeItem(atPath: partial)
      try FileManager.default.copyItem(atPath: source, toPath: partial)
    } catch {
      try? FileManager.default.removeItem(atPath: partial)
      throw .cannotWrite(path: target, reason: FileFault.reason(error))
    }
    guard rename(partial, target) == 0 else {
      let reason = String(cString: strerror(errno))
      try? FileManager.default.removeItem(atPath: partial)
      throw .cannotWrite(path: target, reason: reason)
    }
  }
}
