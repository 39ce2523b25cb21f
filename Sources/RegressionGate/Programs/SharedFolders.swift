import Harness

/// The folders that the workers of a comparison share, one for each program: a base of another time
/// may keep other files.
struct SharedFolders: Sendable {
  private let folder: Workspace

  init() throws {
    Workspace.removeAbandoned()
    folder = try Workspace()
    for arm in PairArm.allCases { _ = try folder.makeFolder(arm.rawValue) }
  }

  subscript(arm: PairArm) -> String { folder.path + "/" + arm.rawValue }

  func remove() { folder.remove() }
}
