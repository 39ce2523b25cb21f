import Clustering
import Foundation

/// The pins of a workload in a file for peers, which is removed at the end.
final class PinFile {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "clustering-table-\(UUID().uuidString)")

  var path: String { url.path }

  init(_ coordinates: [Coordinate]) throws {
    var data = Data(capacity: coordinates.count * 16)
    for coordinate in coordinates {
      for degrees in [coordinate.longitude, coordinate.latitude] {
        withUnsafeBytes(of: degrees.bitPattern.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    try data.write(to: url)
  }

  // If that fails, the system clears its folder later.
  deinit { try? FileManager.default.removeItem(at: url) }
}
