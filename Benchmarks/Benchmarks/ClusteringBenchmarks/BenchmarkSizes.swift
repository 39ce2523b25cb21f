import Foundation

/// The numbers of pins that the benchmarks run on.
enum BenchmarkSizes {
  /// The environment variable `CLUSTERING_SIZES` sets them, such as "10000 1000000"; the default is
  /// 10,000 and 100,000.
  static func fromEnvironment() -> [Int] {
    let text = ProcessInfo.processInfo.environment["CLUSTERING_SIZES"] ?? ""
    let sizes = text.split(separator: " ").compactMap { Int($0) }.filter { $0 > 0 }
    return sizes.isEmpty ? [10_000, 100_000] : sizes
  }
}
