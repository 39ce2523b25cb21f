/// How much of this process is in physical memory, as the operating system says.
///
/// Linux counts pages in batches on each processor: a peak can be off by some hundred KiB.
public struct ResidentMemory: Hashable, Sendable, Codable {
  /// The bytes resident at the reading.
  public let current: Int
  /// The most bytes that were resident at once, since the start or the last `resetPeak()`.
  public let peak: Int
}

/// Why the resident memory of this process cannot be read or its peak be reset; a report prints
/// its `description` after "not available: ".
public enum ResidentMemoryUnavailable: Error, Hashable, Sendable {
  /// A file of the operating system could not be used, with this `errno` value.
  case fileRefused(path: String, code: Int32)
  /// A file of the operating system lacks a line that starts with this label.
  case fieldMissing(label: String, path: String)
  /// The kernel refused the question, with this `kern_return_t` value.
  case taskRefused(code: Int32)
  /// The operating system has no way to reset a peak.
  case peakCannotBeReset
}

extension ResidentMemoryUnavailable: CustomStringConvertible {
  public var description: String {
    switch self {
    case .fileRefused(let path, let code):
      "\(path) cannot be used (error \(code)); mount /proc and allow this process its own files"
    case .fieldMissing(let label, let path):
      "\(path) has no line \"\(label)\"; a Linux kernel with memory management is expected"
    case .taskRefused(let code):
      "task_info was refused with \(code); a process may normally ask about itself"
    case .peakCannotBeReset:
      """
      this operating system cannot reset the peak of a process; measure in a fresh process
      """
    }
  }
}
