import Foundation

/// A folder for the files of one run.
struct TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "search-table-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(of name: String) -> String { url.appending(path: name).path }

  /// Removes the folder with its files. If that fails, the system clears the folder later.
  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
