#if os(Linux)
  import Glibc
#endif

/// The time in which a thread was ready to run and no processor was free for it.
///
/// Wall time minus this is the thread's own time: it ran, or it waited for something of its own,
/// such as a disk or a lock. On an idle machine it is next to nothing; where more threads are ready
/// to run than there are processors, it is most of the noise. Time that a virtual machine's host
/// took away is not part of it.
package enum ProcessorWait {
  /// The nanoseconds that the calling thread has waited since it started; `nil` where the system
  /// does not count them, as on Apple platforms.
  ///
  /// From the second number of `/proc/thread-self/schedstat` (Linux, Documentation/scheduler/
  /// sched-stats.rst): three system calls, some microseconds; allocates nothing.
  package static func thread() -> Int64? {
    #if os(Linux)
      var text = InlineArray<128, UInt8>(repeating: 0)
      let count = withUnsafeMutableBytes(of: &text) {
        SmallFile.read("/proc/thread-self/schedstat", $0)
      }
      guard count > 0 else { return nil }
      var index = 0
      while index < count, text[index] != UInt8(ascii: " ") { index += 1 }
      index += 1
      var value: Int64 = 0
      var digits = 0
      while index < count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) {
        value = value &* 10 &+ Int64(text[index] - UInt8(ascii: "0"))
        index += 1
        digits += 1
      }
      return digits > 0 && digits <= 18 ? value : nil
    #else
      return nil
    #endif
  }
}

#if os(Linux)
  /// A small file of the operating system, read and written without allocating.
  enum SmallFile {
    /// Fills a buffer from the beginning of a file, and returns the number of bytes, or the negated
    /// error (`errno`).
    // A static string, because handing a `String` to C may allocate.
    static func read(_ path: StaticString, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
      let file = open(characters(of: path), O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return -Int(errno) }
      defer { close(file) }
      var count = 0
      while count < buffer.count {
        let added = Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        if added == 0 { break }
        if added > 0 {
          count += added
        } else if errno != EINTR {
          return -Int(errno)
        }
      }
      return count
    }

    /// Writes a text in one call, and returns 0 or the error (`errno`).
    static func write(_ text: StaticString, to path: StaticString) -> Int32 {
      let file = open(characters(of: path), O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return errno }
      defer { close(file) }
      let count = text.utf8CodeUnitCount
      return Glibc.write(file, text.utf8Start, count) == count ? 0 : errno
    }

    private static func characters(of path: StaticString) -> UnsafePointer<CChar> {
      UnsafeRawPointer(path.utf8Start).assumingMemoryBound(to: CChar.self)
    }
  }
#endif
