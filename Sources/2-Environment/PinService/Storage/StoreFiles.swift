import Foundation
import Support
import Synchronization

/// The files of a SQLite database that is open, as the file system has them.
///
/// A file may lose its name or be cut while a process writes it. The data that is written then is
/// lost when the process ends.
final class StoreFiles: Sendable {
  private struct Entry {
    struct Identity: Hashable {
      let device: UInt64
      let file: UInt64
    }

    let identity: Identity
    let length: Int64

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      identity = Identity(device: UInt64(status.st_dev), file: UInt64(status.st_ino))
      length = Int64(status.st_size)
    }
  }

  /// The files after a batch.
  private struct Mark {
    var version: Int64 = 0
    var length: Int64 = 0
    var logLength: Int64 = 0
    var logHeader: [UInt8] = []
  }

  /// The state of the log since the last batch.
  enum LogState {
    case whole
    /// It is empty or was begun again. Another process may do so that has put its batches into the
    /// file.
    case begunAgain
    /// Its end is missing.
    case cut
  }

  /// The name that the store was opened by, which may be a link.
  private let name: String
  /// The path without links: SQLite gives the log its name.
  private let path: String
  private let isWritable: Bool
  private let file: Entry.Identity?
  private let log: Entry.Identity?
  private let mark = Mutex(Mark())

  /// The files that have the names now, after the database was opened: then a database that is
  /// written has a log.
  init(_ name: String, path: String, isWritable: Bool) {
    self.name = name
    self.path = path
    self.isWritable = isWritable
    file = Entry(path)?.identity
    log = Entry(Self.logPath(of: path))?.identity
    remember(0)
  }

  /// Indicates whether the names are those of the same files, and the database has not become
  /// shorter.
  var areInPlace: Bool {
    guard let now = Entry(path), now.identity == file, Entry(name)?.identity == file,
      now.length >= mark.withLock({ $0.length })
    else { return false }
    // What is only read has no log of its own.
    return !isWritable || Entry(Self.logPath(of: path))?.identity == log
  }

  var logState: LogState {
    let last = mark.withLock { $0 }
    let length = Entry(Self.logPath(of: path))?.length ?? 0
    guard length < last.logLength else { return .whole }
    return length > 0 && Self.logHeader(of: path) == last.logHeader ? .cut : .begunAgain
  }

  /// The version of the store after the last batch.
  var lastVersion: Int64 { mark.withLock { $0.version } }

  /// Notes the files as a batch left them.
  func remember(_ version: Int64) {
    let now = Mark(
      version: version, length: Entry(path)?.length ?? 0,
      logLength: Entry(Self.logPath(of: path))?.length ?? 0, logHeader: Self.logHeader(of: path))
    mark.withLock { if version >= $0.version { $0 = now } }
  }

  private static func logPath(of path: String) -> String { path + "-wal" }

  /// The numbers that SQLite changes when it begins the log again.
  ///
  /// Unlike the database, the log has no locks of SQLite, which a process loses when it closes the
  /// file.
  private static func logHeader(of path: String) -> [UInt8] {
    guard let file = try? RegularFile.open(logPath(of: path)),
      let header = try? file.read(upToCount: 32)
    else { return [] }
    return Array(header)
  }

  /// The path of a file without links, or the same path where there is no file.
  static func withoutLinks(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns whether SQLite may write a database and its log.
  static func isWritable(_ path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return access(path, W_OK) == 0 && access(folder, W_OK) == 0
  }

  /// Throws where a log has batches that are not in a file that is only read, without its log.
  static func checkReadOnly(_ path: String) throws(PinStoreError) {
    guard let log = Entry(logPath(of: path)), log.length > 0 else { return }
    throw .database(
      name: path,
      reason: "its log \(path)-wal has batches that are not in the file, and this process may "
        + "write neither; copy both to a writable folder")
  }
}
