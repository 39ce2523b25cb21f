import Foundation

/// The state of a file that shows, without reading it, that it is another file or has changed.
package struct FileState: Hashable, Sendable {
  /// The place of the file in its file system, its size, and the time of its last change.
  package let fields: [Int]

  /// `nil` where there is no such file.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    fields = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), status.changed.tv_sec, Int(status.changed.tv_nsec),
    ]
  }
}

extension stat {
  /// The time of the last change of the content.
  package var changed: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
