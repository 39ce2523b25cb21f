import Foundation
import Support

/// A temporary file with the unpacked bytes of a compressed one, for a reader that needs to go back
/// and forth in it. Removed when it goes out of scope, or by the next process where this one was
/// killed.
struct UnpackedFile: ~Copyable {
  private let folder: LockedFolder
  var path: String { folder.path + "/places.sqlite" }

  /// Unpacks all that a reader has left.
  ///
  /// - Parameters:
  ///   - compressed: the path of the compressed file, for an error.
  ///   - maxSize: the maximum number of bytes. More than half of the disk's free space is refused as
  ///     well: other programs need it.
  static func unpack(
    _ reader: consuming ByteReader, path compressed: String, maxSize: Int
  ) throws(DataFileError) -> UnpackedFile {
    LockedFolder.removeAbandoned()
    let folder: LockedFolder
    do throws(LockedFolder.Failure) {
      folder = try LockedFolder()
    } catch {
      throw DataFileError(
        path: compressed,
        problem: .unreadable(
          reason: "it cannot be unpacked into \(error.path): \(error.reason)"))
    }
    let file = UnpackedFile(folder: folder)
    do throws(Problem) {
      try file.fill(from: reader, maxSize: maxSize)
    } catch {
      throw DataFileError(path: compressed, problem: error)
    }
    return file
  }

  deinit { folder.remove() }

  private func fill(from reader: consuming ByteReader, maxSize: Int) throws(Problem) {
    let free = Self.freeSize(of: folder.path)
    // Others have no right to read what may be personal data.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .lastSystemError }
    defer { close(descriptor) }
    var size = 0
    try reader.forEachPiece { (piece) throws(Problem) in
      size += piece.count
      guard size <= maxSize else {
        throw .mismatch(
          expected: "a compressed database of at most \(maxSize) bytes", found: "a larger one",
          remedy: "Unpack it, so that it is read in place.")
      }
      guard size <= free / 2 else {
        throw .unreadable(
          reason: "it needs more than half of the \(free) bytes that the folder for temporary "
            + "files has free; unpack it elsewhere")
      }
      do throws(DescriptorOutput.Failure) {
        try DescriptorOutput.write(piece, to: descriptor)
      } catch {
        throw .unreadable(reason: "it does not fit the folder for temporary files: \(error.reason)")
      }
    }
  }

  /// The number of bytes that are free on the disk of a folder.
  private static func freeSize(of folder: String) -> Int {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return .max }
    let size = Double(status.f_bavail) * Double(status.f_frsize)
    return size < Double(1 << 60) ? Int(size) : .max
  }
}
