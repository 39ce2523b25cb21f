import Foundation

/// Reads files that are files: not the end of a pipe, which may never come, nor a device, nor a
/// folder.
package enum RegularFile {
  /// Why a file was not read.
  package enum Failure: Error, Hashable {
    case missing
    case tooLong
    /// In the operating system's words, or what it is instead of a file.
    case unreadable(reason: String)
  }

  /// The file's whole content.
  ///
  /// - Parameter limit: the greatest length; no more of a longer one is read.
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

  /// The file for reading; closed when nobody holds it any more.
  package static func open(_ path: String) throws(Failure) -> FileHandle {
    // Without waiting for the other end of a pipe.
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing : .unreadable(reason: String(cString: strerror(errno)))
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    if let reason = reasonAgainst(descriptor) { throw .unreadable(reason: reason) }
    return handle
  }

  /// What an open file is instead of a regular one; `nil` where it is one.
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
