import Foundation
import Support

/// A temporary folder of the tool: for one trial's files, for files that all trials of a run share,
/// or for a run that is not kept.
package struct Workspace: Sendable {
  package let path: String
  /// The lock, which is held as long as the process lives, so that other processes recognize
  /// abandoned folders; `nil` if the file system has no locks.
  private let lock: LockedFile?

  /// Creates a folder that no other process uses.
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
      // Another process may have removed the file as abandoned before it was locked.
      if let lock, !lock.hasName { continue }
      // Without a lock, another process would remove the folder as abandoned.
      if lock == nil { unlink(lockFile) }
      self.path = path
      self.lock = lock
      return
    }
  }

  static let prefix = "mappressure-"
  /// The name of the lock file; hidden, because a run's folder may hold no files that are not its
  /// own.
  static let lockName = ".lock"

  /// Creates a folder within it.
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

  /// Moves files to a folder outside. A failure is a fault of the machine, not of the strategy.
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

  /// Removes a workspace's folder, its lock file last: if the process is killed meanwhile, the rest
  /// is recognized as abandoned.
  static func remove(_ path: String) {
    // Files that cannot be removed do no harm. Links are removed themselves, not their targets.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name != lockName {
      try? FileManager.default.removeItem(atPath: path + "/" + name)
    }
    let lockFile = path + "/" + lockName
    unlink(lockFile)
    guard rmdir(path) != 0, errno == ENOTEMPTY || errno == EEXIST else { return }
    // If a worker that has not ended yet wrote into it, the next process tries again.
    let descriptor = open(lockFile, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
    if descriptor >= 0 { close(descriptor) }
  }
}

extension Workspace {
  /// Removes the temporary folders of processes that were killed.
  ///
  /// Folders of living processes are locked. Folders of another user, with another name or without
  /// a lock file are not changed, and no link is followed.
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
