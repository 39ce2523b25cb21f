import Foundation

/// A file of this process's own, for readers that take a path and nothing else. It is there only
/// while it is read.
struct ScratchFile: Sendable {
  let path: String
  let folder: String

  /// - Parameter name: the file's name; readers look at its extension.
  init(_ name: String) {
    // Linux keeps this one in memory.
    let memory = "/dev/shm"
    let base = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
    folder = base + "/fuzz-target-" + UUID().uuidString
    path = folder + "/" + name
  }

  /// Hands the path of a file with these contents to a reader.
  ///
  /// - Parameter neighbours: what else is in the folder, by name.
  func with<Result>(
    _ contents: Data, neighbours: [String: Data] = [:], _ body: (String) throws -> Result
  ) throws -> Result {
    // System calls, because this is most of what a fuzzer's execution costs.
    guard mkdir(folder, 0o700) == 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { rmdir(folder) }
    defer { for name in neighbours.keys { unlink(folder + "/" + name) } }
    for (name, data) in neighbours { try write(data, to: folder + "/" + name) }
    defer { unlink(path) }
    try write(contents, to: path)
    return try body(path)
  }

  private func write(_ contents: Data, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(descriptor) }
    try FileHandle(fileDescriptor: descriptor).write(contentsOf: contents)
  }
}
