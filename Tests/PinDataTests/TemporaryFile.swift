import Foundation

/// Runs a test's body with the path of a file of the given name and contents, in a folder of its
/// own that is removed afterwards.
func withTemporaryFile<Result>(
  named name: String, _ contents: String, body: (String) throws -> Result
) throws -> Result {
  try withTemporaryFolder { folder in
    let path = folder + "/" + name
    try Data(contents.utf8).write(to: URL(filePath: path))
    return try body(path)
  }
}

/// Runs a test's body with the path of a new, empty folder that is removed afterwards.
func withTemporaryFolder<Result>(body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "pin-data-tests-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path())
}
