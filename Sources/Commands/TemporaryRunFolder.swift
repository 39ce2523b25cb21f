import Foundation

/// Where a run is kept whose files nobody asked for: a temporary folder that is removed at the end.
struct TemporaryRunFolder {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory.path + "/mappressure-run-" + UUID().uuidString
  }

  func remove() {
    // A folder left behind in the temporary directory harms nobody.
    try? FileManager.default.removeItem(atPath: path)
  }
}
