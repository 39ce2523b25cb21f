import Foundation

/// A temporary folder that is locked as long as its process lives, so that other processes recognise
/// and remove what a killed one left behind.
package struct LockedFolder: Sendable {
  package let path: String
  /// `nil` if the file system has no locks.
  private let lock: LockedFile?

  /// A folder could not be made.
  package struct Failure: Error, Hashable {
    package let path: String
    /// The operating system's reason.
    package let reason: String
  }

  /// Creates a folder in the system's folder for temporary files, which only its user may read.
  package init() throws(Failure) {
    while true {
      let base = FileManager.default.temporaryDirectory.path
      let path = base + "/" + Self.prefix + UUID().uuidString
      do {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw Failure(path: path, reason: FileFault.reason(error))
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

  private static let prefix = "mappressure-"
  /// The name of the lock file; hidden, because a run's folder may hold no files that are not its
  /// own.
  private static let lockName = ".lock"

  package func remove() {
    Self.remove(path)
  }

  /// Removes a folder, its lock file last: if the process is killed meanwhile, the rest is recognized
  /// as abandoned.
  private static func remove(_ path: String) {
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

extension LockedFolder {
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
