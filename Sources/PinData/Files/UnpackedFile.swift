import Foundation

/// A file of the system's folder for temporary files with the unpacked bytes of a compressed one,
/// for a reader that needs to go back and forth in it. Removed when it goes out of scope.
struct UnpackedFile: ~Copyable {
  /// A small compressed file can stand for more than a disk holds.
  private static let maxSize = 16 << 30

  let path: String

  /// Unpacks all that a reader has left.
  ///
  /// - Parameter path: the compressed file, for an error.
  init(_ reader: consuming ByteReader, path compressed: String) throws(DataFileError) {
    path = FileManager.default.temporaryDirectory.path + "/mappressure-\(UUID().uuidString).sqlite"
    // Others have no right to read what may be personal data.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    do throws(DataFileError.Problem) {
      guard descriptor >= 0 else { throw .lastSystemError }
      defer { close(descriptor) }
      var size = 0
      try reader.forEachPiece { (piece) throws(DataFileError.Problem) in
        size += piece.count
        guard size <= Self.maxSize else {
          throw .mismatch(expected: "a database of at most 16 GiB", found: "a larger one")
        }
        try Self.write(piece, to: descriptor)
      }
    } catch {
      throw DataFileError(path: compressed, problem: error)
    }
  }

  deinit {
    unlink(path)
  }

  private static func write(
    _ piece: ArraySlice<UInt8>, to descriptor: Int32
  ) throws(DataFileError.Problem) {
    var rest = piece
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let reason = String(cString: strerror(errno))
        throw .unreadable(reason: "it does not fit the folder for temporary files: \(reason)")
      }
    }
  }
}
