import Foundation
import Support

/// The contents of a pipe in a file, which the processes of a run read several times.
enum PipedFile {
  /// The maximum length in bytes: the end of a pipe may never come.
  private static let maxLength = 1 << 30

  /// Returns the path of a file that has what comes out of a pipe, or standard input for "-"; any
  /// other path as it is. Equal contents have one path, so that the same command continues a run.
  static func path(_ argument: String, in folder: String = "Reports") throws -> String {
    var status = stat()
    let isPipe = stat(argument, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    guard isPipe || argument == "-" else { return argument }
    let input = isPipe ? try FileHandle(forReadingFrom: URL(filePath: argument)) : .standardInput
    var bytes: [UInt8] = []
    while let piece = try input.read(upToCount: 1 << 20), !piece.isEmpty {
      bytes += piece
      guard bytes.count <= maxLength else {
        throw CommandError(
          "\(argument): expected at most \(maxLength) bytes from a pipe, found more; write them into "
            + "a file")
      }
    }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/standard-input-\(SHA256Digest(of: bytes).hexadecimal.prefix(12))"
    try AtomicFile.write(bytes, to: path)
    return path
  }
}
