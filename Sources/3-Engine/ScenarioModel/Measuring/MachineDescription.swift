import Foundation

/// The machine and the system of a run, as its provenance names them.
///
/// A text that is not known reads "not available: " and the reason.
public struct MachineDescription: Hashable, Sendable, Codable {
  /// The processor's model, such as "AMD EPYC 7763 64-Core Processor".
  public let processor: String
  /// The logical processors that are online.
  public let logicalProcessors: Int
  /// The processor architecture that this program was compiled for, such as "x86_64".
  public let architecture: String
  /// The kernel's name and release, such as "Linux 6.8.0".
  public let kernel: String
  /// The physical memory in bytes.
  public let memory: Int
  /// The version of the Swift compiler that built this program, as far as it is known.
  public let swiftVersion: String

  /// Makes a description from its parts.
  package init(
    processor: String, logicalProcessors: Int, architecture: String, kernel: String, memory: Int,
    swiftVersion: String
  ) {
    self.processor = processor
    self.logicalProcessors = logicalProcessors
    self.architecture = architecture
    self.kernel = kernel
    self.memory = memory
    self.swiftVersion = swiftVersion
  }

  /// This machine, from `sysctl` on Apple platforms, from `/proc/cpuinfo` and `uname` on Linux.
  /// Safe on every thread.
  public static func current() -> MachineDescription {
    MachineDescription(
      processor: processorModel(),
      logicalProcessors: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      architecture: compiledArchitecture,
      kernel: kernelNameAndRelease(),
      memory: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)),
      swiftVersion: compilerVersion
    )
  }

  private static var compiledArchitecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "not available: neither x86_64 nor arm64"
    #endif
  }

  // Swift has no way to ask for it at run time.
  private static var compilerVersion: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3.3)
      "6.3.3 or later"
    #elseif compiler(>=6.3.2)
      "6.3.2"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3.0"
    #else
      "6.2"
    #endif
  }

  #if canImport(Darwin)
    private static func processorModel() -> String { text(named: "machdep.cpu.brand_string") }

    private static func kernelNameAndRelease() -> String {
      "\(text(named: "kern.ostype")) \(text(named: "kern.osrelease"))"
    }

    private static func text(named name: String) -> String {
      var value = [UInt8](repeating: 0, count: 256)
      var size = value.count
      guard sysctlbyname(name, &value, &size, nil, 0) == 0 else {
        return "not available: sysctl refused \"\(name)\" (error \(errno))"
      }
      return text(of: value)
    }
  #elseif os(Linux)
    private static func processorModel() -> String {
      do throws(SystemFileUnavailable) {
        let text = try SystemFiles.ofThisMachine.read("/proc/cpuinfo")
        for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("model name") {
          let parts = line.split(separator: ":", maxSplits: 1)
          if parts.count == 2 { return SystemFiles.trimmed(String(parts[1])) }
        }
      } catch {
        return "not available: \(error)"
      }
      // Kernels for Arm name no model.
      return "not available: /proc/cpuinfo has no \"model name\""
    }

    private static func kernelNameAndRelease() -> String {
      var names = utsname()
      guard uname(&names) == 0 else { return "not available: uname failed (error \(errno))" }
      return withUnsafeBytes(of: names.sysname, text(of:)) + " "
        + withUnsafeBytes(of: names.release, text(of:))
    }
  #endif

  /// The text before the first zero byte.
  private static func text(of bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// The memory allocator of this process, as a report's provenance names it.
public struct AllocatorDescription: Hashable, Sendable, Codable {
  /// The allocator's name, such as "jemalloc".
  public let name: String
  /// The allocator's own version text, or "not available: " and the reason.
  public let version: String

  /// Makes a description from its parts.
  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  /// The allocator that Swift's allocations go through, found by an allocation.
  public static func current() -> AllocatorDescription {
    do throws(MeterUnavailable) {
      _ = try AllocationMeter()
      var address: UInt = 0
      try JemallocControl("version").read(into: &address)
      let version = UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) }
      return AllocatorDescription(name: "jemalloc", version: version ?? "not available: unnamed")
    } catch {
      return AllocatorDescription(
        name: "the system's", version: "not available: \(error.description)")
    }
  }
}
