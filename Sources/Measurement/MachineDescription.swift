/// The machine and the system that a run was made on, as its provenance names them.
///
/// A text that could not be had reads "not available: why".
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
  /// The version of the Swift compiler that built this program, as near as it can tell.
  public let swiftVersion: String

  /// A description from its parts, as a report reads it back.
  public init(
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

  static var compiledArchitecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "not available: neither x86_64 nor arm64"
    #endif
  }
}
