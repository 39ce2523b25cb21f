import Foundation

/// Writing of a file that appears complete or not at all.
///
/// The content goes to a temporary file in the same folder, which is then renamed. Each writer has
/// a temporary name of its own, so that two processes may write the same file at once: the last
/// rename wins. The temporary file stays locked until then, so that the next writer of the same
/// file, on any machine, recognises and removes what a killed process left behind.
package enum AtomicFile {
  /// A file could not be written.
  package struct Failure: Error, Hashable {
    /// The operating system's reason.
    package let reason: String
    /// Indicates whether something has the name that was to be new.
    package var isExistingFile = false
  }

  /// Writes a text; replaces a file of that name, but never a folder or a device.
  package static func write(_ text: String, to path: String) throws(Failure) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes; replaces a file of that name, but never a folder or a device.
  package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    try replace(path) { (partial) throws(Failure) in
      try append(bytes[...], to: partial)
    }
  }

  /// Copies a file's bytes and its permissions; replaces a file of that name.
  package static func copy(_ source: String, to path: String) throws(Failure) {
    // O_NONBLOCK: does not wait for the other end of a pipe.
    let input = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { throw Failure.ofSystem }
    defer { close(input) }
    if let reason = RegularFile.reasonAgainst(input) { throw Failure(reason: reason) }
    try replace(path) { (partial) throws(Failure) in
      var information = stat()
      if fstat(input, &information) == 0 { fchmod(partial, information.st_mode & 0o777) }
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
        if count == 0 { return }
        guard count > 0 else {
          if errno == EINTR { continue }
          throw Failure.ofSystem
        }
        try append(buffer[..<count], to: partial)
      }
    }
  }

  /// Replaces the content of a file, which keeps its owner and its permissions.
  ///
  /// - Throws: an error where the file has further names, which would keep the content of before, or
  ///   where its owner cannot be kept.
  package static func rewrite(_ path: String, with bytes: [UInt8]) throws(Failure) {
    var old = stat()
    guard stat(path, &old) == 0 else { throw Failure.ofSystem }
    guard old.st_nlink == 1 else {
      throw Failure(reason: "the file has \(old.st_nlink) names (hard links)")
    }
    try replace(path) { (partial) throws(Failure) in
      // The owner first: a change of it drops permissions.
      guard fchown(partial, old.st_uid, old.st_gid) == 0, fchmod(partial, old.st_mode & 0o7777) == 0
      else { throw Failure.ofSystem }
      try append(bytes[...], to: partial)
    }
  }

  /// Calls a closure that writes the temporary file, then renames it; replaces a file of that name.
  ///
  /// What the closure writes is not flushed to the disk.
  package static func build(
    _ path: String, with body: (_ partialPath: String) throws -> Void
  ) throws {
    try build(path, with: body) { rename($0, path) }
  }

  /// Calls a closure that writes the temporary file, then gives it its name, which must be new: a
  /// file that another process made meanwhile is not replaced.
  ///
  /// What the closure writes is not flushed to the disk.
  package static func buildNew(
    _ path: String, with body: (_ partialPath: String) throws -> Void
  ) throws {
    try build(path, with: body) { partial in
      // Unlike a rename, a link fails where the name is taken.
      guard link(partial, path) != 0 else { return unlink(partial) }
      // A file system without links has no more than this.
      guard errno != EEXIST, access(path, F_OK) != 0 else {
        errno = EEXIST
        return -1
      }
      return rename(partial, path)
    }
  }

  private static func build(
    _ path: String, with body: (_ partialPath: String) throws -> Void,
    name: (_ partialPath: String) -> Int32
  ) throws {
    let partial = try partialFile(for: path)
    do {
      try body(partial.path)
      guard name(partial.path) == 0 else { throw Failure.ofSystem }
    } catch {
      unlink(partial.path)
      throw error
    }
  }

  private static func append(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32
  ) throws(Failure) {
    do {
      try DescriptorOutput.write(bytes, to: descriptor)
    } catch {
      throw Failure(reason: error.reason)
    }
  }

  private static func replace(
    _ path: String, with body: (_ descriptor: Int32) throws(Failure) -> Void
  ) throws(Failure) {
    let partial = try partialFile(for: path)
    do throws(Failure) {
      try body(partial.descriptor)
      // After a crash of the machine, the name must not refer to a file that was not written.
      guard fsync(partial.descriptor) == 0, rename(partial.path, path) == 0 else {
        throw Failure.ofSystem
      }
    } catch {
      unlink(partial.path)
      throw error
    }
  }

  private static func partialFile(for path: String) throws(Failure) -> PartialFile {
    var information = stat()
    if stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG {
      throw Failure(reason: "the path names something that is not a file")
    }
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    removeAbandoned(of: url.lastPathComponent, in: folder)
    return try PartialFile(of: url.lastPathComponent, in: folder)
  }

  /// Removes temporary files of a file whose writers have ended.
  private static func removeAbandoned(of name: String, in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for other in names where PartialFile.isPartial(other, of: name) {
      let path = folder + "/" + other
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // A writer that runs holds the lock.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    }
  }
}

/// A temporary file that is renamed later; closed when it goes out of scope.
private struct PartialFile: ~Copyable {
  let path: String
  let descriptor: Int32

  init(of name: String, in folder: String) throws(AtomicFile.Failure) {
    while true {
      let path = "\(folder)/.\(name).\(UUID().uuidString.prefix(8)).partial"
      // Never an existing file, and never through a link.
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw AtomicFile.Failure.ofSystem
      }
      var information = stat()
      // On a file system without locks, no writer can take it for abandoned.
      let isLocked = flock(descriptor, LOCK_EX) == 0
      // Between `open` and `flock` another writer may have removed it as abandoned.
      if isLocked, fstat(descriptor, &information) == 0, information.st_nlink == 0 {
        close(descriptor)
        continue
      }
      self.path = path
      self.descriptor = descriptor
      return
    }
  }

  deinit { close(descriptor) }

  static func isPartial(_ candidate: String, of name: String) -> Bool {
    candidate.hasPrefix(".\(name).") && candidate.hasSuffix(".partial")
      && candidate.utf8.count == name.utf8.count + ".".utf8.count + ".12345678.partial".utf8.count
  }
}

extension AtomicFile.Failure {
  fileprivate static var ofSystem: Self {
    Self(reason: String(cString: strerror(errno)), isExistingFile: errno == EEXIST)
  }
}
