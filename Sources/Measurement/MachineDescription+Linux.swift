#if os(Linux)
  import Glibc

  extension MachineDescription {
    /// This machine. Reads `/proc/cpuinfo`; safe on every thread.
    public static func current() -> MachineDescription {
      MachineDescription(
        processor: processorModel(),
        logicalProcessors: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
        architecture: compiledArchitecture,
        kernel: kernelNameAndRelease(),
        memory: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)),
        swiftVersion: SwiftCompiler.version
      )
    }

    private static func processorModel() -> String {
      guard let file = fopen("/proc/cpuinfo", "r") else {
        return "not available: /proc/cpuinfo cannot be read (error \(errno))"
      }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 4096)
      while fgets(&line, Int32(line.count), file) != nil {
        let parts = text(of: line).split(separator: ":", maxSplits: 1)
        if parts.count == 2, parts[0].hasPrefix("model name") {
          return parts[1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
      }
      // Kernels for Arm name no model.
      return "not available: /proc/cpuinfo has no \"model name\""
    }

    private static func kernelNameAndRelease() -> String {
      var names = utsname()
      guard uname(&names) == 0 else { return "not available: uname failed (error \(errno))" }
      return "\(text(of: names.sysname)) \(text(of: names.release))"
    }

    private static func text<Field>(of field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func text(of line: [CChar]) -> String {
      line.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  }
#endif
