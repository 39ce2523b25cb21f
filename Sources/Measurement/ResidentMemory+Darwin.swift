#if canImport(Darwin)
  import Darwin

  extension ResidentMemory {
    /// The resident memory of this process now, from `task_info`.
    ///
    /// One system call; allocates nothing. Throws where the kernel refuses. Safe on every thread.
    public static func read() throws(ResidentMemoryUnavailable) -> ResidentMemory {
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let code = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: Int(count)) { info in
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), info, &count)
        }
      }
      guard code == KERN_SUCCESS else { throw .taskRefused(code: code) }
      return ResidentMemory(current: Int(info.resident_size), peak: Int(info.resident_size_max))
    }

    /// Throws always: the kernel offers no way to set the peak of a process back.
    public static func resetPeak() throws(ResidentMemoryUnavailable) {
      throw .peakCannotBeReset
    }
  }
#endif
