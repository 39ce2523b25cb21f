import Foundation
import Harness
import Support

/// A copy of this program, as a build of an unchanged base would be.
struct ProgramCopy: Sendable {
  private let folder: Workspace
  let program: WorkerProgram

  init() throws {
    folder = try Workspace()
    let path = folder.path + "/" + WorkerProgram.ownName
    do {
      try FileManager.default.copyItem(atPath: WorkerProgram.ownPath, toPath: path)
    } catch {
      throw HarnessError.cannotWrite(path: path, reason: FileFault.reason(error))
    }
    program = .worker(at: path)
  }

  func remove() { folder.remove() }
}
