/// What `/proc/cpuinfo` says of the first processor.
struct ProcessorInfo: Hashable {
  static let path = "/proc/cpuinfo"

  /// Whether the processor says that a hypervisor stands between it and the metal; `nil` where the
  /// kernel lists no such flag, as on Arm.
  let hasHypervisor: Bool?

  /// Reads the text of `/proc/cpuinfo`.
  ///
  /// x86 kernels list `flags`, among them `hypervisor`; Arm kernels list `Features`, where nothing
  /// tells of one.
  init(procCpuinfo text: String) {
    hasHypervisor = Self.words(labelled: "flags", in: text)?.contains("hypervisor")
  }

  /// The words after the first label of this name.
  private static func words(labelled label: String, in text: String) -> [Substring]? {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, SystemFiles.trimmed(String(parts[0])) == label else { continue }
      return parts[1].split(whereSeparator: \.isWhitespace)
    }
    return nil
  }
}
