#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written under another name in the same folder until it is whole.
struct PartialFile {
  let path: String
  private let finalPath: String

  init(_ finalPath: String) {
    self.finalPath = finalPath
    // Two processes may build the same index.
    path = finalPath + "." + String(UInt64.random(in: 0 ... .max), radix: 36) + ".partial"
  }

  /// Gives the file its name; what went wrong, if anything did.
  func finish() -> String? {
    rename(path, finalPath) == 0 ? nil : "cannot be renamed: " + String(cString: strerror(errno))
  }

  func remove() {
    unlink(path)
  }
}
