import Foundation

/// A disk of one megabyte in memory.
package struct TinyDisk {
  package struct NotMounted: Error {}

  private let path: String

  /// Indicates whether this machine and this user can mount one.
  package static var isAvailable: Bool {
    let path = FileManager.default.temporaryDirectory.path + "/tiny-disk-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let disk = try? TinyDisk(at: path) else { return false }
    disk.unmount()
    return true
  }

  /// Mounts a disk; makes the folder where there is none.
  package init(at path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let arguments = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path]
    guard Self.run(arguments) else { throw NotMounted() }
  }

  package func unmount() { _ = Self.run(["umount", path]) }

  /// Fills the disk but for some kilobytes.
  package func fill(leaving kilobytes: Int) throws {
    let filler = path + "/filler"
    try empty()
    guard FileManager.default.createFile(atPath: filler, contents: nil),
      let handle = FileHandle(forWritingAtPath: filler)
    else { throw NotMounted() }
    let block = Data(repeating: 1, count: 4_096)
    var size = 0
    while (try? handle.write(contentsOf: block)) != nil { size += block.count }
    try handle.truncate(atOffset: UInt64(max(0, size - kilobytes * 1_024)))
    try handle.close()
  }

  /// Removes what filled the disk.
  package func empty() throws {
    let filler = path + "/filler"
    if FileManager.default.fileExists(atPath: filler) {
      try FileManager.default.removeItem(atPath: filler)
    }
  }

  private static func run(_ arguments: [String]) -> Bool {
    (try? FinishedProgram(arguments, joinsErrors: true))?.status == 0
  }
}
