#if os(Linux)
  import Glibc

  extension ResidentMemory {
    // Static strings, because handing a `String` to C may allocate.
    private static let statusPath: StaticString = "/proc/self/status"
    private static let clearPath: StaticString = "/proc/self/clear_refs"

    /// The resident memory of this process now, from `/proc/self/status`.
    ///
    /// Three system calls; allocates nothing. Throws where the file cannot be read or lacks a
    /// line. Safe on every thread.
    public static func read() throws(ResidentMemoryUnavailable) -> ResidentMemory {
      // The lines wanted stand in the first KiB or two; more than this is never needed.
      var status = InlineArray<4096, UInt8>(repeating: 0)
      let count = withUnsafeMutableBytes(of: &status) { SmallFile.read(statusPath, $0) }
      guard count >= 0 else {
        throw .fileRefused(path: "\(statusPath)", code: Int32(truncatingIfNeeded: -count))
      }
      return ResidentMemory(
        current: try bytes(labelled: "VmRSS:", in: status.span, count: count),
        peak: try bytes(labelled: "VmHWM:", in: status.span, count: count)
      )
    }

    /// Sets the peak of this process to what is resident now.
    ///
    /// Throws where the process may not write `/proc/self/clear_refs`, as in some containers.
    public static func resetPeak() throws(ResidentMemoryUnavailable) {
      let code = clearPeak()
      guard code == 0 else { throw .fileRefused(path: "\(clearPath)", code: code) }
    }

    private static func clearPeak() -> Int32 {
      let file = open(characters(of: clearPath), O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return errno }
      defer { close(file) }
      // Since Linux 4.0, "5" resets the peak and touches nothing else.
      return write(file, "5", 1) == 1 ? 0 : errno
    }

    private static func characters(of path: StaticString) -> UnsafePointer<CChar> {
      UnsafeRawPointer(path.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private static func bytes(
      labelled label: StaticString, in text: Span<UInt8>, count: Int
    ) throws(ResidentMemoryUnavailable) -> Int {
      var lineStart = 0
      while lineStart < count {
        if hasLabel(label, text, at: lineStart, count: count) {
          return kilobytes(text, from: lineStart + label.utf8CodeUnitCount, count: count) * 1024
        }
        while lineStart < count, text[lineStart] != UInt8(ascii: "\n") { lineStart += 1 }
        lineStart += 1
      }
      throw .fieldMissing(label: "\(label)", path: "\(statusPath)")
    }

    private static func hasLabel(
      _ label: StaticString, _ text: Span<UInt8>, at start: Int, count: Int
    ) -> Bool {
      guard start + label.utf8CodeUnitCount <= count else { return false }
      for offset in 0..<label.utf8CodeUnitCount
      where text[start + offset] != label.utf8Start[offset] {
        return false
      }
      return true
    }

    private static func kilobytes(_ text: Span<UInt8>, from start: Int, count: Int) -> Int {
      var value = 0
      var index = start
      while index < count, text[index] != UInt8(ascii: "\n") {
        let digit = text[index]
        if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
          value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        index += 1
      }
      return value
    }
  }
#endif
