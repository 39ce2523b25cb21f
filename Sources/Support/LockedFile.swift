import Foundation

/// A file that one process at a time writes: locked as long as it is open.
///
/// The lock ends with the process that holds it, however it ends, and no process that this one
/// starts inherits it.
package struct LockedFile: Sendable {
  package enum Failure: Error {
    case cannotOpen(reason: String)
    case isLocked
  }

  package let handle: FileHandle

  /// Opens a file for reading and writing, and makes it where it does not exist.
  package init(path: String) throws(Failure) {
    // Without waiting for the other end of a pipe.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else {
      throw .cannotOpen(reason: String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if let reason = RegularFile.reasonAgainst(descriptor) { throw .cannotOpen(reason: reason) }
    guard Self.lock(descriptor) else { throw .isLocked }
  }

  /// Whether the file still has a name: another process may have removed it before it was locked.
  package var hasName: Bool {
    var status = stat()
    return fstat(handle.fileDescriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Between its birth and its first instruction a new process holds what its parent had open, so
  /// that a lock given up just now may be held a moment longer.
  private static func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<25 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(20_000)
    }
    return false
  }
}
