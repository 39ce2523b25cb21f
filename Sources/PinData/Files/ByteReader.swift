#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a file, one after the other, through a buffer of fixed size: a file of any size
/// takes 128 KB of memory. Closes the file when it goes out of scope.
struct ByteReader: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8]
  /// The next byte's index in the buffer.
  private var position = 0
  /// How many bytes of the buffer are filled.
  private var end = 0
  private var bytesBeforeBuffer = 0

  /// How many bytes were consumed so far.
  var offset: Int { bytesBeforeBuffer + position }

  /// Opens a file and steps over a UTF-8 byte order mark.
  init(path: String) throws(ScanError) {
    // Without blocking, so that a pipe that nobody writes to is refused and not waited for.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    buffer = [UInt8](repeating: 0, count: 128 * 1024)
    // Only now is everything initialized, so that throwing closes the file.
    guard descriptor >= 0 else { throw ScanError.lastSystemError }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ScanError.lastSystemError }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw .unreadable(reason: isFolder ? "Is a directory" : "it is not a regular file")
    }
    try refill()
    if buffer[..<end].starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The next byte, not consumed; `nil` at the end of the file.
  @inline(__always)
  mutating func peek() throws(ScanError) -> UInt8? {
    if position == end {
      try refill()
      if end == 0 { return nil }
    }
    return buffer[position]
  }

  /// Consumes the next byte; `nil` at the end of the file.
  @inline(__always)
  mutating func next() throws(ScanError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    return byte
  }

  /// The rest of the current line, not consumed and without its end, as far as it is buffered.
  func bufferedLine() -> ArraySlice<UInt8> {
    buffer[position..<end].prefix { $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn }
  }

  private mutating func refill() throws(ScanError) {
    bytesBeforeBuffer += end
    position = 0
    end = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        end = count
        return
      }
      if errno != EINTR { throw ScanError.lastSystemError }
    }
  }
}

extension ScanError {
  /// What the operating system said about the call that just failed.
  fileprivate static var lastSystemError: ScanError {
    .unreadable(reason: String(cString: strerror(errno)))
  }
}
