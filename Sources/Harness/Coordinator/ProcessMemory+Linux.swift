#if os(Linux)
  import Foundation

  /// The memory of another process.
  enum ProcessMemory {
    /// Its resident bytes, or `nil` where it is gone.
    static func resident(of process: Int32) -> Int? {
      guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
      else { return nil }
      // The second number is the resident size in pages.
      let fields = text.split(separator: " ")
      guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }
  }
#endif
