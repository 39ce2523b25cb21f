import Foundation
import Harness

/// A folder of the tool's own that is removed when it is no longer needed.
struct TemporaryFolder: Sendable {
  let path: String

  /// Makes a folder; its name says what it is for.
  init(named name: String) throws(HarnessError) {
    path =
      FileManager.default.temporaryDirectory.path + "/mappressure-\(name)-" + UUID().uuidString
    try make("")
  }

  /// Makes a folder inside of it.
  func make(_ name: String) throws(HarnessError) {
    let folder = path + "/" + name
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: folder, reason: FileFault.reason(error))
    }
  }

  func remove() {
    // A folder left behind in the temporary directory harms nobody.
    try? FileManager.default.removeItem(atPath: path)
  }
}
