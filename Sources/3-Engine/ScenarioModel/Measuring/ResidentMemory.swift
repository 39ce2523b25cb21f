#if canImport(Darwin)
  import Darwin
#endif

/// The part of this process that is in physical memory, as the operating system counts it.
///
/// Linux counts pages in batches on each processor: a peak can be off by some hundred KiB.
package struct ResidentMemory: Hashable, Sendable, Codable {
  /// The bytes resident now.
  package let current: Int
  /// The maximum of the bytes resident at once, since the start or the last `resetPeak()`.
  package let peak: Int
}

#if canImport(Darwin)
  extension ResidentMemory {
    /// The resident memory of this process now, from `task_info`.
    ///
    /// One system call; allocates nothing. Throws where the kernel refuses. Safe on every thread.
    package static func read() throws(SystemFileUnavailable) -> ResidentMemory {
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let code = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: Int(count)) { info in
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), info, &count)
        }
      }
      guard code == KERN_SUCCESS else {
        throw .notTold(
          "task_info was refused with \(code); a process may normally ask about itself")
      }
      return ResidentMemory(current: Int(info.resident_size), peak: Int(info.resident_size_max))
    }

    /// Throws always: the kernel cannot reset the peak of a process.
    package static func resetPeak() throws(SystemFileUnavailable) {
      throw .notTold(
        "this operating system cannot reset the peak of a process; measure in a fresh process")
    }
  }
#elseif os(Linux)
  extension ResidentMemory {
    // Static strings, because handing a `String` to C may allocate.
    private static let statusPath: StaticString = "/proc/self/status"
    private static let clearPath: StaticString = "/proc/self/clear_refs"

    /// The resident memory of this process now, from `/proc/self/status`.
    ///
    /// Three system calls; allocates nothing. Throws where the file cannot be read or lacks a
    /// line. Safe on every thread.
    package static func read() throws(SystemFileUnavailable) -> ResidentMemory {
      // The two lines are in the first KiB or two; more than this is never needed.
      var status = InlineArray<4096, UInt8>(repeating: 0)
      let count = withUnsafeMutableBytes(of: &status) { SmallFile.read(statusPath, $0) }
      guard count >= 0 else {
        throw refused(statusPath, code: Int32(truncatingIfNeeded: -count))
      }
      return ResidentMemory(
        current: try bytes(labelled: "VmRSS:", in: status.span, count: count),
        peak: try bytes(labelled: "VmHWM:", in: status.span, count: count)
      )
    }

    /// Sets the peak of this process to its resident memory now.
    ///
    /// Throws where the process may not write `/proc/self/clear_refs`, as in some containers.
    package static func resetPeak() throws(SystemFileUnavailable) {
      // Since Linux 4.0, "5" resets the peak and touches nothing else.
      let code = SmallFile.write("5", to: clearPath)
      guard code == 0 else { throw refused(clearPath, code: code) }
    }

    /// The reason why a file of the operating system could not be used, with its `errno` value.
    package static func refused(_ path: StaticString, code: Int32) -> SystemFileUnavailable {
      .notTold(
        "\(path) cannot be used (error \(code)); mount /proc and allow this process its own files")
    }

    private static func bytes(
      labelled label: StaticString, in text: Span<UInt8>, count: Int
    ) throws(SystemFileUnavailable) -> Int {
      var lineStart = 0
      while lineStart < count {
        if hasLabel(label, text, at: lineStart, count: count) {
          return kilobytes(text, from: lineStart + label.utf8CodeUnitCount, count: count) * 1024
        }
        while lineStart < count, text[lineStart] != UInt8(ascii: "\n") { lineStart += 1 }
        lineStart += 1
      }
      throw .notTold(
        "\(statusPath) has no line \"\(label)\"; a Linux kernel with memory management is expected")
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
