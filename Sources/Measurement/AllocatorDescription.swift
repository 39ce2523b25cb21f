import CJemalloc

/// The memory allocator of this process, as a report's provenance names it.
public struct AllocatorDescription: Hashable, Sendable, Codable {
  /// The allocator's name, such as "jemalloc".
  public let name: String
  /// The allocator's own version text, or "not available: why".
  public let version: String

  /// A description from its parts, as a report reads it back.
  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  /// The allocator that Swift's allocations go through, found by trying.
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
