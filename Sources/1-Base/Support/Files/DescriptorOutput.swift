import Foundation

/// Writing to an open file descriptor, where the reader may leave, the disk may be full or the
/// terminal may be gone.
public enum DescriptorOutput {
  /// An error of the operating system after a part of the bytes, or none, was written.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    /// An `errno`.
    package let code: Int32

    /// The failure of an `errno`.
    package init(code: Int32) {
      self.code = code
    }

    /// The operating system's text for the code.
    package var reason: String { String(cString: strerror(code)) }

    public var description: String { reason }
  }

  /// Writes a whole text.
  ///
  /// - Precondition: The process ignores `SIGPIPE`.
  public static func write(_ text: String, to descriptor: Int32) throws(Failure) {
    try write(Array(text.utf8)[...], to: descriptor)
  }

  /// Writes all bytes, in as many parts as necessary.
  ///
  /// - Precondition: The process ignores `SIGPIPE`.
  package static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32
  ) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count < 0 else {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      // Another process that shares the descriptor may have set O_NONBLOCK.
      case EAGAIN: waitUntilWritable(descriptor)
      default: throw Failure(code: errno)
      }
    }
  }

  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // Errors are ignored here: the next write reports them.
    _ = poll(&request, 1, -1)
  }
}
