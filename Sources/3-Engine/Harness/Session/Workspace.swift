import Foundation
import Support

/// A temporary folder of the tool: for one trial's files, for files that all trials of a run share,
/// or for a run that is not kept.
package struct Workspace: Sendable {
  private let folder: LockedFolder
  package var path: String { folder.path }

  /// Creates a folder that no other process uses.
  package init() throws {
    do throws(LockedFolder.Failure) {
      folder = try LockedFolder()
    } catch {
      throw HarnessError.cannotWrite(path: error.path, reason: error.reason)
    }
  }

  /// Creates a folder within it.
  package func makeFolder(_ name: String) throws -> String {
    let folder = path + "/" + name
    try RunFolder.makeFolder(folder)
    return folder
  }

  /// Moves recorded files to their places in a run's folder. A failure is a fault of the machine, not
  /// of the strategy.
  func move(_ names: [String], from folder: String, toRun run: String) throws {
    for name in names {
      let target = try RunFolder.makeFolder(of: RunFolder.place(ofRecorded: name), in: run)
      do {
        try AtomicFile.copy(path + "/" + folder + "/" + name, to: target)
      } catch {
        throw HarnessError.cannotWrite(path: target, reason: error.reason)
      }
    }
  }

  package func remove() {
    folder.remove()
  }

  /// Removes the temporary folders of processes that were killed; see ``LockedFolder``.
  package static func removeAbandoned(
    in base: String = FileManager.default.temporaryDirectory.path
  ) {
    LockedFolder.removeAbandoned(in: base)
  }
}
