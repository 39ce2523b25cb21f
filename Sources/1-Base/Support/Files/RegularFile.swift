import Foundation

/// Functions that read regular files only: no pipe, whose end may never come, no device, no folder.
package enum RegularFile {
  /// The reason why a file was not read.
  package enum Failure: Error, Hashable {
    /// There is no such file.
    case missing
    /// The file is longer than the limit.
    case tooLong
    /// The operating system's reason, or the kind of thing that is no file.
    case unreadable(reason: String)
  }

  /// Returns the file's whole content.
  ///
  /// - Parameter limit: The maximum length in bytes; no more of a longer file is read.
  package static func read(_ path: String, limit: Int = .max) throws(Failure) -> Data {
    let handle = try open(path)
    do {
      guard limit < .max else { return try handle.readToEnd() ?? Data() }
      let data = try handle.read(upToCount: limit + 1) ?? Data()
      if data.count <= limit { return data }
    } catch {
      throw .unreadable(reason: FileFault.reason(error))
    }
    throw .tooLong
  }

  /// Opens a file for reading; it closes when the last reference to it ends.
  package static func open(_ path: String) throws(Failure) -> FileHandle {
    // O_NONBLOCK: does not wait for the other end of a pipe.
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing : .unreadable(reason: String(cString: strerror(errno)))
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if let reason = reasonAgainst(descriptor) { throw .unreadable(reason: reason) }
    return handle
  }

  /// Returns why an open file is not a regular one, or `nil` where it is one.
  static func reasonAgainst(_ descriptor: Int32) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return String(cString: strerror(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: return "it is a folder"
    default: return "it is not a regular file"
    }
  }
}

extension RegularFile.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: String(cString: strerror(ENOENT))
    case .tooLong: String(cString: strerror(EFBIG))
    case .unreadable(let reason): reason
    }
  }
}

/// A file that only one process at a time writes: locked as long as it is open.
///
/// The lock ends with the process that holds it, however it ends. Child processes do not inherit
/// it.
package struct LockedFile: Sendable {
  /// The reason why a file was not locked.
  package enum Failure: Error {
    /// The file could not be opened or is not a regular one.
    case cannotOpen(reason: String)
    /// Another process holds the lock.
    case isLocked
  }

  /// The open file.
  package let handle: FileHandle

  /// Opens a file for reading and writing; creates it where it does not exist.
  package init(path: String) throws(Failure) {
    // O_NONBLOCK: does not wait for the other end of a pipe.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else {
      throw .cannotOpen(reason: String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if let reason = RegularFile.reasonAgainst(descriptor) { throw .cannotOpen(reason: reason) }
    guard Self.lock(descriptor) else { throw .isLocked }
  }

  /// Indicates whether the file has a name: another process may have removed it before it was
  /// locked.
  package var hasName: Bool {
    var status = stat()
    return fstat(handle.fileDescriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Tries for half a second.
  ///
  /// Between `fork` and `exec` a new process holds what its parent had open, so that a lock that
  /// was just released may be held a moment longer.
  private static func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<25 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(20_000)
    }
    return false
  }
}
