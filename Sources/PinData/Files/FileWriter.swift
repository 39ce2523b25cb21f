#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes whole files.
enum FileWriter {
  /// Why a file could not be written: the operating system's message.
  struct Failure: Error, Hashable, Sendable {
    let reason: String
  }

  /// Creates the file, or replaces what is in it.
  static func replaceContents(ofFile path: String, with text: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure.lastSystemError }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw Failure.lastSystemError
      }
    }
  }
}

extension FileWriter.Failure {
  fileprivate static var lastSystemError: Self {
    Self(reason: String(cString: strerror(errno)))
  }
}
