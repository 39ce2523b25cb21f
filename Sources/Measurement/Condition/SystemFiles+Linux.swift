#if os(Linux)
  import Glibc

  extension SystemFiles {
    /// The files of this machine.
    public static let ofThisMachine = SystemFiles { path throws(SystemFileUnavailable) in
      guard let file = fopen(path, "re") else {
        if errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
        throw .refused(path: path, code: errno)
      }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = fread(&buffer, 1, buffer.count, file)
        if count == 0 { break }
        bytes += buffer.prefix(count)
      }
      guard ferror(file) == 0 else { throw .refused(path: path, code: errno) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
