import Foundation

/// Writes to an open file descriptor, at whose other end anything may happen: a reader that leaves,
/// a disk that is full, a terminal that is gone.
package enum DescriptorOutput {
  /// The operating system took only a part, or nothing.
  package struct Failure: Error, Hashable {
    /// An `errno`.
    package let code: Int32

    package init(code: Int32) {
      self.code = code
    }

    package var reason: String { String(cString: strerror(code)) }
  }

  /// Writes all bytes, in as many parts as it takes.
  ///
  /// `SIGPIPE` is ignored by whoever calls this.
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
      // Whoever shares the descriptor may have made it one that does not wait.
      case EAGAIN: waitForRoom(descriptor)
      default: throw Failure(code: errno)
      }
    }
  }

  private static func waitForRoom(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // However it ends, the next write says what is the matter.
    _ = poll(&request, 1, -1)
  }
}
