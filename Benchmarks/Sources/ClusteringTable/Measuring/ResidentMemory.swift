import Foundation

/// The part of this process that is in physical memory, as Linux counts it: in batches of pages on
/// each processor, so that a peak can be off by a few hundred KiB.
enum ResidentMemory {
  /// Returns the bytes by which the peak of a piece of work exceeds the memory before it, or
  /// `nan` where the operating system cannot reset the peak.
  static func growth<Product>(whileMaking make: () throws -> Product) throws -> Double {
    guard let clear = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return .nan }
    // "5" resets the peak and nothing else.
    try clear.write(contentsOf: Data("5".utf8))
    try clear.close()
    let before = try bytes("VmRSS")
    let product = try make()
    let peak = try bytes("VmHWM")
    withExtendedLifetime(product) {}
    return peak - before
  }

  private static func bytes(_ label: String) throws -> Double {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(label + ":") } ?? ""
    return Double(line.filter(\.isNumber)).map { $0 * 1024 } ?? .nan
  }
}
