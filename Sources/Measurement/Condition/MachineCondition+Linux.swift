#if os(Linux)
  extension MachineCondition {
    /// This machine's, as it is now. Takes some ten milliseconds, in which the clocks are tried out.
    public static func current() -> MachineCondition {
      MachineCondition(
        linux: .ofThisMachine, machine: .current(), allocator: .current(),
        monotonic: .ofMonotonicClock(), processorTime: .ofThreadProcessorTime())
    }
  }

  extension LoadAverage {
    /// That of this machine now; `nil` where `/proc/loadavg` cannot be read.
    public static func current() -> LoadAverage? {
      try? LoadAverage(procLoadavg: SystemFiles.ofThisMachine.read(path))
    }
  }

  extension ProcessorTimes {
    /// Those of this machine until now. Throws where `/proc/stat` cannot be read.
    public static func current() throws(SystemFileUnavailable) -> ProcessorTimes {
      try ProcessorTimes(procStat: SystemFiles.ofThisMachine.read(path))
    }
  }
#endif
