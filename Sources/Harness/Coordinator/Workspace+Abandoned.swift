import Foundation

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
