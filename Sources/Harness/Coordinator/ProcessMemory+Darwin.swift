#if canImport(Darwin)
  import Darwin

  /// The memory of another process.
  enum ProcessMemory {
    /// Its resident bytes, or `nil` where it is gone.
    static func resident(of process: Int32) -> Int? {
      var usage = rusage_info_v2()
      let result = withUnsafeMutablePointer(to: &usage) { pointer in
        pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(process, RUSAGE_INFO_V2, $0)
        }
      }
      return result == 0 ? Int(usage.ri_resident_size) : nil
    }
  }
#endif
