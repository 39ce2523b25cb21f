import Foundation
import Support

/// A folder of the user that keeps contents by a key, each in a file of its own.
///
/// The name of a file is its key, a hash: no name and no path of the user is in it. A content is
/// believed only if the file is whole, was written for this key, and belongs to this user. Each
/// fault, such as a full disk, means that a content is not kept; no command ends by it. Several
/// processes may use the folder at once: files appear whole, and the last writer wins.
package struct KeptFolder: Sendable {
  /// The path of the folder, which need not exist.
  package let path: String
  /// The bytes of all files: of more, those that were used longest ago are removed.
  package let limit: Int
  /// The limit of the user's folder.
  package static let standardLimit = 256 << 20

  package init(path: String, limit: Int = Self.standardLimit) {
    self.path = path
    self.limit = limit
  }

  /// The folder of the user, in the place where the system's programs keep what can be made again.
  ///
  /// - Returns: `nil` if the environment names neither a folder for caches nor a home.
  package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let standard = absolute("HOME").map { $0 + "/.cache" }
    guard let parent = absolute("XDG_CACHE_HOME") ?? standard else { return nil }
    self.init(path: parent + "/mappressure")
  }

  /// Returns the content of a key; `nil` if it is not kept, or cannot be believed.
  package func content(of key: SHA256Digest) -> [UInt8]? {
    guard let file = ownFile(of: key), let entry = Entry(file) else { return nil }
    let bytes = (try? RegularFile.read(file, limit: Self.maxSize)) ?? Data()
    let compressed = Array(bytes.dropFirst(Self.sealLength))
    guard bytes.starts(with: Self.seal(of: compressed, for: key)),
      let content = Gzip.decompressed(compressed, limit: 16 * Self.maxSize)
    else {
      unlink(file)
      return nil
    }
    // The use is noted once a day, so that reading seldom writes.
    if entry.age > 86_400 { utimes(file, nil) }
    return content
  }

  /// Keeps a content; without effect where that is not possible.
  package func keep(_ content: [UInt8], for key: SHA256Digest) {
    guard let compressed = Gzip.compressed(content, level: .fast),
      compressed.count < min(Self.maxSize, limit), makeFolder(of: key)
    else { return }
    try? AtomicFile.build(file(of: key)) { partial in
      try Data(Self.seal(of: compressed, for: key) + compressed)
        .write(to: URL(fileURLWithPath: partial))
    }
  }

  // MARK: - Files

  private static let sealLength = 32
  /// More than any inspection with its pictures has.
  private static let maxSize = 1 << 26

  /// The hash of a content, its key and the version of the form: a damaged file, one under another
  /// key's name and one of another version are not believed.
  private static func seal(of compressed: [UInt8], for key: SHA256Digest) -> [UInt8] {
    SHA256Digest(of: Array("mappressure kept 1".utf8) + key.bytes + compressed).bytes
  }

  private func folder(of key: SHA256Digest) -> String {
    path + "/" + key.hexadecimal.prefix(2)
  }

  private func file(of key: SHA256Digest) -> String {
    folder(of: key) + "/" + key.hexadecimal
  }

  /// The file of a key in folders of this user; `nil` where they are not there.
  private func ownFile(of key: SHA256Digest) -> String? {
    isOwn(path) && isOwn(folder(of: key)) ? file(of: key) : nil
  }

  /// Returns whether this is a folder of this user, no link, and closed to other users' writes.
  private func isOwn(_ folder: String) -> Bool {
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }

  private func makeFolder(of key: SHA256Digest) -> Bool {
    try? FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    for folder in [path, folder(of: key)] {
      mkdir(folder, 0o700)
      guard isOwn(folder) else { return false }
    }
    return true
  }
}

extension KeptFolder {
  /// The content of the folder, in numbers.
  package struct Summary: Encodable {
    package let folder: String
    package let entries: Int
    package let bytes: Int
    package let limit: Int
    /// The days since the entry was used that was used longest ago; `nil` without any.
    package let oldestDays: Double?
  }

  package var summary: Summary {
    let entries = entries()
    return Summary(
      folder: path, entries: entries.count, bytes: entries.reduce(0) { $0 + $1.size },
      limit: limit, oldestDays: entries.map(\.age).max().map { ($0 / 8_640).rounded() / 10 })
  }

  /// Removes all that was kept, and nothing else.
  package func clear() {
    guard isOwn(path) else { return }
    for entry in entries() { unlink(entry.path) }
    for folder in folders() { rmdir(folder) }
    unlink(lockFile)
    // Fails where something else is in it.
    rmdir(path)
  }

  private var lockFile: String { path + "/.lock" }

  private struct Entry {
    let path: String
    let size: Int
    /// The seconds since it was written or used.
    let age: Double

    /// `nil` for anything but a file, such as a link.
    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      self.path = path
      size = Int(status.st_size)
      age = max(0, Date.now.timeIntervalSince1970 - Double(status.changed.tv_sec))
    }
  }

  /// The folders of the files.
  private func folders() -> [String] {
    guard isOwn(path) else { return [] }
    return Self.names(in: path).filter { $0.count == 2 && Self.isHexadecimal($0) }
      .map { path + "/" + $0 }.filter(isOwn)
  }

  /// The files that this type writes, and no others: whole ones, and parts from a writer that was
  /// killed or has not ended.
  private func entries() -> [Entry] {
    folders().flatMap { folder in
      Self.names(in: folder).filter { name in
        let key = name.hasSuffix(".partial") ? name.dropFirst().prefix(64) : name[...]
        return key.count == 64 && Self.isHexadecimal(key)
      }.compactMap { Entry(folder + "/" + $0) }
    }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func isHexadecimal(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Removes the files that were used longest ago until a quarter of the limit is free, if they are
  /// more than the limit.
  package func removeOldest() {
    // Where another process holds the lock, it does the same.
    guard isOwn(path), let lock = try? LockedFile(path: lockFile) else { return }
    withExtendedLifetime(lock) {
      let entries = entries()
      var sum = entries.reduce(0) { $0 + $1.size }
      guard sum > limit else { return }
      for entry in entries.sorted(by: { $0.age > $1.age }) where sum > limit / 4 * 3 {
        if unlink(entry.path) == 0 { sum -= entry.size }
      }
    }
  }
}
