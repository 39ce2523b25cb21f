#if canImport(Darwin)
  import Darwin

  extension MachineDescription {
    /// This machine, as `sysctl` describes it. Safe on every thread.
    public static func current() -> MachineDescription {
      MachineDescription(
        processor: text(named: "machdep.cpu.brand_string"),
        logicalProcessors: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
        architecture: compiledArchitecture,
        kernel: "\(text(named: "kern.ostype")) \(text(named: "kern.osrelease"))",
        memory: memory(),
        swiftVersion: SwiftCompiler.version
      )
    }

    private static func memory() -> Int {
      sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    }

    private static func text(named name: String) -> String {
      var value = [UInt8](repeating: 0, count: 256)
      var size = value.count
      guard sysctlbyname(name, &value, &size, nil, 0) == 0 else {
        return "not available: sysctl refused \"\(name)\" (error \(errno))"
      }
      return String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
