import Foundation
import Support

/// A temporary folder of the tool's own: for one trial's files, for what all trials of a run share,
/// or for a run that nobody asked to keep.
package struct Workspace: Sendable {
  package let path: String
  /// Held as long as the process lives, so that another one knows whose folders are left behind;
  /// `nil` where the file system has no locks.
  private let lock: LockedFile?

  /// Makes a folder that no other process uses.
  package init() throws {
    let base = FileManager.default.temporaryDirectory.path
    path = base + "/" + Self.prefix + UUID().uuidString
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    } catch {
      throw HarnessError.cannotWrite(path: path, reason: FileFault.reason(error))
    }
    let lockFile = path + "/" + Self.lockName
    lock = try? LockedFile(path: lockFile)
    // One that is not held would give the folder away.
    if lock == nil { unlink(lockFile) }
  }

  static let prefix = "mappressure-"
  /// Hidden, so that the folder can be a run's, which holds no files of others.
  static let lockName = ".lock"

  /// Makes a folder inside of it.
  package func makeFolder(_ name: String) throws -> String {
    let folder = path + "/" + name
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw HarnessError.cannotWrite(path: folder, reason: FileFault.reason(error))
    }
    return folder
  }

  /// Moves files to a folder outside. Whatever keeps them from it is no fault of the strategy's.
  func move(_ names: [String], from folder: String, to destination: String) throws {
    for name in names {
      let target = destination + "/" + name
      do {
        try AtomicFile.copy(path + "/" + folder + "/" + name, to: target)
      } catch {
        throw HarnessError.cannotWrite(path: target, reason: error.reason)
      }
    }
  }

  package func remove() {
    // A folder left behind in the temporary directory harms nobody.
    try? FileManager.default.removeItem(atPath: path)
  }
}
