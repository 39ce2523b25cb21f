import Harness

/// The folders that the workers of a comparison share, one for each program: a base of another time
/// may keep other files.
struct SharedFolders: Sendable {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(named: "gate")
    for arm in PairArm.allCases { try folder.make(arm.rawValue) }
  }

  subscript(arm: PairArm) -> String { folder.path + "/" + arm.rawValue }

  func remove() { folder.remove() }
}
