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
    while true {
      let base = FileManager.default.temporaryDirectory.path
      let path = base + "/" + Self.prefix + UUID().uuidString
      do {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true)
      } catch {
        throw HarnessError.cannotWrite(path: path, reason: FileFault.reason(error))
      }
      let lockFile = path + "/" + Self.lockName
      let lock = try? LockedFile(path: lockFile)
      // Between its making and its locking another process may have taken it for abandoned.
      if let lock, !lock.hasName { continue }
      // One that is not held would give the folder away.
      if lock == nil { unlink(lockFile) }
      self.path = path
      self.lock = lock
      return
    }
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
    Self.remove(path)
  }

  /// Removes a workspace's folder, its lock file last: a process that is killed meanwhile leaves one
  /// that is known to be abandoned.
  static func remove(_ path: String) {
    // What cannot be removed harms nobody. It removes links themselves, and not what they lead to.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name != lockName {
      try? FileManager.default.removeItem(atPath: path + "/" + name)
    }
    let lockFile = path + "/" + lockName
    unlink(lockFile)
    guard rmdir(path) != 0, errno == ENOTEMPTY || errno == EEXIST else { return }
    // A worker that has not ended yet wrote into it: the next process tries again.
    let descriptor = open(lockFile, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
    if descriptor >= 0 { close(descriptor) }
  }
}

extension Workspace {
  /// Removes the temporary folders of processes that were killed.
  ///
  /// Those of living processes are locked. A folder of another user, of another shape or without a
  /// lock file is left alone, and no link is followed.
  package static func removeAbandoned(
    in base: String = FileManager.default.temporaryDirectory.path
  ) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    for name in names where isName(name) { removeIfAbandoned(base + "/" + name) }
  }

  private static func isName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
  }

  private static func removeIfAbandoned(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    let lock = openat(folder, lockName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard lock >= 0 else { return }
    defer { close(lock) }
    var (folderStatus, lockStatus) = (stat(), stat())
    guard fstat(folder, &folderStatus) == 0, folderStatus.st_uid == geteuid(),
      fstat(lock, &lockStatus) == 0, lockStatus.st_uid == geteuid(),
      lockStatus.st_mode & S_IFMT == S_IFREG,
      flock(lock, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(path)
  }
}
