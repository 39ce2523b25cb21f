import Foundation

/// A file that appears whole or not at all.
///
/// It is written under another name in the same folder and then renamed. That name is the writer's
/// own, so that two processes may write the same file at once: the last rename wins. Its file stays
/// locked until then, so that what a killed process left behind is known and removed by the next
/// writer of the same file, on whichever machine that runs.
package enum AtomicFile {
  /// The file could not be written: the operating system's reason.
  package struct Failure: Error, Hashable {
    package let reason: String
  }

  /// Writes a text, in place of a file that has the name; never in place of a folder or a device.
  package static func write(_ text: String, to path: String) throws(Failure) {
    let bytes = Array(text.utf8)
    try replace(path) { (partial) throws(Failure) in
      try append(bytes[...], to: partial)
    }
  }

  /// Copies a file's bytes and its permissions, in place of a file that has the name.
  package static func copy(_ source: String, to path: String) throws(Failure) {
    // Without waiting for the other end of a pipe.
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

  /// Lets a body build the file under its temporary path, in place of a file that has the name; what
  /// it writes is not flushed to the disk.
  package static func build(_ path: String, with body: (_ partialPath: String) throws -> Void)
    throws
  {
    let partial = try partialFile(for: path)
    do {
      try body(partial.path)
      guard rename(partial.path, path) == 0 else { throw Failure.ofSystem }
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
      // A name that survives the machine's end must not stand for a file that does not.
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
      throw Failure(reason: "something that is not a file has the name")
    }
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    removeAbandoned(of: url.lastPathComponent, in: folder)
    return try PartialFile(of: url.lastPathComponent, in: folder)
  }

  /// Removes what writers of a file left behind that no longer live.
  private static func removeAbandoned(of name: String, in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for other in names where PartialFile.isPartial(other, of: name) {
      let path = folder + "/" + other
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // Its writer holds the lock as long as it lives.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    }
  }
}

/// The file that becomes another one; closed when it goes out of scope.
private struct PartialFile: ~Copyable {
  let path: String
  let descriptor: Int32

  init(of name: String, in folder: String) throws(AtomicFile.Failure) {
    while true {
      let path = "\(folder)/.\(name).\(UUID().uuidString.prefix(8)).partial"
      // Never one that is there, and never through a link.
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw AtomicFile.Failure.ofSystem
      }
      var information = stat()
      // Where there are no locks, nobody takes it for abandoned either.
      let isLocked = flock(descriptor, LOCK_EX) == 0
      // Between the two calls another writer may have taken it for abandoned.
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
  fileprivate static var ofSystem: Self { Self(reason: String(cString: strerror(errno))) }
}
