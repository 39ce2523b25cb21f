#if canImport(Darwin)
  import Darwin

  extension MachineCondition {
    /// This machine's, as it is now. Takes some ten milliseconds, in which the clocks are tried out.
    ///
    /// What only files of a Linux kernel tell is not available.
    public static func current() -> MachineCondition {
      // No file of a Linux kernel is here, so that each fact says which one it looked for.
      let elsewhere = MachineCondition(
        linux: SystemFiles([:]), machine: .current(), allocator: .current(),
        monotonic: .ofMonotonicClock(), processorTime: .ofThreadProcessorTime())
      return MachineCondition(
        facts: elsewhere.facts.map { fact in
          switch fact.name {
          case ProcessorFacts.loadName: load() ?? fact
          case ProcessorFacts.hypervisorName: hypervisor() ?? fact
          default: fact
          }
        })
    }

    private static func load() -> MachineFact? {
      LoadAverage.current().map {
        ProcessorFacts.load($0, processors: MachineDescription.current().logicalProcessors)
      }
    }

    private static func hypervisor() -> MachineFact? {
      var isPresent: Int32 = 0
      var size = MemoryLayout.size(ofValue: isPresent)
      guard sysctlbyname("kern.hv_vmm_present", &isPresent, &size, nil, 0) == 0 else { return nil }
      return ProcessorFacts.hypervisor(isPresent != 0)
    }
  }

  extension LoadAverage {
    /// That of this machine now; `nil` where the system does not tell.
    public static func current() -> LoadAverage? {
      var averages = [Double](repeating: 0, count: 3)
      guard getloadavg(&averages, 3) == 3 else { return nil }
      return LoadAverage(
        oneMinute: averages[0], fiveMinutes: averages[1], fifteenMinutes: averages[2])
    }
  }

  extension ProcessorTimes {
    /// Throws always: the kernel does not tell of stolen time.
    public static func current() throws(SystemFileUnavailable) -> ProcessorTimes {
      throw .missing(path: path)
    }
  }
#endif
